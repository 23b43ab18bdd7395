import type { Role } from './roles.ts';
import { systemUser } from './system-user.ts';
import type { Uuid } from './uuid.ts';

/** How someone comes in. The journal records which one was used. */
export type Channel = 'api' | 'desk' | 'gate' | 'shop' | 'octo' | 'cli' | 'job';

/** Who does something, and through which channel. Every action takes one, however the caller was signed in. */
export interface Actor {
  /** Null for the operator on the command line and for the service itself. In the shop it is the account `:shop`. */
  readonly accountId: Uuid | null;
  readonly role: Role;
  readonly channel: Channel;
  /** The id of the request, as in the log. */
  readonly requestId?: string;
  /** On the command line: who runs it, as the machine knows them. */
  readonly systemUser?: string;
}

/** The actor of the command line: a person with a shell on the machine may do everything. */
export const OPERATOR: Actor = {
  accountId: null,
  role: 'admin',
  channel: 'cli',
  systemUser: systemUser(),
};

/** The actor of the service's own jobs. */
export const SERVICE: Actor = { accountId: null, role: 'admin', channel: 'job' };

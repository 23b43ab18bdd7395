import type { Role } from './permissions.ts';
import type { Uuid } from './uuid.ts';

/** The ways in. What was done says through which of them. */
export type Door = 'api' | 'desk' | 'gate' | 'cli' | 'job';

/** Who does something, and through which door: what every deed is given, however that was found out. */
export interface Actor {
  /** Of no one for what the operator does on the command line, and for what the service does by itself. */
  readonly accountId: Uuid | null;
  readonly role: Role;
  readonly door: Door;
  /** Of the request, as the log has it. */
  readonly requestId?: string;
}

/** Whoever has a shell on the machine may do everything. */
export const OPERATOR: Actor = { accountId: null, role: 'admin', door: 'cli' };

/** What the service does by itself. */
export const SERVICE: Actor = { accountId: null, role: 'admin', door: 'job' };

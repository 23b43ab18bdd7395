import type { Role } from '../core/roles.ts';
import type { Uuid } from '../core/uuid.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation that requests are counted as. */
    readonly countedAs?: string;
  }
}

/** The account that sent a request, as far as answering needs it. */
export interface Caller {
  readonly accountId: Uuid;
  readonly role: Role;
}

/**
 * Finds the caller from the Authorization header and the client's address.
 * Returns without a promise for credentials that were verified a short while ago.
 * @throws Refusal unauthorized, too-many-sign-ins or overloaded
 */
export type FindCaller = (authorization: string | undefined, address: string) => Caller | Promise<Caller>;

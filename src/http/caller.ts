import type { Role } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation that requests are counted as. */
    readonly countedAs?: string;
  }
}

/** Who asks, once that is known: as much of an account as answering a request needs. */
export interface Caller {
  readonly accountId: Uuid;
  readonly role: Role;
}

/**
 * Finds out who asks from the Authorization header and the client's address.
 * Answers at once, without a promise, for credentials that were verified a short while ago.
 * @throws Refusal unauthorized, too-many-sign-ins or overloaded
 */
export type SignIn = (authorization: string | undefined, address: string) => Caller | Promise<Caller>;

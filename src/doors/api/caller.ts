import { type Operation, type Role, rolesWith, type Scope, scopeOf } from './contract/index.ts';
import { Problem } from './problems.ts';
import type { Uuid } from '../../core/uuid.ts';

/** Who asks: as much of an account as answering a request needs. */
export interface Caller {
  readonly accountId: Uuid;
  readonly role: Role;
}

/**
 * Finds out who asks from the Authorization header and the client's address.
 * Answers at once, without a promise, for credentials that it has verified a short while ago.
 * @throws Problem unauthorized, too-many-sign-ins or overloaded
 */
export type SignIn = (authorization: string | undefined, address: string) => Caller | Promise<Caller>;

/**
 * How far the caller may use the operation.
 * @throws Problem forbidden
 */
export function requirePermission(caller: Caller, operation: Operation): Scope {
  const scope = scopeOf(caller.role, operation.permission);
  if (scope !== undefined) return scope;
  const roles = rolesWith(operation.permission).join(', ');
  throw new Problem(
    'forbidden',
    `The role "${caller.role}" may not use ${operation.id}. These roles may: ${roles}.`,
  );
}

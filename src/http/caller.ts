import type { Role } from '../core/permissions.ts';
import type { Uuid } from '../core/uuid.ts';

/** Who asks, once that is known: as much of an account as answering a request needs. */
export interface Caller {
  readonly accountId: Uuid;
  readonly role: Role;
}

import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';
import { type Permission, ROLES, type Role } from './roles.ts';

/** `all`: whatever it concerns; `own`: only what the account itself sold. */
export type Scope = 'all' | 'own';

const GRANTS: Readonly<Record<Role, Readonly<Partial<Record<Permission, Scope>>>>> = {
  admin: {
    'read-programme': 'all',
    'read-unlisted': 'all',
    'arrange-programme': 'all',
    'sell-tickets': 'all',
    'sell-past-times': 'all',
    'fetch-tickets': 'all',
    'mail-tickets': 'all',
    'void-tickets': 'all',
    'void-own-sales': 'all',
    'void-used-tickets': 'all',
    'admit-visitors': 'all',
    'undo-any-admission': 'all',
    'override-refusals': 'all',
    'read-occupancy': 'all',
    'read-reports': 'all',
    'read-journal': 'all',
    'manage-accounts': 'all',
    'manage-privacy': 'all',
    'manage-webhooks': 'all',
    'manage-mail': 'all',
    'read-settings': 'all',
    'manage-museum': 'all',
  },
  manager: {
    'read-programme': 'all',
    'read-unlisted': 'all',
    'arrange-programme': 'all',
    'sell-tickets': 'all',
    'sell-past-times': 'all',
    'fetch-tickets': 'all',
    'mail-tickets': 'all',
    'void-tickets': 'all',
    'void-own-sales': 'all',
    'void-used-tickets': 'all',
    'admit-visitors': 'all',
    'undo-any-admission': 'all',
    'override-refusals': 'all',
    'read-occupancy': 'all',
    'read-reports': 'all',
    'read-settings': 'all',
  },
  cashier: {
    'read-programme': 'all',
    'read-unlisted': 'all',
    'sell-tickets': 'all',
    'sell-past-times': 'all',
    'fetch-tickets': 'all',
    'mail-tickets': 'all',
    'void-tickets': 'all',
    'void-own-sales': 'all',
    'admit-visitors': 'all',
    'override-refusals': 'all',
    'read-occupancy': 'all',
  },
  partner: {
    'read-programme': 'all',
    'sell-tickets': 'all',
    'fetch-tickets': 'own',
    'void-own-sales': 'own',
    'read-reports': 'own',
  },
  gate: {
    'read-programme': 'all',
    'read-unlisted': 'all',
    'admit-visitors': 'all',
    'read-occupancy': 'all',
  },
  viewer: {
    'read-programme': 'all',
    'read-unlisted': 'all',
    'read-reports': 'all',
    'read-occupancy': 'all',
  },
};

/** The scope in which `role` has `permission`; undefined: not at all. */
export function scopeOf(role: Role, permission: Permission): Scope | undefined {
  return GRANTS[role][permission];
}

/** Whether `role` may use `permission` at all. */
export function may(role: Role, permission: Permission): boolean {
  return scopeOf(role, permission) !== undefined;
}

export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}

/**
 * The scope in which the actor has `permission`. Every action checks it, whatever the interface has checked before.
 * @throws Refusal forbidden
 */
export function requirePermission({ role }: Actor, permission: Permission): Scope {
  const scope = scopeOf(role, permission);
  if (scope === undefined) throw new Refusal('forbidden', { role, permission });
  return scope;
}

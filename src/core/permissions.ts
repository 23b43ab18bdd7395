import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';

/** What an account may be allowed to do, named after the work. Each action asks for one of these. */
export const PERMISSIONS = {
  'read-programme': 'read events, opening hours and availability',
  'arrange-programme': 'create, change and delete events; set opening hours and capacity',
  'sell-tickets': 'sell tickets',
  'fetch-tickets': 'find tickets, see their contact details and get their images',
  'void-tickets': 'void and exchange tickets',
  'void-used-tickets': 'void tickets that were already used',
  'admit-visitors': 'check tickets in',
  'undo-any-admission': 'undo admissions of other accounts, on the same day',
  'override-refusals': 'admit visitors in spite of a refusal at the gate',
  'read-occupancy': 'see how many visitors are inside',
  'read-reports': 'read reports',
  'read-journal': 'read the journal',
  'manage-accounts': 'add, change and disable accounts',
  'manage-privacy': 'export and erase personal data of visitors',
  'manage-webhooks': 'manage webhooks',
  'manage-mail': 'see and resend mail to visitors',
} as const;
export type Permission = keyof typeof PERMISSIONS;

export const ROLES = ['admin', 'manager', 'cashier', 'partner', 'gate', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** `all`: whatever it concerns; `own`: only what the account itself sold. */
export type Scope = 'all' | 'own';

const GRANTS: Readonly<Record<Role, Readonly<Partial<Record<Permission, Scope>>>>> = {
  admin: {
    'read-programme': 'all',
    'arrange-programme': 'all',
    'sell-tickets': 'all',
    'fetch-tickets': 'all',
    'void-tickets': 'all',
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
  },
  manager: {
    'read-programme': 'all',
    'arrange-programme': 'all',
    'sell-tickets': 'all',
    'fetch-tickets': 'all',
    'void-tickets': 'all',
    'void-used-tickets': 'all',
    'admit-visitors': 'all',
    'undo-any-admission': 'all',
    'override-refusals': 'all',
    'read-occupancy': 'all',
    'read-reports': 'all',
  },
  cashier: {
    'read-programme': 'all',
    'sell-tickets': 'all',
    'fetch-tickets': 'all',
    'void-tickets': 'all',
    'admit-visitors': 'all',
    'override-refusals': 'all',
    'read-occupancy': 'all',
  },
  partner: {
    'read-programme': 'all',
    'sell-tickets': 'all',
    'fetch-tickets': 'own',
    'read-reports': 'own',
  },
  gate: { 'read-programme': 'all', 'admit-visitors': 'all', 'read-occupancy': 'all' },
  viewer: { 'read-programme': 'all', 'read-reports': 'all', 'read-occupancy': 'all' },
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

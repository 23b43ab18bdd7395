import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rolesWith, scopeOf } from './permissions.ts';
import { PERMISSIONS, type Permission, ROLES, type Role } from './roles.ts';

const all = Object.keys(PERMISSIONS) as Permission[];

function allowed(role: Role): Permission[] {
  return all.filter((permission) => scopeOf(role, permission) !== undefined);
}

function without(...permissions: Permission[]): Permission[] {
  return all.filter((permission) => !permissions.includes(permission));
}

/** What each role does, operation by operation, is asked over HTTP in test/http/roles.test.ts. */
describe('the permission table', () => {
  it('lets an admin do everything, and nobody else manage accounts', () => {
    assert.deepEqual(allowed('admin'), all);
    assert.deepEqual(rolesWith('manage-accounts'), ['admin']);
  });

  it('lets a manager do everything but what only admins may do', () => {
    const ofAdmins = [
      'read-journal',
      'manage-accounts',
      'manage-privacy',
      'manage-webhooks',
      'manage-mail',
      'manage-museum',
    ] as const;
    assert.deepEqual(allowed('manager'), without(...ofAdmins));
    for (const permission of ofAdmins) assert.deepEqual(rolesWith(permission), ['admin']);
  });

  it('lets everybody read the programme, and nobody but admin and manager arrange it', () => {
    assert.deepEqual(rolesWith('read-programme'), ROLES);
    assert.deepEqual(rolesWith('arrange-programme'), ['admin', 'manager']);
  });

  it('lets whoever sells tickets fetch them, and nobody else', () => {
    assert.deepEqual(rolesWith('sell-tickets'), ['admin', 'manager', 'cashier', 'partner']);
    assert.deepEqual(rolesWith('fetch-tickets'), rolesWith('sell-tickets'));
  });

  it('lets the roles that work in the museum admit visitors', () => {
    assert.deepEqual(
      rolesWith('admit-visitors'),
      ROLES.filter((role) => role !== 'partner' && role !== 'viewer'),
    );
  });

  it('lets the roles that sell in the museum make tickets void, mail them again, and overrule the gate', () => {
    assert.deepEqual(rolesWith('void-tickets'), ['admin', 'manager', 'cashier']);
    assert.deepEqual(rolesWith('override-refusals'), rolesWith('void-tickets'));
    assert.deepEqual(rolesWith('mail-tickets'), rolesWith('void-tickets'));
  });

  it('lets only admin and manager make used tickets void, and take back what others let in', () => {
    assert.deepEqual(rolesWith('void-used-tickets'), ['admin', 'manager']);
    assert.deepEqual(rolesWith('undo-any-admission'), ['admin', 'manager']);
  });

  it('tells everybody but partners how many visitors are inside', () => {
    assert.deepEqual(
      rolesWith('read-occupancy'),
      ROLES.filter((role) => role !== 'partner'),
    );
  });

  it('keeps reports from the cashier and the gate', () => {
    assert.deepEqual(
      rolesWith('read-reports'),
      ROLES.filter((role) => role !== 'cashier' && role !== 'gate'),
    );
  });

  it('shows a partner only its own tickets and reports, and limits no other role', () => {
    const confined = ROLES.flatMap((role) =>
      allowed(role).flatMap((each) => (scopeOf(role, each) === 'own' ? [`${role}: ${each}`] : [])),
    );
    assert.deepEqual(confined, [
      'partner: fetch-tickets',
      'partner: void-own-sales',
      'partner: read-reports',
    ]);
  });
});

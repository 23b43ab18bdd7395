import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERMISSIONS, type Permission, ROLES, rolesWith, scopeOf } from './permissions.ts';

describe('the permission table', () => {
  it('is the one of the house', () => {
    const table = Object.keys(PERMISSIONS).map((permission) => [
      permission,
      ROLES.map((role) => scopeOf(role, permission as Permission) ?? '-').join(' '),
    ]);
    assert.deepEqual(Object.fromEntries(table), {
      //                    admin manager cashier partner gate viewer
      'read-programme': 'all all all all all all',
      'arrange-programme': 'all all - - - -',
      'sell-tickets': 'all all all all - -',
      'fetch-tickets': 'all all all own - -',
      'admit-visitors': 'all all all - all -',
      'read-reports': 'all all - own - all',
      'manage-accounts': 'all - - - - -',
    });
    assert.deepEqual(rolesWith('arrange-programme'), ['admin', 'manager']);
  });
});

import { catalogue } from './texts.ts';

/** The names of the roles of accounts. */
export const roleTexts = catalogue('role', {
  admin: 'admin',
  manager: 'manager',
  cashier: 'cashier',
  partner: 'partner',
  gate: 'gate',
  viewer: 'viewer',
});

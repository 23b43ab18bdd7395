/** What an account may be allowed to do, named after the work. Each action asks for one of these. */
export const PERMISSIONS = {
  'read-programme': 'read events, opening hours and availability',
  'read-unlisted': 'find events that are only told to some',
  'arrange-programme':
    'create, change and delete events; set opening hours, capacity, categories, prices and entry times',
  'sell-tickets': 'sell tickets',
  'sell-past-times': 'sell tickets for entry times that are over',
  'fetch-tickets': 'find tickets, see their contact details and get their images',
  'mail-tickets': 'mail tickets again, and correct the address',
  'void-tickets': 'void and exchange tickets',
  'void-used-tickets': 'void tickets that were already used',
  'void-own-sales': 'void its own sales, for some hours and before any admission',
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
  'read-settings': 'read the settings and texts of the museum',
  'manage-museum': 'change the settings and texts of the museum',
} as const;
export type Permission = keyof typeof PERMISSIONS;

export const ROLES = ['admin', 'manager', 'cashier', 'partner', 'gate', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

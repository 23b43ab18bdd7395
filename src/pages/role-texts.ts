import { catalogue } from './texts.ts';

/** What each role may and may not, for whoever chooses one (docs/operations.md, Roles). */
export const roleMeansTexts = catalogue('roleMeans', {
  option: '{role}: {means}',
  admin: 'may do everything, and alone manages accounts, webhooks, mails and the journal.',
  manager:
    'arranges events, hours and prices, sells, admits and reads reports, but manages no accounts, webhooks or mails.',
  cashier:
    'sells, exchanges, voids and admits at the desk, but changes no events, hours or prices and reads no reports.',
  partner:
    'sells from elsewhere, such as a web shop or a reseller, and sees only its own sales; it admits nobody.',
  gate: 'admits visitors and sees how many are inside, but neither sells nor finds tickets.',
  viewer: 'reads reports and sees how many are inside, but changes and sells nothing.',
});

/** The names of the roles of accounts. */
export const roleTexts = catalogue('role', {
  admin: 'admin',
  manager: 'manager',
  cashier: 'cashier',
  partner: 'partner',
  gate: 'gate',
  viewer: 'viewer',
});

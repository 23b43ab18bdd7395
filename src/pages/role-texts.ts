import { catalogue } from './texts.ts';

/** The names of the roles of accounts. */
export const roleTexts = catalogue({
  en: {
    admin: 'admin',
    manager: 'manager',
    cashier: 'cashier',
    partner: 'partner',
    gate: 'gate',
    viewer: 'viewer',
  },
  de: {
    admin: 'Verwaltung',
    manager: 'Leitung',
    cashier: 'Kasse',
    partner: 'Partner',
    gate: 'Einlass',
    viewer: 'Einsicht',
  },
  fr: {
    admin: 'administration',
    manager: 'direction',
    cashier: 'caisse',
    partner: 'partenaire',
    gate: 'entrée',
    viewer: 'lecture',
  },
  es: {
    admin: 'administración',
    manager: 'dirección',
    cashier: 'taquilla',
    partner: 'venta externa',
    gate: 'acceso',
    viewer: 'consulta',
  },
  nl: {
    admin: 'beheer',
    manager: 'leiding',
    cashier: 'kassa',
    partner: 'partner',
    gate: 'ingang',
    viewer: 'inzage',
  },
});

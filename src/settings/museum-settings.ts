import { LANGUAGES, type Language } from '../core/language.ts';
import type { TextsByLanguage } from '../core/texts-by-language.ts';
import type { PaymentWay } from '../payments/index.ts';

/** Whether a ticket that was admitted is admitted again. */
export const REENTRIES = ['after-exit', 'never', 'always'] as const;

/** The mails to which the museum adds words of its own. */
export const WORDED_MAILS = ['tickets', 'reserved', 'calledOff'] as const;

/** Paragraphs of the museum's own in a mail: above ours, and below. */
export interface OwnWords {
  readonly before?: string;
  readonly after?: string;
}

/** What staff set about the museum, as it counts now. */
export interface MuseumSettings {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  /** What kind of place it is, on the home page. */
  readonly sentence: TextsByLanguage;
  /** Colour of the main actions, mails and tickets, as #rrggbb; null: the usual one. */
  readonly colour: string | null;
  /** Language of mails and events. */
  readonly language: Language;
  /** Those that visitors may choose, with `language` among them. */
  readonly languages: readonly Language[];
  /** Percentage of value added tax in prices that say nothing of it; null: none. */
  readonly vat: number | null;
  /** What receipts say of that for which there is no rate. */
  readonly vatNote: TextsByLanguage;
  readonly shop: {
    readonly open: boolean;
    /** In the order in which they are offered; none: only what costs nothing is sold. */
    readonly payments: readonly PaymentWay[];
    /** Until so many hours before the visit, what was paid can be given back. */
    readonly cancelHours: number;
    /** Until so many hours before the visit, it can be moved; off: only what the museum called off. */
    readonly moveHours: number | 'off';
    readonly paymentNames: Readonly<Partial<Record<PaymentWay, TextsByLanguage>>>;
  };
  readonly entry: {
    /** How many minutes before its entry time a ticket is admitted, and how many after it. */
    readonly early: number;
    readonly late: number;
    readonly reentry: (typeof REENTRIES)[number];
  };
  /** Tickets are sold for today and so many days after. */
  readonly salesDays: number;
  /** How long after the sale a partner may make its own sales void. */
  readonly partnerVoidHours: number;
  /** How long after a ticket's day its e-mail address and telephone number are kept; 0: for ever. */
  readonly retentionDays: number;
  /** The least and the most that a gift voucher is worth, and how many years it is valid. */
  readonly gift: { readonly least: number; readonly most: number; readonly years: number };
  readonly mail: {
    readonly replyTo: string | null;
    readonly words: Readonly<
      Partial<Record<(typeof WORDED_MAILS)[number], Readonly<Partial<Record<Language, OwnWords>>>>>
    >;
  };
}

/** Every setting by its path: its default, and the environment variable that fixes it. */
export const MEMBERS = {
  name: { standard: 'Museum', variable: 'MUSEUM_NAME' },
  address: { standard: null, variable: 'MUSEUM_ADDRESS' },
  phone: { standard: null },
  email: { standard: null },
  website: { standard: null },
  sentence: { standard: {} },
  colour: { standard: null, variable: 'MUSEUM_COLOUR' },
  language: { standard: 'en', variable: 'MUSEUM_LANGUAGE' },
  languages: { standard: LANGUAGES },
  vat: { standard: null, variable: 'MUSEUM_VAT' },
  vatNote: { standard: {} },
  'shop/open': { standard: false, variable: 'MUSEUM_SHOP' },
  'shop/payments': { standard: [], variable: 'MUSEUM_PAYMENTS' },
  'shop/cancelHours': { standard: 24, variable: 'MUSEUM_SHOP_CANCEL_HOURS' },
  'shop/moveHours': { standard: 24, variable: 'MUSEUM_SHOP_MOVE_HOURS' },
  'shop/paymentNames': { standard: {} },
  'entry/early': { standard: 10, variable: 'MUSEUM_ENTRY_EARLY' },
  'entry/late': { standard: 30, variable: 'MUSEUM_ENTRY_LATE' },
  'entry/reentry': { standard: 'after-exit', variable: 'MUSEUM_REENTRY' },
  salesDays: { standard: 730, variable: 'MUSEUM_SALES_DAYS' },
  partnerVoidHours: { standard: 24, variable: 'MUSEUM_PARTNER_VOID_HOURS' },
  retentionDays: { standard: 365, variable: 'MUSEUM_RETENTION_DAYS' },
  'gift/least': { standard: 10 },
  'gift/most': { standard: 500 },
  'gift/years': { standard: 3 },
  'mail/replyTo': { standard: null },
  'mail/words': { standard: {} },
} as const satisfies Readonly<
  Record<string, { readonly standard: SettingValue; readonly variable?: string }>
>;

export type SettingPath = keyof typeof MEMBERS;
export const SETTING_PATHS = Object.keys(MEMBERS) as readonly SettingPath[];

/** A value as JSON has it. */
export type SettingValue =
  | null
  | boolean
  | number
  | string
  | readonly SettingValue[]
  | { readonly [Member in string]?: SettingValue };

/** Values of some settings, by path. */
export type SettingValues = Readonly<Partial<Record<SettingPath, SettingValue>>>;

/** The settings as they count: what the environment fixes, else what staff chose, else the default. */
export function settingsOf(fixed: SettingValues, chosen: SettingValues): MuseumSettings {
  const tree: Record<string, SettingValue | Record<string, SettingValue>> = {};
  for (const path of SETTING_PATHS) {
    const value = effectiveValue(path, fixed, chosen);
    const [group = '', member] = path.split('/');
    if (member === undefined) tree[group] = value;
    else tree[group] = { ...(tree[group] as Record<string, SettingValue> | undefined), [member]: value };
  }
  const settings = tree as unknown as MuseumSettings;
  return { ...settings, languages: LANGUAGES.filter((each) => isOffered(settings, each)) };
}

/** What counts of a setting. */
export function effectiveValue(path: SettingPath, fixed: SettingValues, chosen: SettingValues): SettingValue {
  return fixed[path] ?? chosen[path] ?? MEMBERS[path].standard;
}

/** The environment variable that fixes the setting; undefined: none does. */
export function variableOf(path: SettingPath): string | undefined {
  const member = MEMBERS[path];
  return 'variable' in member ? member.variable : undefined;
}

function isOffered({ language, languages }: MuseumSettings, asked: Language): boolean {
  return asked === language || languages.includes(asked);
}

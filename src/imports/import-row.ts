import {
  IMPORTED_CODE,
  importedCode,
  looksLikeConfirmationCode,
  readTicketCode,
  type TicketType,
} from '../codes/index.ts';
import { type CalendarDay, parseCalendarDay } from '../core/calendar-day.ts';
import { emailRule, isEmail } from '../core/email.ts';
import { HIGHEST_PRICE, isAmountOf, toCents } from '../core/money.ts';
import { isPhone } from '../core/phone.ts';
import { parseUuid } from '../core/uuid.ts';
import { GENERAL, type Product, STANDARD } from '../offers/index.ts';

export const NEEDED_COLUMNS = ['code', 'ticketType', 'ticketDate'] as const;
export const COLUMNS = [
  ...NEEDED_COLUMNS,
  ...(['eventId', 'entryTime', 'category', 'price', 'email', 'phone'] as const),
] as const;
export type ImportColumn = (typeof COLUMNS)[number];

/** What else `museum export tickets` writes: what the ticket was there, which it is not here. */
const CHECKED_COLUMNS = ['state', 'currency'] as const;
export const UNUSED_COLUMNS: readonly string[] = [
  ...['ticketId', 'confirmationCode', 'eventName', 'places', 'vat', 'soldAt', 'soldBy', 'orderId', 'because'],
];
export const KNOWN_COLUMNS: readonly string[] = [...COLUMNS, ...CHECKED_COLUMNS, ...UNUSED_COLUMNS];

type CheckedColumn = ImportColumn | (typeof CHECKED_COLUMNS)[number];

/** The cells of a line by column, without white space around them. What is missing is empty. */
export type Cells = Readonly<Record<CheckedColumn, string>>;

/** @param textOf the text under a column */
export function cellsOf(textOf: (column: CheckedColumn) => string | undefined): Cells {
  const cells = [...COLUMNS, ...CHECKED_COLUMNS].map((column) => [column, textOf(column)?.trim() ?? '']);
  return Object.fromEntries(cells) as Cells;
}

/** A line of the file that is right in itself. */
export interface ImportRow {
  readonly code: string;
  readonly product: Product;
  readonly day: CalendarDay;
  /** HH:mm */
  readonly entryTime: string | null;
  /** Slug. */
  readonly category: string;
  /** Undefined: what it costs here. */
  readonly priceCents: number | undefined;
  readonly email: string | null;
  readonly phone: string | null;
}

/** What the characters of a file become that are not in UTF-8. */
const UNREADABLE = '\uFFFD';
const LONGEST_QUOTED = 40;

/** The row, or sentences that say what is wrong with its cells. */
export function readRow(cells: Cells, currency: string): ImportRow | string[] {
  const faults = [...COLUMNS, ...CHECKED_COLUMNS].flatMap((column) => faultOf(column, cells, currency) ?? []);
  if (faults.length > 0) return faults;
  const { code, eventId, ticketDate, entryTime, category, price, email, phone } = cells;
  return {
    code: importedCode(code) as string,
    product: parseUuid(eventId) ?? GENERAL,
    day: ticketDate as CalendarDay,
    entryTime: entryTime || null,
    category: category || STANDARD,
    priceCents: price === '' ? undefined : toCents(Number(price)),
    email: email || null,
    phone: phone || null,
  };
}

function faultOf(column: CheckedColumn, cells: Cells, currency: string): string | undefined {
  const cell = cells[column];
  if (cell.includes(UNREADABLE)) return `${column} is not in UTF-8: save the file as CSV in UTF-8.`;
  const rule = RULES[column](cell, cells, currency);
  if (rule === false) return undefined;
  return cell === '' ? `${column} ${rule}.` : `${column} ${inQuotes(cell)} ${rule}.`;
}

/** What a cell must be and is not, for each column. */
const RULES: Readonly<
  Record<CheckedColumn, (cell: string, cells: Cells, currency: string) => string | false>
> = {
  code: (code) => {
    if (importedCode(code) === undefined)
      return `must have ${IMPORTED_CODE.least} to ${IMPORTED_CODE.most} characters`;
    return isOurs(code) && 'reads like a code of this museum: it must be one of another system';
  },
  ticketType: (type) => !isTicketType(type) && 'must be general or event',
  ticketDate: (date) => parseCalendarDay(date) === undefined && 'must be a day, such as 2027-03-14',
  eventId: (eventId, { ticketType }) => {
    if (ticketType === 'general') return eventId !== '' && 'must be empty for general entry';
    return (
      ticketType === 'event' &&
      parseUuid(eventId) === undefined &&
      'must be the eventId of a special event, a UUID'
    );
  },
  entryTime: () => false, // only the times of that day are accepted
  category: () => false,
  price: (price, _, currency) => price !== '' && !isPrice(price, currency) && priceRule(currency),
  email: (email) => email !== '' && !isEmail(email) && emailRule(email),
  phone: (phone, { email }) => {
    if (phone === '') return false;
    if (!isPhone(phone)) return 'must be a telephone number of 3 to 32 characters';
    return email === '' && 'needs an e-mail address beside it, by which it can be found and erased';
  },
  state: (state) => !['', 'valid', 'expired'].includes(state) && 'admits nobody any more: leave the line out',
  currency: (other, _, currency) =>
    other !== '' && other !== currency && `must be ${currency}, as everything here`,
};

/** Whether the gate would take it for a code of this museum. */
function isOurs(code: string): boolean {
  return looksLikeConfirmationCode(code) || !('refusal' in readTicketCode(code));
}

function isTicketType(text: string): text is TicketType {
  return text === 'general' || text === 'event';
}

function isPrice(text: string, currency: string): boolean {
  return (
    /^\d{1,7}(?:\.\d{1,2})?$/.test(text) &&
    Number(text) <= HIGHEST_PRICE &&
    isAmountOf(currency, Number(text))
  );
}

function priceRule(currency: string): string {
  const example = isAmountOf(currency, 12.5) ? '12.50' : '1200';
  return `must be an amount in ${currency} of at most ${HIGHEST_PRICE}, such as ${example}`;
}

/** Text of the file as it is said in a sentence. */
export function inQuotes(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text);
}

/** A file that can't be imported as a whole. The message is a sentence for the person who asked for it. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

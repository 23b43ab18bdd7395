import { isAmountOf } from '../../core/money.ts';
import type { HowPaid } from '../../orders/index.ts';
import type { Fields } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { type Amount, isPaymentMethod } from '../../payments/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { centsIn, examplePrice, priceText } from './figure-fields.ts';
import { moneyTexts } from './money-texts.ts';
import { methodOptions } from './refund-fields.ts';
import { sellTexts } from './sell-texts.ts';

/** What a form asks about a payment. */
export type PayField = 'paidBy' | 'given' | 'method-1' | 'amount-1' | 'method-2' | 'amount-2';

type PayValues = { readonly [Field in PayField]?: string | undefined };

/** How visitors pay at the desk, with one key each; with scripts, it chooses that and sells. */
export const PAID_BY = [
  { value: 'cash', key: 'c' },
  { value: 'card', key: 'k' },
  { value: 'invoice', key: 'i' },
  { value: 'voucher', key: 'v' },
  { value: 'other', key: 'o' },
] as const;

/** Stands for two ways among the ways to pay. */
export const TWO_WAYS = 'two';

/** What the visitor hands over in cash. */
export function givenField({ language }: DeskRequest, fields: Pick<Fields<PayField>, 'input'>): Html {
  const say = sellTexts(language);
  return fields.input('given', { label: say('given'), hint: say('givenHint'), with: MONEY_INPUT });
}

/** What is handed over, with buttons for notes, and what goes back. sell.js keeps that up to date. @param change in cents */
export function givenFields(
  desk: DeskRequest,
  fields: Pick<Fields<PayField>, 'input'>,
  change: number | undefined,
): Html {
  const { language, currency, words } = desk;
  const note = (cents: number) => {
    const value = priceText(language, cents);
    return html`<button class="note" name="note" value="${value}" formnovalidate>${value}</button>\n`;
  };
  const back = change === undefined ? '' : words.money(change, currency);
  return html`
    ${givenField(desk, fields)}
    ${notesOf(currency).map(note)}
    <p class="sum"${attributes({ hidden: change === undefined })}>
      ${sellTexts(language)('change')} <strong data-change aria-live="polite">${back}</strong>
    </p>
  `;
}

/** The notes that are handed over most, in cents. */
function notesOf(currency: string): number[] {
  const each = isAmountOf(currency, 0.5) ? 1 : 100; // where there are no cents, a note is a hundred times as much
  return [5_000 * each, 10_000 * each];
}

/** Two ways to pay, with what is paid in each. */
export function twoWaysFields(
  { language }: DeskRequest,
  { select, input }: Pick<Fields<PayField>, 'select' | 'input'>,
): Html {
  const say = sellTexts(language);
  const options = methodOptions(language);
  return html`
    <div class="in-a-row">
      ${select('method-1', { label: say('firstWay'), options })}
      ${input('amount-1', { label: say('firstAmount'), with: MONEY_INPUT })}
    </div>
    <div class="in-a-row">
      ${select('method-2', { label: say('secondWay'), options })}
      ${input('amount-2', { label: say('secondAmount'), hint: say('restHint'), with: MONEY_INPUT })}
    </div>
  `;
}

const MONEY_INPUT = { inputmode: 'decimal', autocomplete: 'off' } as const;

/** How something is paid, and what was handed over in cash for it, if that was typed. */
export interface TypedPayment {
  readonly paid: HowPaid;
  /** In cents. */
  readonly given: number | undefined;
}

type PayFaults = { readonly [Field in PayField]?: string };

/** How `total` is paid, by the form; or what is wrong with it. Nothing is asked of what costs nothing. */
export function readPayment(
  desk: DeskRequest,
  values: PayValues,
  total: number,
): TypedPayment | { readonly faults: PayFaults } {
  if (total === 0) return { paid: {}, given: undefined };
  const paid = values.paidBy === TWO_WAYS ? readTwoWays(desk, values, total) : readWay(desk, values);
  return 'faults' in paid ? paid : withGiven(desk, values, paid, total);
}

function readWay({ language }: DeskRequest, { paidBy }: PayValues): HowPaid | { readonly faults: PayFaults } {
  return isPaymentMethod(paidBy) ? { paidBy } : { faults: { paidBy: sellTexts(language)('paidByFault') } };
}

function readTwoWays(
  { language, currency, words }: DeskRequest,
  values: PayValues,
  total: number,
): HowPaid | { readonly faults: PayFaults } {
  const say = moneyTexts(language);
  const first = amountIn(values['amount-1'], currency);
  const second = values['amount-2'] ? amountIn(values['amount-2'], currency) : total - (first ?? 0);
  const amounts = { 'amount-1': first, 'amount-2': second };
  const faults: { [Field in PayField]?: string } = {};
  const payments: Amount[] = [];
  for (const place of [1, 2] as const) {
    const [method, cents] = [values[`method-${place}`], amounts[`amount-${place}`]];
    if (!isPaymentMethod(method)) faults[`method-${place}`] = sellTexts(language)('paidByFault');
    else if (cents === undefined)
      faults[`amount-${place}`] = say('amountFault', { example: examplePrice(language, currency) });
    else payments.push({ method, cents });
  }
  if (Object.keys(faults).length > 0) return { faults };
  const isTotal = (first ?? 0) + (second ?? 0) === total && (second ?? 0) > 0;
  return isTotal ? { payments } : { faults: { 'amount-1': say('notTotal', { total: words.money(total) }) } };
}

/** Above zero. */
function amountIn(text: string | undefined, currency: string): number | undefined {
  return centsIn(text ?? '', currency) || undefined;
}

function withGiven(
  { language, currency, words }: DeskRequest,
  { given: text }: PayValues,
  paid: HowPaid,
  total: number,
): TypedPayment | { readonly faults: PayFaults } {
  const cash = cashIn(paid, total);
  if (!text || cash === 0) return { paid, given: undefined };
  const given = amountIn(text, currency);
  const example = examplePrice(language, currency);
  if (given === undefined) return { faults: { given: moneyTexts(language)('amountFault', { example }) } };
  return given < cash
    ? { faults: { given: sellTexts(language)('givenFault', { sum: words.money(cash) }) } }
    : { paid, given };
}

/** What goes back of the cash that was typed as given, in cents; undefined: nothing was, or it is not right. */
export function changeFor(desk: DeskRequest, values: PayValues, total: number): number | undefined {
  const payment = readPayment(desk, values, total);
  if ('faults' in payment || payment.given === undefined) return undefined;
  return payment.given - cashIn(payment.paid, total);
}

function cashIn({ paidBy, payments }: HowPaid, total: number): number {
  if (paidBy !== undefined) return paidBy === 'cash' ? total : 0;
  return (payments ?? []).reduce((sum, { method, cents }) => sum + (method === 'cash' ? cents : 0), 0);
}

/** The tickets of a sale that was just made. */
export function soldAddress(ticketIds: readonly string[], given: number | undefined): string {
  return `/desk/print?tickets=${ticketIds.join(',')}&sold=1${given === undefined ? '' : `&given=${given}`}`;
}

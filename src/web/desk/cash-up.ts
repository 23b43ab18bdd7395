import { randomUUID } from 'node:crypto';
import { findUsernames, type ListedAccount, listAccounts } from '../../accounts/index.ts';
import { type CalendarDay, parseCalendarDay } from '../../core/calendar-day.ts';
import { may, scopeOf } from '../../core/permissions.ts';
import { parseUuid, type Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { seeOther } from '../../http/sessions.ts';
import { once } from '../../idempotency/index.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import {
  type CashUp,
  countDrawer,
  getCashUp,
  PAYMENT_METHODS,
  type PaymentFigures,
  type Shift,
} from '../../payments/index.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { DeskOptions, DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { centsIn, examplePrice } from './figure-fields.ts';
import { formOnce } from './form-once.ts';
import { moneyTexts } from './money-texts.ts';
import { ONLINE_PAYMENTS } from './online-payments.ts';
import { faultsAmong, formTo, postForm } from './post-form.ts';
import { sellTexts } from './sell-texts.ts';

/** What a seller has taken and paid back on a day, and the drawer that is counted. */
export async function showCashUp(desk: DeskRequest, submitted?: Submitted<CashUpField>): Promise<Answer> {
  const asked = submitted?.values ?? Object.fromEntries(desk.query);
  const shift = shiftOf(desk, asked);
  const name = await nameOf(desk, shift.accountId);
  const sellers = maySeeAll(desk) ? await listAccounts(desk.store) : [];
  const found = await getCashUp(desk.store, desk.actor, shift);
  return cashUpPage(desk, { shift, name, sellers, ...found, submitted });
}

export const saveCount = postForm<CashUpField>(async (desk, { values, again }) => {
  const { actor, language, currency } = desk;
  const shift = shiftOf(desk, values);
  const startCents = centsIn(values.start || '0', currency);
  const countedCents = centsIn(values.counted ?? '', currency);
  if (startCents === undefined || countedCents === undefined) {
    const fault = cashUpTexts(language)('amountFault', { example: examplePrice(language, currency) });
    return again(
      faultsAmong({
        start: startCents === undefined && fault,
        counted: countedCents === undefined && fault,
      }),
    );
  }
  const count = { startCents, countedCents };
  const request = formOnce<string>(desk, 'cash up', values.key, { ...shift, ...count }, String);
  const name = await nameOf(desk, shift.accountId);
  await once(desk, actor, request, async ({ tx, now }) => {
    await countDrawer(tx, actor, shift, count, { name, now });
    return { outcome: '' };
  });
  const { day: date, accountId: seller } = shift;
  return seeOther(`/desk/cash-up?${new URLSearchParams({ date, seller, done: 'drawerCounted' })}`);
}, showCashUp);

/** The day and the seller that were chosen; by default today, and who has signed in. */
function shiftOf(
  desk: DeskRequest,
  { date = '', seller = '' }: { readonly date?: string | undefined; readonly seller?: string | undefined },
): Shift {
  const { calendar, currency } = desk;
  const day: CalendarDay = parseCalendarDay(date) ?? calendar.today();
  const chosen = maySeeAll(desk) ? parseUuid(seller) : undefined;
  return { day, accountId: chosen ?? desk.actor.accountId, currency };
}

function maySeeAll({ actor: { role } }: Clerk): boolean {
  return scopeOf(role, 'read-reports') === 'all';
}

async function nameOf({ store }: DeskOptions, accountId: Uuid): Promise<string> {
  return (await findUsernames(store, [accountId])).get(accountId) ?? '';
}

type CashUpField = 'date' | 'seller' | 'start' | 'counted' | 'key';

interface ShownCashUp extends CashUp {
  readonly shift: Shift;
  /** The seller's name. */
  readonly name: string;
  /** Whom this person may choose; none: only themselves. */
  readonly sellers: readonly ListedAccount[];
  readonly submitted?: Submitted<CashUpField> | undefined;
}

function cashUpPage(desk: DeskRequest, shown: ShownCashUp): Answer {
  const { language, words } = desk;
  const { shift, name, submitted } = shown;
  const say = cashUpTexts(language);
  const fields = fieldsOf<CashUpField>(language, submitted);
  return deskPage(desk, {
    title: say('cashUp'),
    lead: say('of', { name, day: words.day(shift.day) }),
    main: html`
      ${choose(desk, shown)}
      ${takings(desk, shown)}
      ${drawer(desk, shown, fields)}
      ${counts(desk, shown)}
      <p class="unprinted"><button class="plain" data-print hidden>${say('print')}</button></p>
      <p class="unprinted"><a href="${ONLINE_PAYMENTS}">${say('online')}</a></p>
    `,
    here: '/desk/cash-up',
    form: fields,
    scripts: [deskAssets.address('print.js')],
  });
}

function choose({ language }: Clerk, { shift: { day, accountId }, sellers }: ShownCashUp): Html {
  const say = cashUpTexts(language);
  const options = sellers
    .filter(({ role }) => may(role, 'void-tickets'))
    .map(({ accountId: value, username }) => {
      const tied = attributes({ value, selected: value === accountId });
      return html`<option${tied}>${username}</option>\n`;
    });
  const seller = html`
    <label for="seller">${say('seller')}</label>
    <select id="seller" name="seller">${options}</select>
  `;
  return html`
    <form method="get" action="/desk/cash-up" class="unprinted">
      <div class="choose">
        <label for="date">${sellTexts(language)('day')}</label>
        <input type="date" id="date" name="date" value="${day}" required>
        ${options.length > 0 && seller}
        <button>${say('show')}</button>
      </div>
    </form>
  `;
}

interface Taking extends Pick<PaymentFigures, 'paidCents' | 'refundedCents'> {
  readonly name: string;
}

function takings({ language, words }: Clerk, { takings: taken, shift }: ShownCashUp): Html {
  const say = cashUpTexts(language);
  const used = PAYMENT_METHODS.flatMap((method): Taking[] => {
    const figures = taken.get(method);
    return figures === undefined ? [] : [{ ...figures, name: moneyTexts(language)(method) }];
  });
  const total: Taking = {
    name: say('total'),
    paidCents: used.reduce((sum, { paidCents }) => sum + paidCents, 0),
    refundedCents: used.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  };
  const amount = (head: 'paid' | 'refunded' | 'balance', centsOf: (taking: Taking) => number) => ({
    head: say(head),
    cell: (taking: Taking) => words.money(centsOf(taking), shift.currency),
    isNumber: true,
  });
  const columns = [
    { head: say('method'), cell: ({ name }: Taking) => name },
    amount('paid', ({ paidCents }) => paidCents),
    amount('refunded', ({ refundedCents }) => refundedCents),
    amount('balance', ({ paidCents, refundedCents }) => paidCents - refundedCents),
  ];
  return table(say('takings'), used.length > 1 ? [...used, total] : used, columns, say('none'));
}

function drawer(desk: Clerk, { shift }: ShownCashUp, fields: Fields<CashUpField>): Html {
  const say = cashUpTexts(desk.language);
  const typed = { inputmode: 'decimal', autocomplete: 'off' };
  const start = { label: say('start'), hint: say('startHint'), value: '0', with: typed };
  const counted = { label: say('counted'), hint: say('countedHint'), with: { ...typed, required: true } };
  const content = html`
    ${fields.hidden('key', randomUUID())}
    ${fields.hidden('date', shift.day)}
    ${fields.hidden('seller', shift.accountId)}
    ${fields.input('start', start)}
    ${fields.input('counted', counted)}
    <button class="action">${say('save')}</button>
  `;
  return html`
    <section class="unprinted">
      <h2>${say('drawer')}</h2>
      ${formTo(desk, '/desk/cash-up', content)}
    </section>
  `;
}

function counts({ language, words }: Clerk, { counts: known, shift }: ShownCashUp): Html | undefined {
  if (known.length === 0) return undefined;
  const say = cashUpTexts(language);
  const money = (cents: number) => words.money(cents, shift.currency);
  const difference = (cents: number) => {
    if (cents === 0) return say('right');
    return say(cents > 0 ? 'over' : 'short', { amount: money(Math.abs(cents)) });
  };
  return table(say('counts'), known, [
    { head: say('at'), cell: ({ at }) => asHeading(words.instant(at)) },
    { head: say('start'), cell: ({ startCents }) => money(startCents), isNumber: true },
    {
      head: say('expected'),
      cell: ({ startCents, takenCents }) => money(startCents + takenCents),
      isNumber: true,
    },
    { head: say('counted'), cell: ({ countedCents }) => money(countedCents), isNumber: true },
    { head: say('difference'), cell: ({ differenceCents }) => difference(differenceCents), isNumber: true },
  ]);
}

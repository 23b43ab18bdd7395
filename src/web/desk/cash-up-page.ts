import { randomUUID } from 'node:crypto';
import type { ListedAccount } from '../../accounts/index.ts';
import { may } from '../../core/permissions.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { type CashUp, PAYMENT_METHODS, type PaymentFigures, type Shift } from '../../payments/index.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { ONLINE_PAYMENTS } from './online-payments.ts';
import { formTo } from './post-form.ts';
import { sellTexts } from './sell-texts.ts';

export type CashUpField = 'date' | 'seller' | 'start' | 'counted' | 'key';

export interface ShownCashUp extends CashUp {
  readonly shift: Shift;
  /** The seller's name. */
  readonly name: string;
  /** Whom this person may choose; none: only themselves. */
  readonly sellers: readonly ListedAccount[];
  readonly submitted?: Submitted<CashUpField> | undefined;
}

export function cashUpPage(desk: DeskRequest, shown: ShownCashUp): Answer {
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

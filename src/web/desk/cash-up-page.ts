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
  /** Of the seller. */
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
  const print = html`<p class="unprinted"><button class="plain" data-print hidden>${say('print')}</button></p>\n`;
  const online = html`<p class="unprinted"><a href="${ONLINE_PAYMENTS}">${say('online')}</a></p>\n`;
  return deskPage(desk, {
    title: say('cashUp'),
    lead: say('of', { name, day: words.day(shift.day) }),
    main: html`${choose(desk, shown)}${takings(desk, shown)}${drawer(desk, shown, fields)}${counts(desk, shown)}${print}${online}`,
    here: '/desk/cash-up',
    form: fields,
    scripts: [deskAssets.address('print.js')],
  });
}

function choose({ language }: Clerk, { shift: { day, accountId }, sellers }: ShownCashUp): Html {
  const say = cashUpTexts(language);
  const options = sellers
    .filter(({ role }) => may(role, 'void-tickets'))
    .map(
      (account) =>
        html`<option${attributes({ value: account.accountId, selected: account.accountId === accountId })}>${account.username}</option>\n`,
    );
  const seller = html`<label for="seller">${say('seller')}</label>
<select id="seller" name="seller">
${options}</select>
`;
  return html`<form method="get" action="/desk/cash-up" class="unprinted">
<div class="choose">
<label for="date">${sellTexts(language)('day')}</label>
<input type="date" id="date" name="date" value="${day}" required>
${options.length > 0 && seller}<button>${say('show')}</button>
</div>
</form>
`;
}

function takings({ language, words }: Clerk, { takings: taken, shift }: ShownCashUp): Html {
  const say = cashUpTexts(language);
  const money = (cents: number) => words.money(cents, shift.currency);
  const columns = [
    { text: say('method') },
    ...(['paid', 'refunded', 'balance'] as const).map((name) => ({ text: say(name), isNumber: true })),
  ];
  const row = (name: string, { paidCents, refundedCents }: PaymentFigures) => [
    name,
    money(paidCents),
    money(refundedCents),
    money(paidCents - refundedCents),
  ];
  const used = PAYMENT_METHODS.flatMap((method) => {
    const figures = taken.get(method);
    return figures === undefined ? [] : [row(moneyTexts(language)(method), figures)];
  });
  const all = [...taken.values()];
  const total = {
    count: 0,
    paidCents: all.reduce((sum, { paidCents }) => sum + paidCents, 0),
    refundedCents: all.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  };
  const rows = used.length > 1 ? [...used, row(say('total'), total)] : used;
  return table(say('takings'), columns, rows, say('none'));
}

function drawer(clerk: Clerk, { shift }: ShownCashUp, fields: Fields<CashUpField>): Html {
  const say = cashUpTexts(clerk.language);
  const typed = { inputmode: 'decimal', autocomplete: 'off' };
  return html`<section class="unprinted">
<h2>${say('drawer')}</h2>
${formTo(
  clerk,
  '/desk/cash-up',
  html`${fields.hidden('key', randomUUID())}${fields.hidden('date', shift.day)}${fields.hidden('seller', shift.accountId)}${fields.input(
    'start',
    { label: say('start'), hint: say('startHint'), value: '0', with: typed },
  )}${fields.input('counted', {
    label: say('counted'),
    hint: say('countedHint'),
    with: { ...typed, required: true },
  })}<button class="action">${say('save')}</button>
`,
)}</section>
`;
}

function counts({ language, words }: Clerk, { counts: known, shift }: ShownCashUp): Html | undefined {
  if (known.length === 0) return undefined;
  const say = cashUpTexts(language);
  const money = (cents: number) => words.money(cents, shift.currency);
  const columns = [
    { text: say('at') },
    ...(['start', 'expected', 'counted', 'difference'] as const).map((name) => ({
      text: say(name),
      isNumber: true,
    })),
  ];
  const rows = known.map(({ at, startCents, takenCents, countedCents, differenceCents: difference }) => [
    asHeading(words.instant(at)),
    money(startCents),
    money(startCents + takenCents),
    money(countedCents),
    difference === 0
      ? say('right')
      : say(difference > 0 ? 'over' : 'short', { amount: money(Math.abs(difference)) }),
  ]);
  return table(say('counts'), columns, rows, '');
}

import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../core/uuid.ts';
import { asHeading } from '../../core/words.ts';
import type { Answer } from '../../http/answer.ts';
import { type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import { table } from '../../pages/table.ts';
import { type CashUp, expectedCents } from '../../payments/index.ts';
import {
  CASH_UP,
  type ChosenShift,
  chooseShift,
  differenceInWords,
  foot,
  takingsTable,
} from './cash-up-parts.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { priceText } from './figure-fields.ts';
import { moneyTexts } from './money-texts.ts';
import { formTo } from './post-form.ts';
import { reasonInput } from './void-form.ts';

export type CashUpField =
  | ('date' | 'seller' | 'key')
  | ('start' | 'counted')
  | ('float' | 'kind' | 'amount' | 'reason');

interface ShownCashUp extends CashUp, ChosenShift {
  /** The user names of the seller, and of who recorded what is shown. */
  readonly names: ReadonlyMap<Uuid, string>;
  readonly submitted?: Submitted<CashUpField> | undefined;
}

export function cashUpPage(desk: DeskRequest, shown: ShownCashUp): Answer {
  const { language, words } = desk;
  const { shift, names, submitted } = shown;
  const say = cashUpTexts(language);
  const name = names.get(shift.accountId) ?? '';
  return deskPage(desk, {
    title: say('cashUp'),
    lead: say('of', { name, day: words.day(shift.day) }),
    main: html`
      ${chooseShift(desk, shown, shift.accountId)}
      ${takingsTable(desk, shown.takings, shift.currency)}
      ${drawer(desk, shown)}
      ${movements(desk, shown)}
      ${counts(desk, shown)}
      ${forms(desk, shown)}
      ${foot(desk)}
    `,
    here: CASH_UP,
    form: fieldsOf<CashUpField>(language, submitted),
    scripts: [deskAssets.address('print.js')],
  });
}

/** From the float to what the drawer should hold. */
function drawer({ language, words }: Clerk, { drawer: cash, shift }: ShownCashUp): Html {
  const say = cashUpTexts(language);
  const money = (cents: number) => words.money(cents, shift.currency);
  return factList('figures', [
    [say('float'), money(cash.floatCents ?? 0)],
    [moneyTexts(language)('cash'), money(cash.takenCents)],
    [say('payIn'), money(cash.paidInCents)],
    [say('payOut'), money(0 - cash.paidOutCents)],
    [say('expected'), money(expectedCents(cash))],
  ]);
}

function movements({ language, words }: Clerk, shown: ShownCashUp): Html | undefined {
  const { movements: moved, names, shift } = shown;
  if (moved.length === 0) return undefined;
  const say = cashUpTexts(language);
  const kinds = { float: say('float'), 'pay-in': say('payIn'), 'pay-out': say('payOut') };
  return table(say('movements'), moved, [
    { head: say('at'), cell: ({ at }) => asHeading(words.instant(at)) },
    { head: say('kind'), cell: ({ kind }) => kinds[kind] },
    { head: say('reason'), cell: ({ reason }) => reason },
    { head: say('by'), cell: ({ recordedBy }) => recordedBy && names.get(recordedBy) },
    { head: say('amount'), cell: ({ cents }) => words.money(cents, shift.currency), isNumber: true },
  ]);
}

function counts({ language, words }: Clerk, { counts: known, shift }: ShownCashUp): Html | undefined {
  if (known.length === 0) return undefined;
  const say = cashUpTexts(language);
  const money = (cents: number) => words.money(cents, shift.currency);
  return table(say('counts'), known, [
    { head: say('at'), cell: ({ at }) => asHeading(words.instant(at)) },
    { head: say('float'), cell: ({ startCents }) => money(startCents), isNumber: true },
    {
      head: say('expected'),
      cell: ({ countedCents, differenceCents }) => money(countedCents - differenceCents),
      isNumber: true,
    },
    { head: say('counted'), cell: ({ countedCents }) => money(countedCents), isNumber: true },
    {
      head: say('difference'),
      cell: ({ differenceCents }) => differenceInWords({ language, words }, differenceCents, shift.currency),
      isNumber: true,
    },
  ]);
}

const TYPED = { inputmode: 'decimal', autocomplete: 'off' } as const;

function forms(desk: Clerk, shown: ShownCashUp): Html {
  const say = cashUpTexts(desk.language);
  return html`
    <div class="unprinted">
      ${section(say('drawer'), countForm(desk, shown))}
      ${section(say('payInOrOut'), movementForm(desk, shown))}
      ${section(say('floatAtStart'), floatForm(desk, shown))}
    </div>
  `;
}

/** What was typed belongs to one form, and so do its key and its faults. @param own a field that only this form has */
function fieldsIn({ language }: Clerk, { submitted }: ShownCashUp, own: CashUpField): Fields<CashUpField> {
  return fieldsOf(language, submitted?.values && own in submitted.values ? submitted : undefined);
}

function formFor(
  desk: Clerk,
  { shift }: ShownCashUp,
  fields: Fields<CashUpField>,
  at: string,
  content: Piece,
): Html {
  return formTo(
    desk,
    at,
    html`
      ${fields.hidden('key', randomUUID())}
      ${fields.hidden('date', shift.day)}
      ${fields.hidden('seller', shift.accountId)}
      ${content}
    `,
  );
}

/** It asks for the float only if nobody has said it yet. */
function countForm(desk: Clerk, shown: ShownCashUp): Html {
  const say = cashUpTexts(desk.language);
  const fields = fieldsIn(desk, shown, 'counted');
  const start = { label: say('start'), hint: say('floatHint'), value: '0', with: TYPED };
  const counted = { label: say('counted'), hint: say('countedHint'), with: { ...TYPED, required: true } };
  const content = html`
    ${shown.drawer.floatCents === undefined && fields.input('start', start)}
    ${fields.input('counted', counted)}
    <button class="action">${say('save')}</button>
  `;
  return formFor(desk, shown, fields, CASH_UP, content);
}

function movementForm(desk: Clerk, shown: ShownCashUp): Html {
  const say = cashUpTexts(desk.language);
  const fields = fieldsIn(desk, shown, 'amount');
  const content = html`
    ${fields.input('amount', { label: say('amount'), with: { ...TYPED, required: true } })}
    ${reasonInput(desk, fields, 'reason', { hint: say('reasonHint') })}
    <p class="actions">
      <button name="kind" value="pay-in">${say('payIn')}</button>
      <button name="kind" value="pay-out">${say('payOut')}</button>
    </p>
  `;
  return formFor(desk, shown, fields, `${CASH_UP}/movements`, content);
}

function floatForm(desk: Clerk, shown: ShownCashUp): Html {
  const say = cashUpTexts(desk.language);
  const fields = fieldsIn(desk, shown, 'float');
  const { floatCents } = shown.drawer;
  const value = floatCents === undefined ? '' : priceText(desk.language, floatCents);
  const float = { label: say('float'), hint: say('floatHint'), value, with: { ...TYPED, required: true } };
  const content = html`
    ${fields.input('float', float)}
    <button>${say('saveFloat')}</button>
  `;
  return formFor(desk, shown, fields, `${CASH_UP}/float`, content);
}

import type { Uuid } from '../../core/uuid.ts';
import type { Answer } from '../../http/answer.ts';
import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import {
  type CashUp,
  type DrawerCash,
  expectedCents,
  type PaymentFigures,
  RECORDED_METHODS,
  type RecordedMethod,
  type Takings,
} from '../../payments/index.ts';
import {
  CASH_UP,
  type ChosenShift,
  chooseShift,
  differenceInWords,
  foot,
  takingsTable,
  WHOLE_HOUSE,
} from './cash-up-parts.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { DeskRequest } from './desk-options.ts';
import { type Clerk, deskAssets, deskPage } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';

interface SellerCashUp extends CashUp {
  /** Null: the service itself, such as what visitors pay online. */
  readonly accountId: Uuid | null;
  /** The user name, or what the service itself is called. */
  readonly name: string;
}

interface HouseCashUp extends ChosenShift {
  /** In the order in which they are shown. */
  readonly found: readonly SellerCashUp[];
}

/** What each seller has taken and paid back on a day, the drawers, and the sums. */
export function houseCashUpPage(desk: DeskRequest, house: HouseCashUp): Answer {
  const { language, words } = desk;
  const { shift } = house;
  const say = cashUpTexts(language);
  return deskPage(desk, {
    title: say('cashUp'),
    lead: say('of', { name: say('wholeHouse'), day: words.day(shift.day) }),
    main: html`
      ${chooseShift(desk, house, WHOLE_HOUSE)}
      ${takingsTable(desk, sumOfTakings(house), shift.currency)}
      ${takingsBySeller(desk, house)}
      ${drawers(desk, house)}
      ${foot(desk)}
    `,
    here: CASH_UP,
    scripts: [deskAssets.address('print.js')],
  });
}

function sumOfTakings({ found }: HouseCashUp): Takings {
  const all = found.flatMap(({ takings }) => [...takings]);
  const sums = [...Map.groupBy(all, ([method]) => method)].map(([method, each]) => {
    const sumOf = (figure: keyof PaymentFigures) => sum(each.map(([, figures]) => figures[figure]));
    const figures = { paidCents: sumOf('paidCents'), refundedCents: sumOf('refundedCents') };
    return [method, { count: sumOf('count'), ...figures }] as const;
  });
  return new Map(sums);
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}

/** A seller, or all of them. */
interface Row {
  readonly name: Piece;
  readonly cashUps: readonly SellerCashUp[];
}

/** Each seller and the sum. */
function rowsOf({ language }: Clerk, { shift }: HouseCashUp, found: readonly SellerCashUp[]): Row[] {
  const addressOf = (seller: Uuid) => `${CASH_UP}?${new URLSearchParams({ date: shift.day, seller })}`;
  const rows = found.map((cashUp): Row => {
    const { accountId, name } = cashUp;
    return {
      name: accountId ? html`<a href="${addressOf(accountId)}">${name}</a>` : name,
      cashUps: [cashUp],
    };
  });
  return rows.length > 1 ? [...rows, { name: cashUpTexts(language)('total'), cashUps: found }] : rows;
}

function takingsBySeller(desk: Clerk, house: HouseCashUp): Html | undefined {
  const { language } = desk;
  const say = cashUpTexts(language);
  const found = house.found.filter(({ takings }) => takings.size > 0);
  if (found.length === 0) return undefined;
  const balance = ({ cashUps }: Row, isMeant: (method: string) => boolean) => {
    const taken = cashUps.flatMap(({ takings }) => [...takings]).filter(([method]) => isMeant(method));
    return sum(taken.map(([, { paidCents, refundedCents }]) => paidCents - refundedCents));
  };
  const used = RECORDED_METHODS.filter((method) => found.some(({ takings }) => takings.has(method)));
  const columnOf = (method: RecordedMethod) =>
    amount(desk, house, moneyTexts(language)(method), (row) => balance(row, (each) => each === method));
  const ofMethods = used.filter((method) => method !== 'gift').map(columnOf);
  // No money in a drawer: not in the balance.
  const gifts = used.filter((method) => method === 'gift').map(columnOf);
  return table(say('bySeller'), rowsOf(desk, house, found), [
    { head: say('seller'), cell: ({ name }) => name },
    ...ofMethods,
    amount(desk, house, say('balance'), (row) => balance(row, (each) => each !== 'gift')),
    ...gifts,
  ]);
}

function drawers(desk: Clerk, house: HouseCashUp): Html | undefined {
  const say = cashUpTexts(desk.language);
  const found = house.found.filter(
    ({ takings, movements, counts }) => takings.has('cash') || movements.length > 0 || counts.length > 0,
  );
  if (found.length === 0) return undefined;
  const ofDrawer = (head: string, centsOf: (cash: DrawerCash) => number) =>
    amount(desk, house, head, ({ cashUps }) => sum(cashUps.map(({ drawer }) => centsOf(drawer))));
  const lastCounts = ({ cashUps }: Row) => cashUps.flatMap(({ counts }) => counts[0] ?? []);
  const ofCounts = (
    head: string,
    inWords: (counts: ReturnType<typeof lastCounts>) => string,
  ): Column<Row> => ({
    head,
    cell: (row) => (lastCounts(row).length === 0 ? say('notCounted') : inWords(lastCounts(row))),
    isNumber: true,
  });
  const { currency } = house.shift;
  return table(say('drawers'), rowsOf(desk, house, found), [
    { head: say('seller'), cell: ({ name }) => name },
    ofDrawer(say('float'), ({ floatCents = 0 }) => floatCents),
    ofDrawer(moneyTexts(desk.language)('cash'), ({ takenCents }) => takenCents),
    ofDrawer(say('payIn'), ({ paidInCents }) => paidInCents),
    ofDrawer(say('payOut'), ({ paidOutCents }) => -paidOutCents),
    ofDrawer(say('expected'), expectedCents),
    ofCounts(say('counted'), (counts) =>
      desk.words.money(sum(counts.map(({ countedCents }) => countedCents)), currency),
    ),
    ofCounts(say('difference'), (counts) =>
      differenceInWords(desk, sum(counts.map(({ differenceCents }) => differenceCents)), currency),
    ),
  ]);
}

function amount(
  { words }: Clerk,
  { shift }: HouseCashUp,
  head: string,
  centsOf: (row: Row) => number,
): Column<Row> {
  return { head, cell: (row) => words.money(centsOf(row), shift.currency), isNumber: true };
}

import { type Html, html, type Piece } from '../../pages/html.ts';
import { type Column, table } from '../../pages/table.ts';
import { RECORDED_METHODS } from '../../payments/index.ts';
import type { FoundReport } from '../../reports/index.ts';
import type { Clerk } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { reportsTexts } from './reports-texts.ts';

/** From the tickets that were sold to what was paid, and how: the last figure of each table is the same. */
export function moneyBridge(clerk: Clerk, { figures, parts }: FoundReport['total']): Html {
  const say = reportsTexts(clerk.language);
  const {
    soldFor = 0,
    givenBack = 0,
    revenue = 0,
    donations = 0,
    gifts = 0,
    due = 0,
    kept = 0,
    paid = 0,
  } = figures;
  const total = { name: say('paymentsReceived'), cents: paid, isSum: true };
  const ways = Object.entries(parts.byMethod ?? {}).filter(([, cents]) => cents !== 0);
  return html`
    <div class="halves">
      ${bridgeTable(clerk, say('bridge'), [
        { name: say('soldFor'), cents: soldFor },
        { name: say('givenBack'), cents: givenBack },
        { name: say('revenueWithVat'), cents: revenue, isSum: true },
        ...(donations === 0 ? [] : [{ name: say('donations'), cents: donations }]),
        ...(gifts === 0 ? [] : [{ name: say('gifts'), cents: gifts }]),
        { name: say('due'), cents: due },
        { name: say('kept'), cents: kept },
        total,
      ])}
      ${bridgeTable(clerk, say('howPaid'), [
        ...ways.map(([way, cents]) => ({ name: nameOfWay(clerk, way), cents })),
        total,
      ])}
    </div>
  `;
}

function nameOfWay({ language }: Clerk, way: string): string {
  const method = RECORDED_METHODS.find((each) => each === way);
  return method === undefined ? reportsTexts(language)('bySellers') : moneyTexts(language)(method);
}

function bridgeTable({ language, words }: Clerk, caption: string, steps: readonly MoneyStep[]): Html {
  const say = reportsTexts(language);
  return stepsTable(caption, [say('step'), say('amount')], steps, (cents) => words.money(cents));
}

/** A step of an account: what is added, or below zero taken off. */
export interface MoneyStep {
  readonly name: Piece;
  readonly cents: number;
  /** Whether it is what the steps before it add up to. */
  readonly isSum?: boolean;
}

/** An account in steps. @param heads what its two columns are called */
export function stepsTable(
  caption: Piece,
  [step, amount]: readonly [string, string],
  steps: readonly MoneyStep[],
  inWords: (cents: number) => string,
): Html {
  const columns: Column<MoneyStep>[] = [
    { head: step, cell: ({ name }) => name },
    { head: amount, cell: ({ cents }) => inWords(cents), isNumber: true },
  ];
  return table(caption, steps, columns, '', ({ isSum = false }) => isSum);
}

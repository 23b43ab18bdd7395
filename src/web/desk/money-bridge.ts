import { type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import { isPaymentMethod } from '../../payments/index.ts';
import type { FoundReport } from '../../reports/index.ts';
import type { Clerk } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { reportsTexts } from './reports-texts.ts';

interface Step {
  readonly name: string;
  readonly cents: number;
  /** Whether it is what the steps before it add up to. */
  readonly isSum?: boolean;
}

/** From the tickets that were sold to what was paid, and how: the last figure of each table is the same. */
export function moneyBridge(clerk: Clerk, { figures, parts }: FoundReport['total']): Html {
  const say = reportsTexts(clerk.language);
  const { soldFor = 0, givenBack = 0, revenue = 0, due = 0, kept = 0, paid = 0 } = figures;
  const total = { name: say('paymentsReceived'), cents: paid, isSum: true };
  const ways = Object.entries(parts.byMethod ?? {}).filter(([, cents]) => cents !== 0);
  return html`
    <div class="halves">
      ${stepsTable(clerk, say('bridge'), [
        { name: say('soldFor'), cents: soldFor },
        { name: say('givenBack'), cents: givenBack },
        { name: say('revenueWithVat'), cents: revenue, isSum: true },
        { name: say('due'), cents: due },
        { name: say('kept'), cents: kept },
        total,
      ])}
      ${stepsTable(clerk, say('howPaid'), [
        ...ways.map(([way, cents]) => ({ name: nameOfWay(clerk, way), cents })),
        total,
      ])}
    </div>
  `;
}

function nameOfWay({ language }: Clerk, way: string): string {
  return isPaymentMethod(way) ? moneyTexts(language)(way) : reportsTexts(language)('bySellers');
}

function stepsTable({ language, words }: Clerk, caption: string, steps: readonly Step[]): Html {
  const say = reportsTexts(language);
  return table(caption, steps, [
    { head: say('step'), cell: ({ name, isSum }) => (isSum ? html`<strong>${name}</strong>` : name) },
    {
      head: say('amount'),
      cell: ({ cents, isSum }) => (isSum ? html`<strong>${words.money(cents)}</strong>` : words.money(cents)),
      isNumber: true,
    },
  ]);
}

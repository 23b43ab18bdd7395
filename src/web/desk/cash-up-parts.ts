import type { ListedAccount } from '../../accounts/index.ts';
import { attributes, type Html, html } from '../../pages/html.ts';
import { table } from '../../pages/table.ts';
import {
  PAYMENT_METHODS,
  type PaymentFigures,
  type RecordedMethod,
  type Shift,
  type Takings,
} from '../../payments/index.ts';
import { cashUpTexts } from './cash-up-texts.ts';
import type { Clerk } from './desk-page.ts';
import { moneyTexts } from './money-texts.ts';
import { ONLINE_PAYMENTS } from './online-payments.ts';
import { sellTexts } from './sell-texts.ts';

export const CASH_UP = '/desk/cash-up';

/** Stands for all sellers among them. */
export const WHOLE_HOUSE = 'house';

/** The day, and whom this person may choose; none: only themselves. */
export interface ChosenShift {
  readonly shift: Shift;
  readonly sellers: readonly ListedAccount[];
}

/** @param chosen the account, or the whole house */
export function chooseShift(
  { language }: Clerk,
  { shift: { day }, sellers }: ChosenShift,
  chosen: string,
): Html {
  const say = cashUpTexts(language);
  const choices = sellers.map(({ accountId, username }) => ({ value: accountId as string, text: username }));
  const options = [{ value: WHOLE_HOUSE, text: say('wholeHouse') }, ...choices].map(({ value, text }) => {
    const tied = attributes({ value, selected: value === chosen });
    return html`<option${tied}>${text}</option>\n`;
  });
  const seller = html`
    <label for="seller">${say('seller')}</label>
    <select id="seller" name="seller">${options}</select>
  `;
  return html`
    <form method="get" action="${CASH_UP}" class="unprinted">
      <div class="choose">
        <label for="date">${sellTexts(language)('day')}</label>
        <input type="date" id="date" name="date" value="${day}" required>
        ${sellers.length > 0 && seller}
        <button>${say('show')}</button>
      </div>
    </form>
  `;
}

export function foot({ language }: Clerk): Html {
  const say = cashUpTexts(language);
  return html`
    <p class="unprinted"><button class="plain" data-print hidden>${say('print')}</button></p>
    <p class="unprinted"><a href="${ONLINE_PAYMENTS}">${say('online')}</a></p>
  `;
}

interface Taking extends Pick<PaymentFigures, 'paidCents' | 'refundedCents'> {
  readonly name: string;
}

/** What was taken and paid back, by method; apart from it what gift vouchers paid, which is no money. */
export function takingsTable({ language, words }: Clerk, takings: Takings, currency: string): Html {
  const say = cashUpTexts(language);
  const takingOf = (method: RecordedMethod): Taking[] => {
    const figures = takings.get(method);
    return figures === undefined ? [] : [{ ...figures, name: moneyTexts(language)(method) }];
  };
  const used = PAYMENT_METHODS.flatMap(takingOf);
  const gifts = takingOf('gift');
  const total: Taking = {
    name: say('total'),
    paidCents: used.reduce((sum, { paidCents }) => sum + paidCents, 0),
    refundedCents: used.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  };
  const amount = (head: 'paid' | 'refunded' | 'balance', centsOf: (taking: Taking) => number) => ({
    head: say(head),
    cell: (taking: Taking) => words.money(centsOf(taking), currency),
    isNumber: true,
  });
  const columns = [
    { head: say('method'), cell: ({ name }: Taking) => name },
    amount('paid', ({ paidCents }) => paidCents),
    amount('refunded', ({ refundedCents }) => refundedCents),
    amount('balance', ({ paidCents, refundedCents }) => paidCents - refundedCents),
  ];
  return html`
    ${table(say('takings'), used.length > 1 ? [...used, total] : used, columns, say('none'))}
    ${gifts.length > 0 && table(say('byGift'), gifts, columns)}
  `;
}

export function differenceInWords(
  { language, words }: Pick<Clerk, 'language' | 'words'>,
  cents: number,
  currency: string,
): string {
  const say = cashUpTexts(language);
  if (cents === 0) return say('right');
  return say(cents > 0 ? 'over' : 'short', { amount: words.money(Math.abs(cents), currency) });
}

import { articleName } from '../../articles/index.ts';
import { isolated } from '../../core/name.js';
import { type OrderDeed, type OrderHappening, paidBackTexts } from '../../orders/index.ts';
import type { Html } from '../../pages/html.ts';
import { factList, section } from '../../pages/parts.ts';
import type { Clerk } from './desk-page.ts';
import { orderHistoryTexts } from './order-history-texts.ts';

/** What was done with an order and its tickets: when, by whom and why. */
export function historyPart(desk: Clerk, happenings: readonly OrderHappening[], currency: string): Html {
  const { language, words } = desk;
  const lines = happenings.map(({ at, by, deeds, reasons }) => {
    const done = deeds.map((deed) => deedInWords(desk, deed, currency)).join(', ');
    return [words.instant(at), [[done, by].filter(Boolean).join(' · '), ...reasons].join(': ')] as const;
  });
  return section(orderHistoryTexts(language)('history'), factList('history', lines));
}

function deedInWords({ language, words }: Clerk, deed: OrderDeed, currency: string): string {
  const say = orderHistoryTexts(language);
  switch (deed.what) {
    case 'sold':
    case 'voided':
    case 'exchanged':
    case 'returned':
    case 'calledOff':
    case 'takenUp':
      return say(deed.what, { count: deed.count });
    case 'bought':
    case 'donated':
    case 'articleReturned':
    case 'handedOut':
    case 'takenBack':
      return say(deed.what, { quantity: deed.quantity, name: isolated(articleName(deed.good, language)) });
    case 'withCode':
      return say('withCode', { code: deed.code });
    case 'postponed':
      return say('postponed', { count: deed.count, day: words.day(deed.from) });
    case 'paid':
    case 'paidBack': {
      const how = paidBackTexts(language)(deed.method);
      return say(deed.what, { amount: words.money(deed.cents, currency), how });
    }
    case 'owed':
    case 'refundDue':
    case 'giftSold':
    case 'giftBoughtBack':
    case 'giftCorrected':
      return say(deed.what, { amount: words.money(deed.cents, currency) });
    default:
      return say(deed.what);
  }
}

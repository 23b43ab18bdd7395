import { codeOf, findGiftsOfOrders } from '../gifts/index.ts';
import { GENERAL } from '../offers/index.ts';
import type { DemoStep } from './demo-step.ts';
import { at, FIRST_DEMO_DAY } from './month.ts';

/** Gift vouchers of the month: one for somebody else, and two of which the first pays for a family's tickets. */
export function planGifts(): DemoStep[] {
  return [
    {
      when: { day: FIRST_DEMO_DAY + 1, minute: at(11, 20) },
      run: ({ till, staff }) => {
        const gift = { cents: 50_00, message: 'Happy birthday, dear Ada!', to: 'ada.keller@example.org' };
        return till.sell({
          seller: staff.cashier,
          items: [],
          gifts: [{ ...gift, position: 0 }],
          buyer: { email: 'paul.keller@example.org' },
          order: { language: 'en', paidBy: 'card' },
        });
      },
    },
    {
      when: { day: FIRST_DEMO_DAY + 2, minute: at(14, 5) },
      run: async ({ tx, till, staff, selling, dayOf }) => {
        const sold = await till.sell({
          seller: staff.cashier,
          items: [],
          gifts: [30_00, 100_00].map((cents, position) => ({ cents, position })),
          buyer: { email: 'greta.visser@example.net' },
          order: { language: 'en', paidBy: 'cash' },
        });
        const orderId = 'order' in sold ? sold.order?.orderId : undefined;
        const [gift] = orderId === undefined ? [] : await findGiftsOfOrders(tx, [orderId]);
        const code = gift && codeOf(gift, selling.giftCodes);
        if (code === undefined) throw new Error('The gift vouchers were not sold.');
        const held = await till.sell({
          seller: staff.cashier,
          items: [{ product: GENERAL, day: dayOf(FIRST_DEMO_DAY + 3), quantity: 1 }],
          buyer: { email: 'greta.visser@example.net' },
          order: { language: 'en', holdMs: 600_000 },
        });
        if (!('order' in held) || held.order === undefined) return;
        const { orderId: paidFor, items } = held.order;
        const cents = items.reduce(
          (sum, { priceCents, ticketIds }) => sum + priceCents * ticketIds.length,
          0,
        );
        const payments = [{ method: 'gift', code, cents }] as const;
        await till.confirmOrder(staff.cashier, paidFor, cents === 0 ? {} : { payments });
      },
    },
  ];
}

import { checkMuseum } from '../../../src/check/index.ts';
import { inspectStore } from '../../../src/store/index.ts';
import { holding, type Shown, standingOf, sumOf, type World } from '../world.ts';
import type { Witness } from './index.ts';

const GROUPINGS = ['day', 'month', 'event', 'seller', 'category', 'vat', 'code'];
const FIGURES = ['sold', 'void', 'exchanged', 'cancelled', 'persons', 'revenue'];

/** Who counts. */
export const REPORTS: readonly Witness[] = [
  {
    says: 'Sales mean the same whatever they are grouped by, by the day of sale and of the visit',
    async *hear(world) {
      const counted = countAll(world);
      const ofVisits: Shown = { revenue: counted.revenueOfTickets };
      const by = GROUPINGS[world.step % GROUPINGS.length]; // one after the other
      for (const query of [`dayOf=sale&by=${by}`, `dayOf=visit&by=${by}`]) {
        const { rows = [], total = {} } = await world.report('sales', query);
        for (const figure of FIGURES.filter((name) => total[name] !== undefined)) {
          if (sumOf(rows as Shown[], (row) => row[figure]) !== sumOf([total], (row) => row[figure]))
            yield `${figure} with ${query} does not add up`;
          // What was called off has a figure of its own since all of them mean one thing.
          const known = query.startsWith('dayOf=sale')
            ? counted[figure]
            : (ofVisits[figure] ?? counted[figure]);
          if ((total.cancelled !== undefined || figure === 'sold') && total[figure] !== known)
            yield `${figure} with ${query} is ${total[figure]}, and of all orders ${known}`;
        }
      }
    },
  },
  {
    says: 'All that was counted can be counted again (museum check)',
    isDaily: true,
    async *hear({ museum }) {
      yield* await inspectStore(museum.database.address, async (snapshot) => {
        const faults: string[] = [];
        for await (const fault of checkMuseum(snapshot)) faults.push(fault);
        return faults;
      });
    },
  },
];

/** The figures of all tickets and extras, as they stand. An extra is for no day of a visit. */
function countAll({ orders }: World): Shown {
  const tickets = [...orders.values()].flatMap((order) => order.tickets);
  const count = (isMeant: (ticket: Shown) => boolean) => tickets.filter(isMeant).length;
  const valid = holding({ tickets });
  const extras = [...orders.values()].flatMap(standingOf).filter(({ article }) => article !== 'roof');
  const revenueOfTickets = sumOf(valid, ({ price }) => price);
  const revenueOfExtras = sumOf(extras, ({ price, quantity, returned = 0 }) => price * (quantity - returned));
  return {
    sold: tickets.length,
    void: count(({ state, because }) => state === 'void' && because !== 'exchanged'),
    exchanged: count(({ because }) => because === 'exchanged'),
    cancelled: count(({ state }) => state === 'cancelled'),
    persons: valid.reduce((sum, { places }) => sum + places, 0),
    revenueOfTickets: revenueOfTickets / 100,
    revenue: (revenueOfTickets + revenueOfExtras) / 100,
  };
}

import capacity from './examples/capacity.json' with { type: 'json' };
import categories from './examples/categories.json' with { type: 'json' };
import checkIns from './examples/check-ins.json' with { type: 'json' };
import entryTimes from './examples/entry-times.json' with { type: 'json' };
import gate from './examples/gate.json' with { type: 'json' };
import journal from './examples/journal.json' with { type: 'json' };
import museum from './examples/museum.json' with { type: 'json' };
import museumHours from './examples/museum-hours.json' with { type: 'json' };
import orders from './examples/orders.json' with { type: 'json' };
import prices from './examples/prices.json' with { type: 'json' };
import reports from './examples/reports.json' with { type: 'json' };
import specialEvents from './examples/special-events.json' with { type: 'json' };
import staffTickets from './examples/staff-tickets.json' with { type: 'json' };
import tickets from './examples/tickets.json' with { type: 'json' };
import webhooks from './examples/webhooks.json' with { type: 'json' };

/** The examples of every operation, by its id. */
export const EXAMPLES = {
  ...capacity,
  ...categories,
  ...checkIns,
  ...entryTimes,
  ...gate,
  ...journal,
  ...museum,
  ...museumHours,
  ...orders,
  ...prices,
  ...reports,
  ...specialEvents,
  ...staffTickets,
  ...tickets,
  ...webhooks,
};

import { todayTexts } from '../../../src/web/desk/today-texts.ts';
import { holding, type Shown, type World } from '../world.ts';
import type { Witness } from './index.ts';

const say = todayTexts('en');
const GROUPINGS = ['day', 'hour', 'event', 'category', 'month', 'entry'];

/** Who counts visitors. */
export const VISITS: readonly Witness[] = [
  {
    says: 'Who came is the same at the gate, at the desk, in the occupancy of a day and in reports',
    isDaily: true,
    async *hear(world) {
      const day = world.today();
      const occupancy = await world.get(`/occupancy?date=${day}`);
      yield* onThisDay(world, occupancy);
      for (const by of GROUPINGS) {
        const { rows, total } = await world.get(`/reports/visits?by=${by}&startDate=${day}&endDate=${day}`);
        for (const figure of ['admitted', 'persons', 'left', 'conflicts'])
          if ((rows as Shown[]).reduce((sum, row) => sum + row[figure], 0) !== total[figure])
            yield `${figure} by ${by} does not add up: ${JSON.stringify({ rows, total })}`;
        if (total.persons !== occupancy.admitted || total.conflicts !== occupancy.conflicts)
          yield `visits by ${by} are ${JSON.stringify(total)}, and occupancy is ${JSON.stringify(occupancy)}`;
      }
      const withCards = await world.get(`/reports/visits?by=card&startDate=${day}&endDate=${day}`);
      const card = (occupancy.entries as Shown[]).find(({ entry }) => entry === 'card');
      const worth = (withCards.rows as Shown[])
        .filter((row) => row.card === 'museumkaart')
        .reduce((sum, row) => sum + 9.5 * row.admitted, 0);
      if (withCards.total.persons !== card.admitted || withCards.total.worth !== worth)
        yield `with cards came ${JSON.stringify(card)}, and the report has ${JSON.stringify(withCards)}`;
      const { total } = await world.report('visits', 'by=month');
      if (total.persons !== world.personsThatCame())
        yield `${total.persons} came by the report, and ${world.personsThatCame()} were let in`;
    },
  },
];

async function* onThisDay(world: World, { date, sold, admitted, left, inside, entries, events }: Shown) {
  if (admitted !== left + inside) yield `of ${admitted}, ${left} have left and ${inside} are inside`;
  const all = [...world.orders.values()].flatMap((order) => holding(order));
  const persons = all
    .filter(({ ticketDate }) => ticketDate === date)
    .reduce((sum, { places }) => sum + places, 0);
  if (sold !== persons) yield `${sold} were sold for ${date}, and tickets that hold are for ${persons}`;
  for (const [figure, sum] of Object.entries({ admitted, left, inside }))
    if ((entries as Shown[]).reduce((count, entry) => count + entry[figure], 0) !== sum)
      yield `${figure} is ${sum}, and of all ways in ${JSON.stringify(entries)}`;
  for (const [figure, sum] of Object.entries({ sold, admitted }))
    if ((events as Shown[]).reduce((count, event) => count + event[figure], 0) !== sum)
      yield `${figure} is ${sum}, and of all events ${JSON.stringify(events)}`;
  const today = await (await world.desk()).get('/desk');
  const shown = [say('sold', { count: sold }), say('admitted', { count: admitted }), say('inside')].map(
    (term) => today.fact(term),
  );
  if (`${shown}` !== `${[sold, admitted, inside]}`)
    yield `the page of today says ${shown}, and it is ${[sold, admitted, inside]}`;
}

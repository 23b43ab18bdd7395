import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { buyTicket, generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { signInStaff } from '../../fixtures/staff.ts';
import { addCategories, put } from '../../fixtures/timed-tickets.ts';
import { deskTexts } from '../../src/web/desk/desk-texts.ts';
import { sellTexts } from '../../src/web/desk/sell-texts.ts';

const say = sellTexts('en');
const desk = deskTexts('en');

/** At 11:00 general entry is sold in three categories, for every hour from 09:00 to 17:00, four places each. */
async function timedDesk(museum: Museum) {
  await addCategories(museum);
  await put(museum, '/general-entry/times', { every: 60, places: 4, lastEntry: 60 });
  const clerk = await signInStaff(museum, 'cashier');
  return {
    clerk,
    sell: (fields: Record<string, string>) =>
      clerk.post('/desk/sell', { date: TODAY, key: randomUUID(), paidBy: 'cash', ...fields }),
    async sold() {
      return (await museum.api('GET', `/occupancy?date=${TODAY}`)).json.sold;
    },
  };
}

function optionsOn(html: string): string[] {
  return [...html.matchAll(/<option value="\d\d:\d\d"([^>]*)>([^<]*)</g)].map(
    ([, how, text]) => `${text}${how}`,
  );
}

describeOnSqlite((openMuseum) => {
  test('the page has a number for each category and the times with what is left', async (t) => {
    const museum = await openMuseum(t);
    const { clerk } = await timedDesk(museum);
    await buyTicket(museum, generalPurchase({ ticketDate: TODAY, category: 'family', entryTime: '12:00' }));
    const page = await clerk.get('/desk/sell');
    assert.deepEqual(
      ['general', 'general.reduced', 'general.family'].map((field) => page.value(field)),
      ['1', undefined, undefined],
    );
    const options = optionsOn(page.html);
    assert.equal(options.length, 9);
    assert.equal(options[0], `09:00 · ${say('leftAtTime', { count: 4 })} · ${say('timeOver')}`);
    assert.equal(options[2], `11:00 · ${say('leftAtTime', { count: 4 })} selected`);
    assert.equal(options[3], `12:00 · ${say('soldOut')} disabled`);
  });

  test('a category stands there by its short name, with what the visitor must show, and in the basket', async (t) => {
    const museum = await openMuseum(t);
    const { clerk, sell } = await timedDesk(museum);
    const listed: { category: string; name: string }[] = (await museum.api('GET', '/categories')).json;
    const changed = { shortName: 'Red.', proof: 'library card' };
    await put(
      museum,
      '/categories',
      listed.map((each) => (each.category === 'reduced' ? { ...each, ...changed } : each)),
    );
    const page = await clerk.get('/desk/sell');
    assert.match(page.text(), /Red\. €\S+, library card/);
    const reduced = listed.find(({ category }) => category === 'reduced');
    const added = await sell({ step: 'add-up', 'general.reduced': '2', 'time.general': '12:00' });
    const line = new RegExp(`2 × ${reduced?.name}, 12:00 €\\S+ ${say('askFor', { proof: 'library card' })}`);
    assert.match(added.text(), line);
  });

  test('categories are sold together for a time, also for one that is over', async (t) => {
    const museum = await openMuseum(t);
    const { sell, sold } = await timedDesk(museum);
    const done = await sell({ general: '2', 'general.reduced': '1', 'time.general': '09:00' });
    assert.equal(done.status, 303);
    const [ticketId] = new URLSearchParams(done.location?.split('?')[1]).get('tickets')?.split(',') ?? [];
    assert.equal((await museum.api('GET', `/tickets/${ticketId}`)).json.entryTime, '09:00');
    assert.equal(await sold(), 3);
  });

  test('what can’t be sold is said at its field, keeps what was typed, and sells nothing', async (t) => {
    const museum = await openMuseum(t);
    const { sell, sold } = await timedDesk(museum);
    const most = say('chooseSome', { most: 50 });
    const on = 'Monday 1 March 2027';
    const taken = desk('noSuchEntryTime', { time: '11:30', day: on });
    for (const [typed, field, fault] of [
      [{ 'general.reduced': '-1', 'time.general': '11:00' }, 'general.reduced', most],
      [{ 'general.family': '1e9', 'time.general': '11:00' }, 'general.family', most],
      [{ 'general.reduced': 'two', 'time.general': '11:00' }, 'general.reduced', most],
      [{ general: '50', 'general.family': '1', 'time.general': '11:00' }, 'general', most],
      [{ general: '1' }, 'time.general', desk('entryTimeNeeded', { day: on })],
      [{ general: '1', 'time.general': '11:30' }, 'time.general', taken],
      [{ general: '1', 'general.child': '1', 'time.general': '11:00' }, 'general', desk('categoryGone')],
      [
        { general: '1', 'general.family': '1', 'time.general': '11:00' },
        'time.general',
        desk('soldOutAtTime', { time: '11:00', day: on }),
      ],
    ] as const) {
      const page = await sell(typed);
      assert.ok([400, 409].includes(page.status), JSON.stringify(typed));
      assert.ok(page.html.includes(`id="${field}-fault"`), `${field}: ${JSON.stringify(typed)}`);
      assert.ok(page.text().includes(fault), `${fault}: ${JSON.stringify(typed)}`);
      for (const [name, value] of Object.entries(typed))
        if (name.startsWith('general') && name !== 'general.child') assert.equal(page.value(name), value);
    }
    assert.equal(await sold(), 0);
  });

  test('another day keeps the numbers, and the time where that day has it', async (t) => {
    const museum = await openMuseum(t);
    const { sell } = await timedDesk(museum);
    await museum.api('PUT', '/museum-hours/2027-03-02', { body: { timeOpen: '14:00', timeClose: '18:00' } });
    const typed = { date: '2027-03-02', step: 'show', 'general.reduced': '3' };
    for (const [time, shown] of [
      ['15:00', '15:00'],
      ['09:00', '14:00'],
    ] as const) {
      const page = await sell({ ...typed, 'time.general': time });
      assert.equal(page.value('general.reduced'), '3');
      assert.ok(
        optionsOn(page.html).some((option) => option.startsWith(shown) && option.endsWith('selected')),
      );
    }
  });
});

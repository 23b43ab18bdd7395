import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { OPERATOR } from '../core/actor.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { openStore } from '../store/index.ts';
import { findTitlesByName, type TitlesFilter, type TitlesPage } from './titles-by-name.ts';

const NAMES = ['Zoo', 'Äther', 'zebra', 'Éclipse', 'ñandú', 'nachts', 'Atlas', 'Ofen', 'eclair'];
const ALL = 2_250;

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`events by name on ${name}`, () => {
    it('come in the order of letters of a language, page by page and back', async (test) => {
      const { find } = await announceMany(test, withSchema);
      for (const language of ['en', 'es', 'de'] as const) {
        const pages: TitlesPage[] = [await find({ language })];
        for (let page = pages[0]; page && page.page < page.pages; pages.push(page))
          page = await find({ language, after: page.shown.at(-1)?.eventId });
        assert.deepEqual(
          pages.map(({ page, pages }) => `${page} of ${pages}`),
          pages.map((_, index) => `${index + 1} of ${ALL / 50}`),
        );
        const titles = pages.flatMap(({ shown }) => shown);
        assert.equal(new Set(titles.map(({ eventId }) => eventId)).size, ALL);
        const names = titles.map((title) => title.name);
        assert.deepEqual(names, names.toSorted(new Intl.Collator(language).compare));
        for (const number of [44, 7, 1])
          assert.deepEqual(
            await find({ language, before: pages[number]?.shown[0]?.eventId }),
            pages[number - 1],
          );
      }
    });

    it('are found by a part of their name, without capitals and accents', async (test) => {
      const { find } = await announceMany(test, withSchema);
      assert.deepEqual((await find({ asked: 'ECL' })).pages, (ALL / NAMES.length / 50) * 2);
      const { shown, page, pages } = await find({ asked: 'NANDU 24' });
      assert.deepEqual(
        shown.map((title) => title.name),
        ['', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `ñandú 24${digit}`),
      );
      assert.deepEqual([page, pages], [1, 1]);
      assert.deepEqual(await find({ asked: 'nobody' }), { shown: [], page: 1, pages: 1 });
    });

    it('keep their place when one is announced before them meanwhile', async (test) => {
      const { find, announce } = await announceMany(test, withSchema);
      const first = await find({});
      const second = await find({ after: first.shown.at(-1)?.eventId });
      await announce(['Aardvark']);
      const again = await find({ after: first.shown.at(-1)?.eventId });
      assert.deepEqual(again.shown, second.shown);
      assert.deepEqual((await find({ before: again.shown[0]?.eventId })).shown, first.shown);
    });

    it('let other requests be handled in between, however many they are', async (test) => {
      const { find } = await announceMany(test, withSchema);
      let turns = 0;
      const count = () => {
        turns += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      await find({});
      clearImmediate(next);
      assert.ok(turns >= 2, `${turns} turns`);
    });
  });
}

async function announceMany(test: TestContext, withSchema: (typeof ONE_DATABASE)[number]['withSchema']) {
  const store = await openStore(await withSchema(test));
  test.after(() => store.close());
  const announce = (names: readonly string[]) =>
    store.transaction((tx) =>
      tx.insert(
        'special_events',
        ['event_id', 'name', 'location', 'description', 'dates', 'created_at', 'changed_at'],
        names.map((each): [Uuid, ...(string | number)[]] => [uuidV7(0), each, 'Hall', '', '[]', 0, 0]),
      ),
    );
  await announce(
    Array.from({ length: ALL }, (_, at) => `${NAMES[at % NAMES.length]} ${Math.floor(at / NAMES.length)}`),
  );
  const find = (filter: Partial<TitlesFilter>) =>
    findTitlesByName(store, OPERATOR, { asked: '', language: 'en', ...filter });
  return { find, announce };
}

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readOptions } from './year/options.ts';
import { shrink } from './year/shrink.ts';
import { makeStory, type Step, type Told, tell } from './year/year.ts';

const SEED = 47;

describe('sixty days of a museum', { concurrency: 2 }, () => {
  for (const database of ['sqlite', 'postgres'] as const)
    it(`on ${database}, with kills: all who speak of a ticket or of money say the same after each step`, async () => {
      const days = database === 'sqlite' ? 60 : 20;
      const { failure, done } = await tell(makeStory({ seed: SEED, days }), database);
      assert.deepEqual([failure?.told.slice(-10), failure?.faults], [undefined, undefined]);
      assert.ok(done.size > 15, `only this was done: ${[...done.keys()]}`);
      if (database === 'sqlite') assert.ok(done.has('cancel an order in the shop'), 'no page offered that');
    });
});

test('the same seed makes the same story, and another seed another', () => {
  const story = makeStory({ seed: 1, days: 20 });
  assert.deepEqual(makeStory({ seed: 1, days: 20 }), story);
  assert.notDeepEqual(makeStory({ seed: 2, days: 20 }), story);
});

test('a story that goes wrong is shortened to the steps without which it does not', async () => {
  const story = makeStory({ seed: 1, days: 20 });
  const [needed, last] = [story[7] as Step, story[30] as Step];
  const telling = async (steps: readonly Step[]): Promise<Told> => {
    const goesWrong = steps.includes(needed) && steps.includes(last);
    const failure = { step: last.number, faults: ['12 are 13'], told: [] };
    return { done: new Map(), requests: 0, seconds: 0, ...(goesWrong && { failure }) };
  };
  const shortest = await shrink(story, await telling(story), telling);
  assert.deepEqual(shortest.story, [needed, last]);
});

test('shortening a story ends after a quarter of an hour, with the shortest until then', async () => {
  const story = makeStory({ seed: 1, days: 20 });
  const last = story[40] as Step;
  let minutes = 0;
  const telling = async (): Promise<Told> => {
    minutes += 20;
    const failure = { step: last.number, faults: ['12 are 13'], told: [] };
    return { done: new Map(), requests: 0, seconds: 0, failure };
  };
  const failed = await telling();
  const shortest = await shrink(story, failed, telling, () => minutes * 60_000);
  assert.equal(minutes, 40, 'it was told once more');
  assert.equal(shortest.story.length, 20, 'half of the 41 steps');
});

test('the year refuses unknown arguments', () => {
  assert.throws(() => readOptions(['--database', 'paper']), /--database is sqlite or postgres/);
  assert.throws(() => readOptions(['--days', 'many']), /--days is a whole number/);
  const given = ['--seed', '9', '--days', '3', '--database', 'postgres'];
  assert.deepEqual(readOptions(given), { seed: 9, days: 3, database: 'postgres' });
  assert.equal(readOptions(['--help']), 'help');
});

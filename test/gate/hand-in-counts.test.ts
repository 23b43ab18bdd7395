import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { countsInMemory } from '../../fixtures/storage-in-memory.ts';
import { uuidV7 } from '../../src/core/uuid.ts';
import { handInCounts } from '../../src/web/gate/assets/hand-in-counts.js';
import type { Service } from '../../src/web/gate/assets/service.js';
import type { HeldCount } from '../../src/web/gate/assets/types.ts';

const HOUR = 3_600_000;

describeOnDatabase((openMuseum) => {
  it('what was counted without a network is handed in once, also if an answer is lost', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    for (let count = 0; count < 250; count++) await device.count({ persons: 1 });
    await device.count({ persons: 28, direction: 'out' });
    device.losesAnswers = true;
    await device.handIn();
    device.losesAnswers = false;
    assert.deepEqual(await device.handIn(), []);
    assert.deepEqual(await device.counts.all(), []);
    assert.deepEqual(await inside(museum), [250, 222]);
  });

  it('a count that the service does not take keeps back none, and stays on the device', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    for (let count = 0; count < 9; count++)
      await device.count({ category: count === 4 ? 'gone' : 'standard' });
    await device.handIn();
    assert.deepEqual(
      (await device.counts.all()).map(({ category }) => category),
      ['gone'],
    );
    assert.deepEqual(await inside(museum), [8, 8]);
  });

  it('who leaves before another door has told that they came waits for that, for a day', async (t) => {
    const museum = await openMuseum(t);
    const [one, other] = [openDevice(t, museum), openDevice(t, museum)];
    await one.count({ persons: 5, direction: 'out' });
    assert.deepEqual(await one.handIn(), []);
    assert.equal((await one.counts.all()).length, 1);
    await other.count({ persons: 7 });
    await other.handIn();
    assert.deepEqual(await one.handIn(), []);
    assert.deepEqual(await inside(museum), [7, 2]);
    await one.count({ persons: 3, direction: 'out' });
    one.goOn(23 * HOUR);
    assert.deepEqual(await one.handIn(), []);
    one.goOn(HOUR);
    assert.deepEqual(await one.handIn(), ['notCountedOut']);
    assert.deepEqual(await one.counts.all(), []);
  });

  it('what was taken back is taken back, whether the service has heard of the count or not', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const undoneAt = new Date().toISOString();
    const known = await device.count({});
    await device.handIn();
    await device.counts.put({ ...known, undoneAt, isTried: true, isKnown: true });
    await device.count({ undoneAt, isTried: true });
    device.losesAnswers = true;
    await device.handIn();
    device.losesAnswers = false;
    assert.deepEqual(await device.handIn(), []);
    assert.deepEqual(await device.counts.all(), []);
    assert.deepEqual(await inside(museum), [0, 0]);
  });

  it('tells what was taken back too late', async (t) => {
    const museum = await openMuseum(t);
    const device = openDevice(t, museum);
    const known = await device.count({});
    await device.handIn();
    device.goOn(HOUR);
    const undoneAt = new Date().toISOString();
    await device.counts.put({ ...known, undoneAt, isTried: true, isKnown: true });
    assert.deepEqual(await device.handIn(), ['countNotUndone']);
    assert.deepEqual(await inside(museum), [1, 1]);
  });
});

/** A gate's device: its clock is the museum's. */
function openDevice(t: TestContext, museum: Museum) {
  const { clock } = museum;
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: clock.now() });
  const ask = async (method: string, path: string, body?: object) => {
    const options = { as: 'gate', ...(body && { body }) } as const;
    const { status, json } = await museum.api(method, path.replace(/^api/, ''), options);
    return device.losesAnswers ? undefined : { status, json };
  };
  const [counts, stuck] = [countsInMemory(), new Set<string>()];
  const device = {
    losesAnswers: false,
    counts,
    async count(changes: Partial<HeldCount>): Promise<HeldCount> {
      const visitId = uuidV7(clock.now());
      const at = new Date().toISOString();
      const counted = { visitId, category: 'standard', persons: 1, direction: 'in' as const, at, ...changes };
      await counts.put(counted);
      return counted;
    },
    handIn: () => handInCounts(counts, { isReady: true, ask } as unknown as Service, stuck),
    goOn(milliseconds: number) {
      clock.advance(milliseconds);
      t.mock.timers.setTime(clock.now());
    },
  };
  return device;
}

/** How many came, and how many are inside. */
async function inside(museum: Museum): Promise<number[]> {
  const { json } = await museum.api('GET', '/occupancy');
  return [json.admitted, json.inside];
}

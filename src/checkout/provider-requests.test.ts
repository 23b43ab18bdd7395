import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { uuidV7 } from '../core/uuid.ts';
import { type Provider, ProviderUnavailable, type SessionState } from '../payments/index.ts';
import { ProviderOutages } from './provider-outages.ts';
import { type AskedPayment, ProviderBusy, ProviderRequests } from './provider-requests.ts';

const OPEN: SessionState = { state: 'open', address: undefined };

/** A provider whose answers the test gives, asked by a clock whose waits the test ends. */
function open() {
  const manual = manualClock();
  const waits: (() => void)[] = [];
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      waits.push(() => {
        manual.advance(ms);
        resolve();
      });
    });
  const clock = { ...manual, wait };
  const looks: { answer: (state: SessionState) => void; fail: (error: Error) => void }[] = [];
  const look = () =>
    new Promise<SessionState>((resolve, reject) => {
      looks.push({ answer: resolve, fail: reject });
    });
  const providers = { stripe: { look, refund: async () => 'done' } as unknown as Provider };
  const outages = new ProviderOutages(pino({ level: 'silent' }), clock);
  const requests = new ProviderRequests({ providers, outages, clock });
  const payment = (): AskedPayment => ({ id: uuidV7(clock.now()), provider: 'stripe', by: 'stranger' });
  return {
    ...{ clock, looks, payment, requests },
    /** The provider answers the look of that number, counted from 0. */
    async answer(index: number, state: SessionState | Error): Promise<void> {
      await nextTurn();
      const { answer, fail } = looks[index] ?? assert.fail(`only ${looks.length} looks have begun`);
      if (state instanceof Error) fail(state);
      else answer(state);
    },
    look: (asked: AskedPayment, by: AskedPayment['by'] = 'stranger') =>
      requests.look({ ...asked, by }, 'session'),
    /** Ends the waits that have begun. */
    async pass() {
      await nextTurn();
      for (const end of waits.splice(0)) end();
      await nextTurn();
    },
  };
}

test('all who ask about a payment before it is looked at share the look', async () => {
  const { answer, look, looks, payment } = open();
  const asked = payment();
  const all = Array.from({ length: 500 }, () => look(asked));
  await nextTurn();
  assert.equal(looks.length, 1);
  await answer(0, OPEN);
  assert.deepEqual(new Set(await Promise.all(all)), new Set([OPEN]));
});

test('who asks while a payment is looked at gets the answer to the next look, which all of them share', async () => {
  const { answer, look, looks, payment, pass } = open();
  const asked = payment();
  const first = look(asked);
  await nextTurn();
  const later = Array.from({ length: 500 }, () => look(asked));
  await answer(0, OPEN);
  assert.deepEqual(await first, OPEN);
  await pass();
  assert.equal(looks.length, 2);
  await answer(1, { state: 'paid', reference: 'pi_1' });
  for (const seen of await Promise.all(later)) assert.equal(seen.state, 'paid');
});

test('a job waits for no look that is made for strangers', async () => {
  const { answer, look, looks, payment } = open();
  const waiting = Array.from({ length: 17 }, payment).map((asked) => ({ asked, seen: look(asked) }));
  const last = waiting.at(-1) ?? assert.fail();
  await nextTurn();
  assert.equal(looks.length, 16);
  const seen = look(last.asked, 'job');
  await answer(16, OPEN);
  assert.deepEqual(await seen, OPEN);
  for (let index = 0; index < 16; index += 1) await answer(index, OPEN);
  await answer(17, OPEN);
  await Promise.all(waiting.map((each) => each.seen));
});

test('one network has eight requests at a provider under way or waiting; the rest is refused', async () => {
  const { answer, look, looks, payment } = open();
  const [one, another] = ['192.0.2.7', '198.51.100.1'].map((network) => () => ({ ...payment(), network }));
  assert.ok(one && another);
  const [first, ...others] = Array.from({ length: 8 }, () => look(one()));
  await nextTurn();
  await assert.rejects(look(one()), ProviderBusy);
  others.push(look(another()), look({ ...payment(), network: undefined }));
  await answer(0, OPEN);
  await first;
  others.push(look(one()));
  await nextTurn();
  assert.equal(looks.length, 11);
  for (let index = 1; index < 11; index += 1) await answer(index, OPEN);
  await Promise.all(others);
});

test('the next look at a payment begins a second after the last one, and serves all who have asked since', async () => {
  const { answer, clock, look, looks, payment, pass } = open();
  const asked = payment();
  const first = look(asked);
  await answer(0, OPEN);
  await first;
  const begun = clock.elapsed();
  const later = Array.from({ length: 500 }, () => look(asked));
  await nextTurn();
  assert.equal(looks.length, 1);
  await pass();
  assert.equal(looks.length, 2);
  assert.ok(clock.elapsed() - begun >= 1_000);
  await answer(1, { state: 'paid', reference: 'pi_1' });
  for (const seen of await Promise.all(later)) assert.equal(seen.state, 'paid');
});

test('what is decided is known at once, and other payments wait for nothing', async () => {
  const { answer, look, looks, payment } = open();
  const asked = payment();
  const first = look(asked);
  await answer(0, { state: 'over' });
  await first;
  assert.deepEqual(await look(asked), { state: 'over' });
  void look(payment());
  await nextTurn();
  assert.equal(looks.length, 2);
});

test('a look that fails fails for all who share it, and the next is made a second later', async () => {
  const { answer, look, payment, pass } = open();
  const asked = payment();
  const all = Promise.allSettled([look(asked), look(asked)]);
  await answer(0, new ProviderUnavailable('away'));
  for (const { status } of await all) assert.equal(status, 'rejected');
  const again = look(asked);
  await pass();
  await answer(1, OPEN);
  assert.deepEqual(await again, OPEN);
});

test('for strangers sixteen requests are under way at a provider, 32 wait, the rest is refused; jobs go on', async () => {
  const { answer, look, looks, payment, requests } = open();
  const asked = Array.from({ length: 48 }, payment);
  const [first, ...others] = asked.map((each) => look(each));
  await nextTurn();
  assert.equal(looks.length, 16);
  const refused = payment();
  await assert.rejects(look(refused), ProviderBusy);
  void look(payment(), 'job');
  await nextTurn();
  assert.equal(looks.length, 17);
  const refund = { id: refused.id, reference: 'pi_1', cents: 100, currency: 'EUR' };
  assert.equal(await requests.refund('stripe', refund), 'done');
  await answer(0, OPEN);
  await first;
  await nextTurn();
  assert.equal(looks.length, 18, 'one that waited has begun');
  void look(refused);
  await nextTurn();
  assert.equal(looks.length, 18, 'and one that was refused waits now, and for no pause');
  for (let index = 1; index < 50; index += 1) await answer(index, OPEN);
  await Promise.all(others);
});

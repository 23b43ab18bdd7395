import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DATABASES, ONE_DATABASE } from '../../fixtures/databases.ts';
import { openGifts } from '../../fixtures/gifts.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import type { Actor } from '../core/actor.ts';
import { MS_PER_DAY } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { type DatabaseAddress, openStore, type Store } from '../store/index.ts';
import {
  checkGifts,
  correctGift,
  findGiftChanges,
  findGiftShares,
  findGiftsAbout,
  forgetGifts,
  giftExpiryJob,
  giveBackToGifts,
  lookAtGift,
  redeemGifts,
  replaceGift,
  returnGifts,
  showGifts,
  sumGiftEntries,
} from './index.ts';

const CASHIER: Actor = {
  accountId: '01a0d5c4-0000-7000-8000-000000000001' as Uuid,
  role: 'cashier',
  channel: 'desk',
};

async function open(test: TestContext, address: DatabaseAddress) {
  const store = await openStore(address);
  test.after(() => store.close());
  const clock = manualClock();
  const gifts = await openGifts({ store, clock });
  const { act, terms, show } = gifts;
  const pay = (orderId: Uuid, ...uses: readonly { code: string; cents: number }[]) =>
    act((context) => redeemGifts(context, { orderId, currency: 'EUR', uses }, terms), CASHIER);
  const giveBack = (orderId: Uuid, cents: number) =>
    act((context) => giveBackToGifts(context, { orderId, cents }, terms));
  const buyBack = (orderId: Uuid, items?: readonly number[]) =>
    act((context) => returnGifts(context, { orderId, ...(items && { items }) }, terms));
  const correct = (orderId: Uuid, cents: number) =>
    act((context) => correctGift(context, { orderId, item: 0, cents, reason: 'Counted' }, terms));
  const look = (code: string) => lookAtGift(store, CASHIER, { code, now: clock.now() }, terms);
  const standing = async (code: string) => {
    const { gift, state } = await look(code);
    return [gift.balanceCents, state, gift.validTo];
  };
  const entriesOf = async (giftId: Uuid) =>
    (
      await store.all<{ kind: string; cents: number }>(
        'SELECT kind, amount_cents AS cents FROM gift_entries WHERE gift_id = ? ORDER BY entry_id',
        [giftId],
      )
    ).map(({ kind, cents }) => [kind, cents]);
  const faults = async () => {
    const found: string[] = [];
    for await (const fault of checkGifts(store)) found.push(fault);
    return found;
  };
  const order = () => uuidV7(clock.now());
  const setTo = (at: string) => clock.advance(Date.parse(at) - clock.now());
  return {
    ...gifts,
    store,
    clock,
    show,
    pay,
    giveBack,
    buyBack,
    correct,
    look,
    standing,
    entriesOf,
    faults,
    order,
    setTo,
  };
}

/** The kind of the refusal, with its facts. */
async function refusal(work: Promise<unknown>): Promise<readonly unknown[]> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Refusal, `${error}`);
  return [error.kind, error.facts];
}

async function textsOf(store: Store): Promise<string> {
  const tables = ['gifts', 'gift_entries', 'journal'];
  return JSON.stringify(await Promise.all(tables.map((table) => store.all(`SELECT * FROM ${table}`))));
}

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`gift vouchers on ${name}`, () => {
    it('are valid to the end of the third year after the sale, however their code is typed', async (t) => {
      const { sell, standing } = await open(t, await withSchema(t));
      const { code } = await sell();
      assert.match(code, /^[2-9a-hjkmnp-tv-z]{4}(-[2-9a-hjkmnp-tv-z]{4}){3}$/);
      for (const typed of [
        code,
        code.toUpperCase(),
        code.replaceAll('-', ''),
        ` ${code.replaceAll('-', ' ')}\n`,
      ])
        assert.deepEqual(await standing(typed), [5_000, 'valid', '2030-12-31'], typed);
    });

    it('are sold in the year of the museum’s day, not of UTC', async (t) => {
      const { sell, standing, setTo } = await open(t, await withSchema(t));
      setTo('2027-12-31T23:30:00Z');
      const { code } = await sell();
      assert.deepEqual(await standing(code), [5_000, 'valid', '2031-12-31']);
    });

    it('are sold once as an item of an order', async (t) => {
      const { issue } = await open(t, await withSchema(t));
      const [gift] = await issue({});
      await assert.rejects(issue({ orderId: gift?.orderId as Uuid }), { name: 'UniqueViolation' });
    });

    it('have codes that nobody reads in the database, in entries or in the journal', async (t) => {
      const { store, issue, show } = await open(t, await withSchema(t));
      const [gift] = await issue({}, {});
      const shown = await show(gift?.orderId as Uuid);
      assert.equal(new Set(shown.map(({ code }) => code)).size, 2);
      const texts = await textsOf(store);
      for (const { code = '?' } of shown)
        for (const spelled of [code, code.replaceAll('-', '')]) assert.ok(!texts.includes(spelled));
    });

    it('say in the journal who has seen their codes, and of which order', async (t) => {
      const { store, sell, act, terms } = await open(t, await withSchema(t));
      const { orderId, giftId } = await sell();
      await act((context) => showGifts(context, orderId, terms), CASHIER);
      const rows = await store.all(
        "SELECT account_id, subject, details FROM journal WHERE kind = 'gift.shown'",
      );
      assert.deepEqual(
        { ...rows.at(-1) },
        {
          account_id: CASHIER.accountId,
          subject: orderId,
          details: JSON.stringify({ gifts: [giftId] }),
        },
      );
    });

    it('are shown to the partner that sold them, and to no other', async (t) => {
      const { sell, act, terms } = await open(t, await withSchema(t));
      const partner = { ...CASHIER, role: 'partner' } as const;
      const { orderId } = await sell({ soldBy: partner.accountId });
      const seenBy = async (actor: Actor) =>
        (await act((context) => showGifts(context, orderId, terms), actor)).length;
      assert.equal(await seenBy(partner), 1);
      assert.equal(
        await seenBy({ ...partner, accountId: '01a0d5c4-0000-7000-8000-000000000002' as Uuid }),
        0,
      );
    });

    it('pay for orders until nothing is left; then their code is not kept, and still known', async (t) => {
      const { sell, pay, order, standing, show, entriesOf } = await open(t, await withSchema(t));
      const { code, giftId, orderId } = await sell();
      await pay(order(), { code, cents: 1_800 });
      assert.deepEqual(await standing(code), [3_200, 'valid', '2030-12-31']);
      await pay(order(), { code: code.toUpperCase(), cents: 3_200 });
      assert.deepEqual(await standing(code), [0, 'used-up', '2030-12-31']);
      assert.deepEqual(await entriesOf(giftId), [
        ['issued', 5_000],
        ['redeemed', -1_800],
        ['redeemed', -3_200],
      ]);
      assert.deepEqual(
        (await show(orderId)).map(({ code, state }) => [code, state]),
        [[undefined, 'used-up']],
      );
    });

    it('pay nothing where one of them can’t, and say why', async (t) => {
      const { sell, pay, order, standing, setTo } = await open(t, await withSchema(t));
      const one = await sell();
      const other = await sell({ cents: 2_000 });
      const foreign = await sell({ currency: 'CHF' });
      const first = { code: one.code, cents: 1_000 };
      assert.deepEqual(await refusal(pay(order(), first, { code: 'k7m2-qdxp-3fha-9trc', cents: 1 })), [
        'gift-not-found',
        {},
      ]);
      assert.deepEqual(await refusal(pay(order(), first, { code: other.code, cents: 2_001 })), [
        'gift-balance-too-low',
        { balance: 2_000, asked: 2_001, currency: 'EUR' },
      ]);
      assert.deepEqual(await refusal(pay(order(), first, { code: foreign.code, cents: 1 })), [
        'gift-not-valid',
        { because: 'other-currency', currency: 'CHF' },
      ]);
      assert.deepEqual(await refusal(pay(order(), { ...first, cents: 2_500 }, { ...first, cents: 2_501 })), [
        'gift-balance-too-low',
        { balance: 5_000, asked: 5_001, currency: 'EUR' },
      ]);
      assert.deepEqual(await standing(one.code), [5_000, 'valid', '2030-12-31']);
      setTo('2030-12-31T22:59:00Z'); // Paris is an hour ahead
      await pay(order(), first);
      setTo('2030-12-31T23:00:00Z');
      assert.deepEqual(await refusal(pay(order(), first)), [
        'gift-not-valid',
        { because: 'expired', validTo: '2030-12-31' },
      ]);
    });

    it('get money back first where it was taken last, to each what it paid at most, and no more than once', async (t) => {
      const { sell, pay, giveBack, order, standing, store } = await open(t, await withSchema(t));
      const [one, other] = [await sell(), await sell({ cents: 2_000 })];
      const orderId = order();
      await pay(orderId, { code: other.code, cents: 2_000 });
      await pay(orderId, { code: one.code, cents: 3_000 });
      assert.deepEqual(await findGiftShares(store, orderId), [
        { giftId: one.giftId, cents: 3_000 },
        { giftId: other.giftId, cents: 2_000 },
      ]);
      assert.equal(await giveBack(orderId, 3_500), 3_500);
      assert.deepEqual(await standing(one.code), [5_000, 'valid', '2030-12-31']);
      assert.deepEqual(await standing(other.code), [500, 'valid', '2030-12-31']);
      assert.equal(await giveBack(orderId, 9_000), 1_500, 'the rest goes back in another way');
      assert.equal(await giveBack(orderId, 1), 0);
      assert.deepEqual(await standing(other.code), [2_000, 'valid', '2030-12-31']);
      assert.equal(await giveBack(order(), 100), 0, 'no gift voucher paid for it');
    });

    it('expire after their last day, once, and are valid for a year when money goes back to them', async (t) => {
      const { sell, pay, giveBack, order, standing, entriesOf, store, clock, setTo, terms } = await open(
        t,
        await withSchema(t),
      );
      const { code, giftId } = await sell();
      const orderId = order();
      await pay(orderId, { code, cents: 3_000 });
      const job = giftExpiryJob({ store, clock, localOf: terms.localOf });
      const run = () => job.step({ transaction: store.transaction.bind(store) } as never);
      setTo('2030-12-31T22:00:00Z');
      await run();
      assert.deepEqual(await standing(code), [2_000, 'valid', '2030-12-31']);
      setTo('2030-12-31T23:00:00Z');
      assert.equal(await job.hasWork?.(), true);
      await run();
      await run();
      assert.equal(await job.hasWork?.(), false);
      assert.deepEqual(await standing(code), [0, 'expired', '2030-12-31']);
      assert.equal(await giveBack(orderId, 1_200), 1_200);
      assert.deepEqual(await standing(code), [1_200, 'valid', '2032-01-01']);
      assert.deepEqual((await entriesOf(giftId)).slice(2), [
        ['expired', -2_000],
        ['given-back', 1_200],
      ]);
    });

    it('expire before money goes back to them, whether the job has run or not', async (t) => {
      const { sell, pay, giveBack, order, standing, entriesOf, setTo } = await open(t, await withSchema(t));
      const { code, giftId } = await sell();
      const orderId = order();
      await pay(orderId, { code, cents: 3_000 });
      setTo('2032-02-29T12:00:00Z');
      assert.deepEqual(await standing(code), [2_000, 'expired', '2030-12-31']);
      await giveBack(orderId, 3_000);
      assert.deepEqual(await standing(code), [3_000, 'valid', '2033-02-28']);
      assert.deepEqual((await entriesOf(giftId)).slice(2), [
        ['expired', -2_000],
        ['given-back', 3_000],
      ]);
    });

    it('do not expire by a clock that was set far ahead while the service runs', async (t) => {
      const { sell, standing, store, clock, terms } = await open(t, await withSchema(t));
      const { code } = await sell();
      const job = giftExpiryJob({ store, clock, localOf: terms.localOf });
      clock.setAhead(1_500 * MS_PER_DAY);
      assert.equal(await job.hasWork?.(), false);
      await job.step({ transaction: () => assert.fail('it must write nothing') } as never);
      clock.setAhead(-1_500 * MS_PER_DAY);
      assert.deepEqual(await standing(code), [5_000, 'valid', '2030-12-31']);
    });

    it('are bought back for what is left, without what staff have added, and pay no more then', async (t) => {
      const { issue, show, pay, order, buyBack, correct, act, standing, entriesOf } = await open(
        t,
        await withSchema(t),
      );
      const [first] = await issue({}, {}, {});
      const orderId = first?.orderId as Uuid;
      const [one, two] = (await show(orderId)).map(({ code }) => code as string) as [string, string];
      await pay(order(), { code: one, cents: 1_500 });
      await correct(orderId, 700);
      assert.deepEqual(await buyBack(orderId, [0]), [{ item: 0, cents: 3_500 }]);
      assert.deepEqual((await entriesOf(first?.giftId as Uuid)).slice(1), [
        ['redeemed', -1_500],
        ['corrected', 700],
        ['corrected', -700],
        ['returned', -3_500],
      ]);
      assert.deepEqual(await standing(one), [0, 'returned', '2030-12-31']);
      assert.deepEqual(await standing(two), [5_000, 'valid', '2030-12-31']);
      assert.equal((await refusal(pay(order(), { code: one, cents: 1 })))[0], 'gift-balance-too-low');
      const changes = (await act((context) => findGiftChanges(context.tx, [orderId]))).get(orderId) ?? [];
      assert.equal(
        changes.reduce((sum, { cents }) => sum + cents, 0),
        11_500,
      );
      assert.deepEqual(await buyBack(orderId), [
        { item: 0, cents: 0 },
        { item: 1, cents: 5_000 },
        { item: 2, cents: 5_000 },
      ]);
    });

    it('are corrected by staff up and down, never below zero', async (t) => {
      const { sell, correct, standing, setTo, act, terms } = await open(t, await withSchema(t));
      const { code, orderId } = await sell();
      await correct(orderId, -4_000);
      assert.deepEqual(await refusal(correct(orderId, -1_001)), [
        'gift-balance-too-low',
        { balance: 1_000, asked: 1_001, currency: 'EUR' },
      ]);
      const { gift, state } = await correct(orderId, -1_000);
      assert.deepEqual([gift.balanceCents, state], [0, 'used-up']);
      setTo('2031-06-01T12:00:00Z');
      await correct(orderId, 500);
      assert.deepEqual(await standing(code), [500, 'valid', '2032-06-01']);
      const nowhere = { orderId, item: 1, cents: 1, reason: 'Why not' };
      assert.deepEqual(await refusal(act((context) => correctGift(context, nowhere, terms))), [
        'gift-not-found',
        { orderId, index: 1 },
      ]);
    });

    it('that were lost get a new code, with which what is left is paid, and the old one is unknown', async (t) => {
      const { sell, pay, order, show, act, terms, look, standing, setTo, store } = await open(
        t,
        await withSchema(t),
      );
      const { code, orderId } = await sell();
      await pay(order(), { code, cents: 1_000 });
      const replace = () =>
        act((context) => replaceGift(context, { orderId, item: 0, reason: 'Lost' }, terms));
      await replace();
      const [shown] = await show(orderId);
      const renewed = shown?.code as string;
      assert.notEqual(renewed, code);
      assert.deepEqual(await standing(renewed), [4_000, 'valid', '2030-12-31']);
      assert.equal((await refusal(look(code)))[0], 'gift-not-found');
      assert.ok(!(await textsOf(store)).includes(renewed));
      setTo('2031-06-01T12:00:00Z');
      assert.deepEqual((await refusal(replace()))[1], { because: 'expired', validTo: '2030-12-31' });
      setTo('2027-03-02T12:00:00Z');
      await pay(order(), { code: renewed, cents: 4_000 });
      assert.deepEqual(await refusal(replace()), ['gift-not-valid', { because: 'used-up' }]);
    });

    it('keep their money when the person is erased who gave or got them', async (t) => {
      const { store, issue, act, show, standing } = await open(t, await withSchema(t));
      const to = { message: 'Dear Ada', recipient: 'Ada@example.com' };
      const [sent] = await issue(to);
      const [given] = await issue({ message: 'Dear Bob' });
      const orderId = given?.orderId as Uuid;
      const { hash } = (await store.get<{ hash: number }>(
        'SELECT recipient_hash AS hash FROM gifts WHERE recipient IS NOT NULL',
      )) as { hash: number };
      const about = () => findGiftsAbout(store, Number(hash), [orderId]);
      const ids = (await about()).map(({ giftId }) => giftId);
      assert.deepEqual(ids, [sent?.giftId, given?.giftId]);
      await act(({ tx }) => forgetGifts(tx, ids));
      assert.deepEqual(await about(), []);
      assert.doesNotMatch(await textsOf(store), /Dear|ada@/i);
      const [{ code } = { code: undefined }] = await show(orderId);
      assert.deepEqual(await standing(code as string), [5_000, 'valid', '2030-12-31']);
    });

    it('are added up by day and month, with what was outstanding before', async (t) => {
      const { store, sell, pay, giveBack, order, setTo } = await open(t, await withSchema(t));
      const { code } = await sell();
      await sell({ currency: 'CHF' });
      setTo('2027-04-02T12:00:00Z');
      const orderId = order();
      await pay(orderId, { code, cents: 2_000 });
      setTo('2027-04-03T12:00:00Z');
      await giveBack(orderId, 500);
      await sell({ cents: 1_000, soldBy: CASHIER.accountId });
      const range = { from: '2027-04-01', to: '2027-04-30' } as never;
      const which = { currency: 'EUR', soldBy: undefined } as const;
      assert.deepEqual(await sumGiftEntries(store, range, { ...which, by: 'month' }), {
        before: 5_000,
        within: [
          { period: '2027-04', kind: 'given-back', cents: 500 },
          { period: '2027-04', kind: 'issued', cents: 1_000 },
          { period: '2027-04', kind: 'redeemed', cents: -2_000 },
        ],
      });
      const days = await sumGiftEntries(store, range, { ...which, by: 'day' });
      assert.deepEqual(
        days.within.map(({ period }) => period),
        ['2027-04-02', '2027-04-03', '2027-04-03'],
      );
      const own = await sumGiftEntries(store, range, { ...which, by: 'month', soldBy: CASHIER.accountId });
      assert.deepEqual(own, { before: 0, within: [{ period: '2027-04', kind: 'issued', cents: 1_000 }] });
    });

    it('are checked: what is left against their entries, and their codes', async (t) => {
      const { store, sell, pay, order, faults } = await open(t, await withSchema(t));
      const { code, giftId } = await sell();
      const spent = await sell();
      await pay(order(), { code, cents: 1_000 }, { code: spent.code, cents: 5_000 });
      assert.deepEqual(await faults(), []);
      const broken = async (sql: string) => {
        let found: string[] = [];
        await store
          .transaction(async (tx) => {
            await tx.run(sql);
            for await (const fault of checkGifts(tx)) found = [...found, fault];
            throw new Error('undone');
          })
          .catch(() => {});
        return found.join('\n');
      };
      const one = `WHERE gift_id = '${giftId}'`;
      assert.match(
        await broken(`UPDATE gifts SET balance_cents = 4100 ${one}`),
        /: 41 is left, but its entries add up to 40\.$/,
      );
      assert.match(
        await broken(`UPDATE gifts SET amount_cents = 100 ${one}`),
        /: 50 is issued, but it was sold for 1\.$/,
      );
      assert.match(await broken(`UPDATE gifts SET code = 'AAAA' ${one}`), /: its code can’t be read\.$/);
      assert.match(await broken(`UPDATE gifts SET code_hash = 'x' ${one}`), /: its code can’t be read\.$/);
      const kept = `UPDATE gifts SET code = (SELECT code FROM gifts ${one}) WHERE gift_id = '${spent.giftId}'`;
      assert.match(
        await broken(kept),
        /: it is used up, but its code is kept\.\n.*: its code can’t be read\.$/,
      );
    });
  });
}

for (const { name, withSchema } of DATABASES) {
  it(`two tills never take more than a gift voucher has left, on ${name}`, async (t) => {
    const address = await withSchema(t);
    const [here, there] = [await open(t, address), await open(t, address)];
    const [one, other] = [await here.sell(), await here.sell()];
    const uses = [one, other].map(({ code }) => ({ code, cents: 1_500 }));
    // Each till names them in another order, and waits for the other one.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? here.pay(here.order(), ...uses) : there.pay(there.order(), ...uses.toReversed()),
      ),
    );
    const kinds = outcomes.map((each) => (each.status === 'rejected' ? each.reason.kind : 'paid'));
    assert.deepEqual(kinds.toSorted(), [...Array(7).fill('gift-balance-too-low'), ...Array(3).fill('paid')]);
    assert.equal((await here.standing(one.code))[0], 500);
    assert.equal((await here.standing(other.code))[0], 500);
    assert.deepEqual(await here.faults(), []);
  });

  it(`two tills never give back more than a gift voucher paid, on ${name}`, async (t) => {
    const address = await withSchema(t);
    const [here, there] = [await open(t, address), await open(t, address)];
    const { code } = await here.sell();
    const orderId = here.order();
    await here.pay(orderId, { code, cents: 2_000 });
    const back = await Promise.all(
      [here, there, here, there].map(({ giveBack }) => giveBack(orderId, 1_500)),
    );
    assert.equal(
      back.reduce((sum, cents) => sum + cents, 0),
      2_000,
    );
    assert.equal((await here.standing(code))[0], 5_000);
  });
}

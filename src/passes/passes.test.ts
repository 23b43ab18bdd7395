import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DATABASES, ONE_DATABASE } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { termsIn } from '../../fixtures/offer-terms.ts';
import { ConfirmationCodes, ensureSigningKey, findKeys, isPassNumber, rotateKeys } from '../codes/index.ts';
import { type Actor, OPERATOR } from '../core/actor.ts';
import { calendarDay, MS_PER_DAY } from '../core/calendar-day.ts';
import { Refusal } from '../core/refusal.ts';
import { Tally } from '../core/tally.ts';
import { type Uuid, uuidV7 } from '../core/uuid.ts';
import { setCategories } from '../offers/index.ts';
import { type ActionContext, type DatabaseAddress, openStore, runAction } from '../store/index.ts';
import {
  addPassEntries,
  blockPass,
  checkPasses,
  daysOfPass,
  findHoldersUpTo,
  findOrdersWithPassesAfter,
  findPassesAbout,
  findPassTypes,
  forgetEntryTimes,
  forgetHolders,
  getPass,
  listPasses,
  nameHolder,
  type Pass,
  type PassFilter,
  type PassType,
  passItems,
  replacePass,
  sellPasses,
  setPassTypes,
  unblockPass,
  undoPassEntry,
  voidPasses,
  type WantedPass,
} from './index.ts';

const CASHIER: Actor = {
  accountId: '01a0d5c4-0000-7000-8000-000000000001' as Uuid,
  role: 'cashier',
  channel: 'api',
};
const PARTNER: Actor = {
  ...CASHIER,
  accountId: '01a0d5c4-0000-7000-8000-000000000002' as Uuid,
  role: 'partner',
};

const ANNUAL: PassType = {
  passType: 'annual',
  name: 'Annual pass',
  names: { de: 'Jahreskarte' },
  category: 'standard',
  persons: 2,
  valid: { months: 12 },
  entries: null,
  perDay: 1,
  walkIn: 'always',
  named: true,
  covers: 'general',
  priceCents: 4_900,
  vat: 900,
  onSale: true,
  channels: ['desk'],
};
const SEASON: PassType = {
  ...ANNUAL,
  passType: 'season',
  names: {},
  persons: 1,
  valid: { from: calendarDay('2027-01-01'), to: calendarDay('2027-03-31') },
  entries: 3,
  vat: null,
  channels: ['desk', 'partners'],
};

async function open(test: TestContext, address: DatabaseAddress) {
  const store = await openStore(address);
  test.after(() => store.close());
  const clock = manualClock();
  await ensureSigningKey(store, clock.now());
  const codes = await ConfirmationCodes.open(store, clock);
  const terms = termsIn(clock);
  const act = <T>(work: (context: ActionContext) => Promise<T>, actor: Actor = OPERATOR) =>
    runAction({ store, clock }, actor, work);
  const set = (...types: readonly PassType[]) => act((context) => setPassTypes(context, types));
  const ask = (wanted: Partial<WantedPass>, actor = CASHIER) =>
    act(({ tx }) => passItems(tx, actor, [{ passType: 'annual', position: 0, ...wanted }], { terms, codes }));
  const sell = async (wanted: Partial<WantedPass> = {}, sale: { soldBy?: Uuid; emailHash?: number } = {}) => {
    const items = await ask(wanted);
    if (items instanceof Refusal) throw items;
    const { soldBy = CASHIER.accountId as Uuid, emailHash = null } = sale;
    const order = { orderId: uuidV7(clock.now()), soldBy, currency: 'EUR', emailHash };
    const today = terms.calendar.today();
    const [pass] = await act((context) => sellPasses(context, items, { ...order, today }));
    return pass as Pass;
  };
  const reading = () => ({ codes, today: terms.calendar.today() });
  const look = (passId: Uuid, actor = CASHIER) => getPass(store, actor, passId, reading());
  const find = async (filter: Partial<PassFilter>, actor = CASHIER) =>
    (await listPasses(store, actor, { limit: 10, ...filter }, reading())).map(({ pass }) => pass.passId);
  const comeIn = async ({ firstId }: Pass, persons = 1) => {
    const entryId = uuidV7(clock.now());
    const entry = { entryId, firstId, day: terms.calendar.today(), persons, at: clock.now() };
    await act(({ tx }) => addPassEntries(tx, [{ ...entry, gate: 'North', startsAt: null }]));
    return entryId;
  };
  return { store, clock, codes, act, set, ask, sell, look, find, comeIn };
}

function refusedAs(kind: string, facts: Readonly<Record<string, unknown>> = {}) {
  return (error: unknown) => {
    assert(error instanceof Refusal, String(error));
    assert.equal(error.kind, kind);
    assert.deepEqual({ ...error.facts, ...facts }, error.facts);
    return true;
  };
}

for (const { name, withSchema } of ONE_DATABASE) {
  describe(`passes of the museum, on ${name}`, () => {
    it('have types with numbers that no other type ever gets', async (test) => {
      const { store, set } = await open(test, await withSchema(test));
      const numbers = async () =>
        (await findPassTypes(store)).map(({ passType, number }) => `${passType} ${number}`);
      await set(ANNUAL, SEASON);
      assert.deepEqual(await numbers(), ['annual 1', 'season 2']);
      await set({ ...ANNUAL, passType: 'new' }, ANNUAL);
      assert.deepEqual(await numbers(), ['new 3', 'annual 1']);
      await set(SEASON);
      assert.deepEqual(await numbers(), ['season 2']);
      const [season] = await findPassTypes(store);
      assert.deepEqual(season, { ...SEASON, number: 2 });
      const many = Array.from({ length: 61 }, (_, index) => ({ ...ANNUAL, passType: `more-${index}` }));
      await assert.rejects(set(...many), refusedAs('too-many-pass-types', { limit: 63, lacking: 1 }));
      assert.deepEqual(await numbers(), ['season 2']);
      await set(...many.slice(1));
      assert.equal((await numbers()).at(-1), 'more-60 63');
    });

    it('stand for a category that there is', async (test) => {
      const { act, set } = await open(test, await withSchema(test));
      const child = { ...ANNUAL, category: 'child' };
      const unknown = [{ category: 'child', pointer: '/0/category' }];
      await assert.rejects(set(child), refusedAs('category-unknown', { unknown }));
      const usual = { names: {}, shortName: null, unitType: 'OTHER', minAge: null, maxAge: null } as const;
      const more = { proof: null, places: 1, onSale: true };
      await act((context) =>
        setCategories(context, [
          { category: 'standard', name: 'Standard', ...usual, ...more },
          { category: 'child', name: 'Child', ...usual, ...more },
        ]),
      );
      await set(child);
    });

    it('keep their type on the list once one was sold', async (test) => {
      const { set, sell } = await open(test, await withSchema(test));
      await set(ANNUAL, SEASON);
      await sell();
      await assert.rejects(set(SEASON), refusedAs('pass-type-in-use', { removed: ['annual'] }));
      await set({ ...ANNUAL, onSale: false });
    });

    it('are valid to the day before the same day, or to the last of the month', () => {
      const days = [
        ['2027-03-01', 12, '2028-02-29'],
        ['2027-03-14', 12, '2028-03-13'],
        ['2027-01-01', 1, '2027-01-31'],
        ['2027-01-31', 1, '2027-02-28'],
        ['2027-01-29', 1, '2027-02-28'],
        ['2027-01-28', 1, '2027-02-27'],
        ['2028-02-29', 12, '2029-02-28'],
        ['2028-02-29', 36, '2031-02-28'],
        ['2027-12-31', 2, '2028-02-29'],
      ] as const;
      for (const [from, months, to] of days)
        assert.equal(daysOfPass({ months }, calendarDay(from)).to, to, `${months} months from ${from}`);
    });

    it('are sold as their type says, with a code that is no ticket’s', async (test) => {
      const { set, sell, look, codes } = await open(test, await withSchema(test));
      await set(ANNUAL, SEASON);
      const { passId } = await sell({ holder: 'Ada Muster', from: calendarDay('2027-04-01') });
      const { pass, state, entriesLeft } = await look(passId);
      const { passCode } = pass;
      assert.match(passCode, /^pass-[2-9a-hjkmnp-tv-z]{6}-[2-9a-hjkmnp-tv-z]{5}$/);
      assert.equal(codes.read(passCode), pass.number);
      assert.equal(codes.read(passCode.slice(5).toUpperCase()), pass.number);
      assert(isPassNumber(pass.number));
      assert.deepEqual([pass.from, pass.to, state], ['2027-04-01', '2028-03-31', 'not-yet']);
      assert.deepEqual([pass.holder, pass.persons, pass.priceCents, pass.vat], ['Ada Muster', 2, 4_900, 900]);
      assert.deepEqual([pass.entries, entriesLeft], [null, null]);
      const season = await look((await sell({ passType: 'season' })).passId);
      assert.deepEqual(
        [season.pass.from, season.pass.to, season.entriesLeft],
        ['2027-01-01', '2027-03-31', 3],
      );
    });

    it('are not sold where or when their type is not', async (test) => {
      const { set, ask, clock } = await open(test, await withSchema(test));
      await set(ANNUAL, SEASON, { ...ANNUAL, passType: 'old', onSale: false });
      const refused = async (wanted: Partial<WantedPass>, actor?: Actor) => {
        const refusal = await ask(wanted, actor);
        assert(refusal instanceof Refusal);
        const facts = refusal.facts as { because?: string; faults?: readonly { because: string }[] };
        return [refusal.kind, facts.because ?? facts.faults?.[0]?.because];
      };
      assert.deepEqual(await refused({ passType: 'anual' }), ['pass-invalid', 'unknown']);
      assert.deepEqual(await refused({ from: calendarDay('2027-02-28') }), ['pass-invalid', 'from']);
      assert.deepEqual(await refused({ from: calendarDay('2028-03-02') }), ['pass-invalid', 'from']);
      const fixed = { passType: 'season', from: calendarDay('2027-03-02') };
      assert.deepEqual(await refused(fixed), ['pass-invalid', 'from-of-fixed']);
      assert.deepEqual(await refused({ passType: 'old' }), ['pass-not-sold', 'off-sale']);
      assert.deepEqual(await refused({}, PARTNER), ['pass-not-sold', 'channel']);
      clock.advance(31 * MS_PER_DAY);
      assert.deepEqual(await refused({ passType: 'season' }, PARTNER), ['pass-not-sold', 'over']);
    });

    it('are used up by their entries, unless one is undone', async (test) => {
      const { set, sell, look, comeIn, act, clock } = await open(test, await withSchema(test));
      await set(SEASON);
      const pass = await sell({ passType: 'season' });
      for (let count = 0; count < 2; count += 1) await comeIn(pass);
      const last = await comeIn(pass);
      const stands = async () => {
        const { state, entriesLeft, entries } = await look(pass.passId);
        return [state, entriesLeft, entries.length];
      };
      assert.deepEqual(await stands(), ['used-up', 0, 3]);
      const undo = () => act(({ tx, now }) => undoPassEntry(tx, last, now));
      assert.equal((await undo())?.firstId, pass.firstId);
      assert.equal(await undo(), undefined);
      assert.deepEqual(await stands(), ['valid', 1, 2]);
      clock.advance(31 * MS_PER_DAY);
      assert.equal((await stands())[0], 'expired');
    });

    it('leave of old entries the day and the persons only', async (test) => {
      const { set, sell, look, comeIn, act, clock } = await open(test, await withSchema(test));
      await set(ANNUAL);
      const pass = await sell();
      await comeIn(pass, 2);
      clock.advance(91 * MS_PER_DAY);
      await comeIn(pass);
      const forget = () => act(({ tx, now }) => forgetEntryTimes(tx, now - 90 * MS_PER_DAY, 10));
      assert.deepEqual([await forget(), await forget()], [1, 0]);
      const [old, young] = (await look(pass.passId)).entries;
      assert.deepEqual([old?.day, old?.persons, old?.at, old?.gate], ['2027-03-01', 2, null, null]);
      assert.deepEqual([young?.at, young?.gate], [clock.now(), 'North']);
    });

    it('are blocked, unblocked, and replaced by another with their entries', async (test) => {
      const { set, sell, look, comeIn, act, clock, codes } = await open(test, await withSchema(test));
      await set(ANNUAL);
      const { passId, ...pass } = await sell({ holder: 'Ada Muster' });
      await comeIn({ passId, ...pass });
      const lost = (context: ActionContext) => blockPass(context, passId, 'Lost');
      await act(lost, CASHIER);
      assert.equal((await look(passId)).state, 'blocked');
      await assert.rejects(act(lost), refusedAs('pass-not-changed', { because: 'blocked' }));
      await act((context) => unblockPass(context, passId), CASHIER);
      assert.equal((await look(passId)).state, 'valid');
      clock.advance(1_000);
      const other = await act((context) => replacePass(context, passId, 'Lost', codes), CASHIER);
      const [old, made] = [await look(passId), await look(other.passId)];
      assert.deepEqual([old.state, old.pass.blockReason, old.pass.holder], ['blocked', 'Lost', null]);
      assert.deepEqual([made.state, made.pass.holder, made.entries.length], ['valid', 'Ada Muster', 1]);
      assert.notEqual(made.pass.passCode, old.pass.passCode);
      assert.equal(made.pass.soldAt, old.pass.soldAt);
      for (const change of [lost, (context: ActionContext) => unblockPass(context, passId)])
        await assert.rejects(act(change), refusedAs('pass-not-changed', { because: 'replaced' }));
      await act((context) => voidPasses(context, other.orderId, [other], 'Paid back'));
      assert.equal((await look(other.passId)).state, 'void');
      await assert.rejects(
        act((context) => nameHolder(context, other.passId, 'Eve')),
        refusedAs('pass-not-changed', { because: 'void' }),
      );
    });

    it('are found by code, by the name of the holder and by address, and by partners if they sold them', async (test) => {
      const { set, sell, look, find, act } = await open(test, await withSchema(test));
      await set(ANNUAL);
      const one = await sell({ holder: 'Ada  Müster' }, { emailHash: 7 });
      const other = await sell({ holder: 'Eve' }, { soldBy: PARTNER.accountId as Uuid });
      const { passCode } = one;
      assert.deepEqual(await find({ passCode: passCode.toUpperCase() }), [one.passId]);
      assert.deepEqual(await find({ passCode: passCode.slice(5) }), [one.passId]);
      assert.deepEqual(await find({ passCode: 'pass' }), []);
      assert.deepEqual(await find({ holder: 'ada muster' }), [one.passId]);
      assert.deepEqual(await find({ holder: 'ada' }), []);
      assert.deepEqual(await find({ emailHash: 7 }), [one.passId]);
      assert.deepEqual(await find({ emailHash: 7, holder: 'Eve' }), []);
      assert.deepEqual(await find({}), [other.passId, one.passId]);
      assert.deepEqual(await find({ before: other.passId }), [one.passId]);
      assert.deepEqual(await find({}, PARTNER), [other.passId]);
      await assert.rejects(look(one.passId, PARTNER), refusedAs('pass-not-found'));
      const name = (passId: Uuid) => act((context) => nameHolder(context, passId, 'Mia'), PARTNER);
      await name(other.passId);
      await assert.rejects(name(one.passId), refusedAs('pass-not-found'));
      assert.deepEqual(await find({ holder: 'MIA' }), [other.passId]);
    });

    it('stay valid without their holder once the buyer is erased, or their last day is long over', async (test) => {
      const { store, set, sell, look, find, act } = await open(test, await withSchema(test));
      await set(ANNUAL, SEASON);
      const annual = await sell({ holder: 'Ada' }, { emailHash: 7 });
      const season = await sell({ passType: 'season', holder: 'Eve' });
      const about = (hash: number, orders: readonly Uuid[]) => findPassesAbout(store, hash, orders);
      assert.deepEqual(
        (await about(7, [])).map(({ passId }) => passId),
        [annual.passId],
      );
      const both = (await about(7, [annual.orderId, season.orderId])).map(({ passId }) => passId);
      assert.deepEqual(both, [annual.passId, season.passId]);
      const upTo = (day: string) => findHoldersUpTo(store, calendarDay(day), 10);
      assert.deepEqual([await upTo('2027-03-30'), await upTo('2027-03-31')], [[], [season.passId]]);
      const orders = [annual.orderId, season.orderId];
      const after = await findOrdersWithPassesAfter(store, orders, calendarDay('2027-03-31'));
      assert.deepEqual([...after], [annual.orderId]);
      await act(({ tx }) => forgetHolders(tx, [annual.passId, season.passId]));
      assert.deepEqual(await upTo('2027-03-31'), []);
      assert.deepEqual([await find({ emailHash: 7 }), await find({ holder: 'Ada' })], [[], []]);
      const { pass, state } = await look(annual.passId);
      assert.deepEqual([pass.holder, state], [null, 'valid']);
    });

    it('are sound when others have their place, and when they are used', async (test) => {
      const { store, set, sell, comeIn, act, codes } = await open(test, await withSchema(test));
      await set(ANNUAL);
      const pass = await sell();
      await comeIn(pass);
      await act((context) => replacePass(context, pass.passId, 'Lost', codes));
      const faults = async () => {
        const found: string[] = [];
        for await (const fault of checkPasses(store, new Tally())) found.push(fault);
        return found;
      };
      assert.deepEqual(await faults(), []);
      await act(({ tx }) =>
        tx.run(`UPDATE passes SET replaced_at = NULL, pass_code = 'pass-222222-22222' WHERE pass_id = ?`, [
          pass.passId,
        ]),
      );
      await act(({ tx }) => tx.run(`UPDATE pass_entries SET first_id = 'another'`));
      const [code, places, ...others] = await faults();
      assert.match(code ?? '', /it has the code pass-222222-22222, which is not that of its number\.$/);
      assert.match(places ?? '', /2 passes have its place\.$/);
      assert.match(others.at(-1) ?? '', /is with the pass another, which does not exist\.$/);
    });

    it('need the key of their code to their last day', async (test) => {
      const { store, set, sell, clock } = await open(test, await withSchema(test));
      await set(ANNUAL);
      await sell();
      await rotateKeys(store, { ...CASHIER, role: 'admin' }, clock.now());
      const retired = (await findKeys(store)).find(({ isCurrent }) => !isCurrent);
      assert.equal(retired?.neededUntil, '2028-02-29');
    });
  });
}

for (const { name, withSchema } of DATABASES) {
  it(`${name}: a type is not taken off the list while a pass of it is sold`, async (test) => {
    const { store, set, sell, codes } = await open(test, await withSchema(test));
    await set(ANNUAL);
    // The sale has read the type, and is not committed: whoever replaces the list waits for it.
    let removal: Promise<unknown> | undefined;
    await store.transaction(async (tx) => {
      const items = await passItems(tx, CASHIER, [{ passType: 'annual', position: 0 }], {
        terms: termsIn(manualClock()),
        codes,
      });
      assert(!(items instanceof Refusal));
      removal = assert.rejects(set(), refusedAs('pass-type-in-use'));
      const sale = {
        orderId: uuidV7(1),
        soldBy: CASHIER.accountId as Uuid,
        currency: 'EUR',
        emailHash: null,
      };
      const context = { tx, actor: CASHIER, now: manualClock().now() };
      await sellPasses(context, items, { ...sale, today: calendarDay('2027-03-01') });
    });
    await removal;
    await sell();
  });
}

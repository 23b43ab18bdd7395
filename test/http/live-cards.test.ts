/** Cards whose issuer is asked, and told of each visit once. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { type FakePass, openMuseumPass } from '../../fixtures/museum-pass.ts';
import { assertSound } from '../../fixtures/sound.ts';
import { until } from '../../fixtures/until.ts';

const CARD = {
  ...{ card: 'museumpass', name: 'museumPASSmusées', pattern: '#{13}', category: 'standard' },
  ...{ mode: 'live', perDay: 1, offline: 'admit', worth: 8 },
};
const PASSES: Readonly<Record<string, FakePass>> = {
  '1000000000001': { allowed: true, firstName: 'Sophie', lastName: 'Peeters' },
  '1000000000002': { allowed: false, reason: 'EXPIRED' },
  '1000000000003': { allowed: true },
};
const ids = (() => {
  let count = 0;
  return () => `0199f3a2-7b1c-4d3e-8f4c-${(++count).toString(16).padStart(12, '0')}`;
})();

const scan = async (museum: Museum, code: string, more: object = {}) =>
  (await museum.api('POST', '/check-ins', { as: 'gate', body: { code, ...more } })).json;
const undo = (museum: Museum, checkInId: string) =>
  museum.api('POST', `/check-ins/${checkInId}/undo`, { as: 'gate' });
const registrations = async (museum: Museum) => {
  const rows = await museum.store.all<{ state: string; number: string | null }>(
    'SELECT state, number FROM card_registrations ORDER BY check_in_id',
  );
  return rows.map(({ state, number }) => ({ state, number }));
};
const comesTo = (museum: Museum, ...states: string[]) =>
  until(async () => {
    const found = (await registrations(museum)).map(({ state }) => state);
    return JSON.stringify(found) === JSON.stringify(states);
  });

describeOnDatabase((openMuseum) => {
  const opened = async (t: TestContext, card: object = CARD) => {
    const issuer = await openMuseumPass(t, PASSES);
    const museum = await openMuseum(t, { settings: issuer.settings });
    assert.equal((await museum.api('PUT', '/cards', { body: [card] })).status, 200);
    return { museum, issuer };
  };

  it('lets in whom the issuer allows, says whose card it is, and tells the issuer once', async (t) => {
    const { museum, issuer } = await opened(t);
    const checkInId = ids();
    const first = await scan(museum, '1000000000001', { checkInId });
    assert.deepEqual([first.verdict, first.card.holder], ['admitted', 'Sophie Peeters']);
    await comesTo(museum, 'registered');
    await scan(museum, '1000000000001', { checkInId });
    await scan(museum, '1000000000001', { direction: 'out' });
    assert.equal((await scan(museum, '1000000000001')).verdict, 'admitted');
    assert.deepEqual(issuer.visits, ['holder-1000000000001']);
    assert.deepEqual(await registrations(museum), [{ state: 'registered', number: null }]);
    assert.equal(issuer.state.tokens, 1);
    assert.doesNotMatch(
      JSON.stringify(await museum.store.all('SELECT * FROM check_ins')),
      /Sophie|1000000000001/,
    );
    await assertSound(museum);
  });

  it('refuses with the issuer’s words whom it does not allow, and does not tell it of them', async (t) => {
    const { museum, issuer } = await opened(t);
    const refused = await scan(museum, '1000000000002');
    assert.deepEqual(
      [refused.verdict, refused.reason, refused.message],
      ['refused', 'card-refused', 'museumPASSmusées: the pass has expired.'],
    );
    const unknown = await scan(museum, '1000000000009');
    assert.equal(unknown.message, 'museumPASSmusées: there is no pass with this number.');
    assert.deepEqual([issuer.visits, await registrations(museum)], [[], []]);
  });

  it('does as the card says while the issuer does not answer, and tells it later', async (t) => {
    const { museum, issuer } = await opened(t);
    issuer.state.isAway = true;
    assert.equal((await scan(museum, '1000000000003')).verdict, 'admitted');
    await museum.api('PUT', '/cards', { body: [{ ...CARD, offline: 'refuse' }] });
    const refused = await scan(museum, '1000000000001');
    assert.deepEqual(
      [refused.reason, refused.message],
      ['card-refused', 'museumPASSmusées: it can’t be checked now.'],
    );
    const [waiting] = await registrations(museum);
    assert.equal(waiting?.state, 'waiting');
    assert.doesNotMatch(waiting?.number ?? '', /1000000000003/);
  });

  it('never tells it again when its answer was lost: somebody is asked', async (t) => {
    const { museum, issuer } = await opened(t);
    issuer.state.registering = 'lost';
    await scan(museum, '1000000000001', { checkInId: ids() });
    await comesTo(museum, 'lost');
    issuer.state.registering = 201;
    museum.clock.advance(24 * 3_600_000);
    await scan(museum, '1000000000003', { checkInId: ids() });
    await comesTo(museum, 'lost', 'registered');
    assert.deepEqual(issuer.visits, ['holder-1000000000001', 'holder-1000000000003']);
    await assertSound(museum);
  });

  it('gives up at once what it refuses', async (t) => {
    const { museum, issuer } = await opened(t);
    issuer.state.registering = 403;
    await scan(museum, '1000000000001');
    await comesTo(museum, 'refused');
    assert.deepEqual(await registrations(museum), [{ state: 'refused', number: null }]);
  });

  it('is told of no visit that the gate has refused by itself, whose answer it never got', async (t) => {
    const { museum, issuer } = await opened(t);
    issuer.state.isAway = true;
    const checkInId = ids();
    await scan(museum, '1000000000003', { checkInId });
    const refused = { code: '1000000000003', checkInId, at: '2027-03-01T10:00:00Z', verdict: 'refused' };
    const batch = { as: 'gate', body: { checkIns: [refused] } } as const;
    assert.equal((await museum.api('POST', '/check-ins/batch', batch)).json[0].verdict, 'refused');
    assert.deepEqual(await registrations(museum), [{ state: 'dropped', number: null }]);
  });

  it('asks somebody when a visit is taken back that it was told of, and tells it of none before', async (t) => {
    const { museum, issuer } = await opened(t);
    const [told, untold] = [ids(), ids()];
    await scan(museum, '1000000000001', { checkInId: told });
    await comesTo(museum, 'registered');
    assert.equal((await undo(museum, told)).status, 200);
    assert.deepEqual(
      (await registrations(museum)).map(({ state }) => state),
      ['undone'],
    );
    issuer.state.isAway = true;
    await scan(museum, '1000000000003', { checkInId: untold });
    await undo(museum, untold);
    assert.deepEqual(
      (await registrations(museum)).map(({ state }) => state),
      ['undone', 'dropped'],
    );
    assert.deepEqual(issuer.visits, ['holder-1000000000001']);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { callMuseum, runMuseum } from '../../fixtures/process.ts';
import { buyTicket, createEvent, generalPurchase } from '../../fixtures/samples.ts';
import { sealEverything } from '../../fixtures/sealing.ts';

function beside({ database }: Museum) {
  return {
    env: { MUSEUM_DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url },
  };
}

describeOnDatabase((openMuseum) => {
  test('museum audit lists what happened, and verifies that nobody has changed it', async (t) => {
    const museum = await openMuseum(t);
    await createEvent(museum);
    await buyTicket(museum, generalPurchase(), 'cashier');
    await sealEverything(museum.store);
    const audit = (...args: string[]) => callMuseum(['audit', ...args], beside(museum));
    const listed = await runMuseum(t, ['audit', 'list'], beside(museum));
    assert.match(
      listed.stdout,
      /^NUMBER +AT +KIND +SUBJECT +BY +CHANNEL +DETAILS\n2 .*tickets\.sold .*cashier +api/,
    );
    const found = await audit('list', '--kind', 'event.announced', '--account', 'admin', '--json');
    assert.deepEqual(
      JSON.parse(found.stdout).map(({ number, account }: Record<string, unknown>) => [number, account]),
      [[1, 'admin']],
    );
    assert.equal((await audit('list', '--to', '2020-01-01')).stdout, 'No journal entries match.\n');
    const unknown = await audit('list', '--account', 'nobody');
    assert.deepEqual([unknown.code, unknown.stderr], [1, 'museum: There is no account named "nobody".\n']);
    assert.equal((await audit('list', '--from', 'never')).code, 2);
    const turned = await audit('list', '--from', '2026-11-23', '--to', '2026-11-22');
    assert.deepEqual(
      [turned.code, turned.stdout, turned.stderr],
      [2, '', 'museum: --to must not be before --from, which is 2026-11-23.\n'],
    );

    const sound = await audit('verify');
    const [, head = ''] = /^OK: 2 sealed entries, head ([0-9a-f]{64})\.\n$/.exec(sound.stdout) ?? [];
    assert.deepEqual([sound.code, head.length], [0, 64]);
    await createEvent(museum);
    await sealEverything(museum.store);
    const again = await audit('verify', '--seal', head);
    assert.match(again.stdout, /^OK: 3 sealed entries.*\nThat seal belongs to entry 2\.\n$/);

    await museum.store.transaction((tx) => tx.run(`UPDATE journal SET subject = 'x' WHERE number = 2`));
    const broken = await audit('verify');
    assert.equal(broken.code, 1);
    assert.equal(
      broken.stderr,
      'museum: the journal was changed. Entry 2 of the journal differs from what was sealed, or an earlier entry was changed.\n',
    );
    const other = await audit('verify', '--seal', '0'.repeat(64));
    assert.equal(other.code, 1);
    const short = await audit('verify', '--seal', head.slice(0, 20));
    assert.deepEqual([short.code, short.stdout], [2, '']);
    assert.match(short.stderr, /^museum: .*It must be the 64 hexadecimal digits .*\n$/);
  });
});

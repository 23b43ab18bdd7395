import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONE_DATABASE } from '../../fixtures/databases.ts';
import { callMuseum } from '../../fixtures/process.ts';

for (const { name, lend } of ONE_DATABASE) {
  test(`${name}: museum check finds nothing wrong where nothing was ever done`, async (t) => {
    const { database, giveBack } = await lend(t);
    const url = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url;
    const { code, stdout, stderr } = await callMuseum(['check'], { env: { MUSEUM_DATABASE_URL: url } });
    giveBack();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^OK: this museum has never been used\. The first start of the service creates .*\n$/,
    );
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATABASES } from '../fixtures/databases.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { INTERFACES } from './fuzz/options.ts';

for (const { name, fresh } of DATABASES)
  describe(name, () => {
    it('answers whatever is sent to any interface as it is declared, never with a 5xx, and stays sound', async (t) => {
      const database = await fresh(t);
      const options = { seed: 1, requests: 2_000, interfaces: INTERFACES, database };
      const { requests, statuses, faults } = await fuzz(options, t);
      assert.deepEqual(faults, []);
      assert.ok(requests >= 2_000);
      // Requests get far: things are read, sold and changed, not only refused.
      for (const status of [200, 201, 303, 400, 401, 403, 404, 409])
        assert.ok((statuses.get(status) ?? 0) > 0, `${status}: ${[...statuses]}`);
    });
  });

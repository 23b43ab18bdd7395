import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, runCheck } from '../../../fixtures/doctor.ts';
import { MACHINE_CHECKS } from './machine.ts';

test('a Node that is older than the service needs is a warning, and a newer one is not', async (t) => {
  const real = process.versions;
  t.after(() => Object.defineProperty(process, 'versions', { value: real }));
  for (const [node, status] of [
    ['20.19.0', 'warning'],
    ['24.6.1', 'warning'],
    ['24.7.0', 'ok'],
    ['24.10.0', 'ok'],
    ['26.0.0', 'ok'],
  ] as const) {
    Object.defineProperty(process, 'versions', { value: { ...real, node } });
    const line = linesOf(await runCheck(MACHINE_CHECKS, 'node', {}));
    assert.match(line, new RegExp(`^${status} node: Node ${node} `));
    assert.equal(
      line.includes('The service needs Node 24.7 or newer. → Install the package again'),
      status === 'warning',
    );
  }
});

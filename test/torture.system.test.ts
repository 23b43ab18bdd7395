import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readOptions } from './torture/options.ts';
import { torture } from './torture/torture.ts';

const SHORT = {
  database: 'sqlite',
  instances: 1,
  restarts: false,
  seconds: 600,
  answers: 300,
  seed: 7,
  breakage: undefined,
} as const;

// Mostly they wait for killed instances to start again, so two run at a time, each on a database of its own.
describe('the torture', { concurrency: 2 }, () => {
  it('a service that is killed again and again keeps every acknowledged sale, order, payment and scan, and starts again by itself', async () => {
    const report = await torture({ ...SHORT, rounds: 3 });
    assert.deepEqual(report.violations, []);
    assert.equal(report.rounds, 3);
    assert.ok(report.kills > 3);
    assert.ok(report.acknowledged > 0);
    assert.ok(report.scans > 0 && report.families > 0 && report.orders > 0 && report.soldOnline > 0);
  });

  it('instances on PostgreSQL that are killed, and lose their connections and the server, keep every acknowledged sale, order, payment and scan', async () => {
    const report = await torture({ ...SHORT, database: 'postgres', instances: 2, restarts: true, rounds: 2 });
    assert.deepEqual(report.violations, []);
    assert.equal(report.rounds, 2);
    assert.ok(report.kills >= 6);
    assert.ok(report.acknowledged > 0);
    assert.ok(report.scans > 0 && report.families > 0 && report.orders > 0 && report.soldOnline > 0);
  });

  it('finds places that instances on PostgreSQL sell twice when the guard is taken out', async () => {
    const { violations } = await torture({
      ...SHORT,
      database: 'postgres',
      instances: 2,
      rounds: 40,
      breakage: 'guard',
    });
    assert.match(violations[0] ?? 'nothing', / was sold place \d+ of \d+ on /);
  });

  it('finds places that are sold twice when the guard is taken out', async () => {
    const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'guard' });
    assert.match(violations[0] ?? 'nothing', / was sold place \d+ of \d+ on /);
  });

  it('finds tickets that are admitted twice when that guard is taken out', async () => {
    const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'admission' });
    assert.match(violations[0] ?? 'nothing', /^the ticket [0-9a-f-]{36} was admitted twice$/);
  });

  it('finds orders that are sold by halves, without their payment', async () => {
    const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'payment' });
    assert.match(
      violations[0] ?? 'nothing',
      /^order-\d+ costs \d+ cents, is (sold|void), and 0 cents are paid$/,
    );
  });

  it('finds losses when transactions resolve before they are committed', async () => {
    const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'durability' });
    assert.match(
      violations[0] ?? 'nothing',
      / is missing|, and is undefined$|last set to | none of the versions |that was sold is answered 404|, and keeps nothing| was acknowledged as | was answered |^check: /,
    );
  });
});

test('the torture refuses unknown arguments', () => {
  assert.throws(
    () => readOptions(['--break', 'everything']),
    /--break is guard, admission, durability or payment/,
  );
  assert.throws(() => readOptions(['--rounds', 'many']), /--rounds is a whole number/);
  assert.throws(() => readOptions(['--database', 'paper']), /--database is sqlite or postgres/);
  assert.throws(() => readOptions(['--instances', '2']), /go with --database postgres/);
  assert.deepEqual(readOptions(['--rounds', '3', '--seed', '9']), {
    database: 'sqlite',
    instances: 1,
    restarts: false,
    rounds: 3,
    seconds: 3_600,
    answers: 900,
    seed: 9,
    breakage: undefined,
  });
});

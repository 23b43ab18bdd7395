import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readOptions, type TortureOptions } from './torture/options.ts';
import { type Report, torture } from './torture/torture.ts';

const SHORT = {
  database: 'sqlite',
  instances: 1,
  restarts: false,
  failover: false,
  seconds: 480, // less than a test may take, so that it tells what it has seen
  answers: 300,
  seed: 7,
  breakage: undefined,
} as const;

/**
 * At least so many rounds without a violation, and more until something of each kind was acknowledged: a slow machine does
 * little in a round, and what is done is drawn by lot.
 */
async function tortureWithAll(options: TortureOptions & { readonly rounds: number }): Promise<Report> {
  const report = await torture(options, () => {}, hasAll);
  assert.deepEqual(report.violations, []);
  assert.ok(report.rounds >= options.rounds && hasAll(report), JSON.stringify(report));
  return report;
}

function hasAll({ acknowledged, scans, families, orders, soldOnline }: Report): boolean {
  return Math.min(acknowledged, scans, families, orders, soldOnline) > 0;
}

// Mostly they wait for killed instances to start again, so two run at a time, each on a database of its own.
describe('the torture', { concurrency: 2 }, () => {
  it('a service that is killed again and again keeps every acknowledged sale, order, payment and scan, and starts again by itself', async () => {
    const report = await tortureWithAll({ ...SHORT, rounds: 3 });
    assert.ok(report.kills > 3);
  });

  it('instances on PostgreSQL that are killed, and lose their connections and the server, keep every acknowledged sale, order, payment and scan', async () => {
    const report = await tortureWithAll({
      ...SHORT,
      database: 'postgres',
      instances: 2,
      restarts: true,
      rounds: 2,
    });
    assert.ok(report.kills >= 6);
  });

  it('three instances whose PostgreSQL is killed keep every acknowledged sale, order, payment and scan on its promoted standby', async () => {
    const report = await tortureWithAll({
      ...SHORT,
      database: 'postgres',
      instances: 3,
      failover: true,
      rounds: 2,
    });
    assert.equal(report.recoveries.length, report.rounds);
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
      // A refund that is answered before the order is looked at has lost its payments, too.
      /^order-\d+ (costs \d+ cents, is (sold|void), and 0 cents are paid$|was paid back \d+, and shows .*"payments":\[\])/,
    );
  });

  it('finds losses when transactions resolve before they are committed', async () => {
    const { violations } = await torture({ ...SHORT, rounds: 40, breakage: 'durability' });
    assert.match(
      violations[0] ?? 'nothing',
      / is missing|, and is undefined$|last set to | none of the versions |that was sold is answered 404|, and keeps nothing| was acknowledged as | was answered | was asked for, and answered |^check: /,
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
  assert.throws(() => readOptions(['--failover', '--restarts']), /goes with PostgreSQL, and without/);
  const { database, instances, rounds } = readOptions(['--failover']);
  assert.deepEqual([database, instances, rounds], ['postgres', 3, 20]);
  assert.deepEqual(readOptions(['--rounds', '3', '--seed', '9']), {
    database: 'sqlite',
    instances: 1,
    restarts: false,
    failover: false,
    rounds: 3,
    seconds: 3_600,
    answers: 900,
    seed: 9,
    breakage: undefined,
  });
});

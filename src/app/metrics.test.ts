import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext, test } from 'node:test';
import { createServer } from 'node:tls';
import { pino } from 'pino';
import { selfSigned } from '../../fixtures/certificate.ts';
import { describeOnDatabase } from '../../fixtures/databases.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { readMetrics } from '../../fixtures/metrics.ts';
import { type Museum, type MuseumOptions, openMuseum } from '../../fixtures/museum.ts';
import { generalPurchase, TODAY } from '../../fixtures/samples.ts';
import { emptyMuseum, temporaryFolder } from '../../fixtures/temporary-store.ts';
import { until } from '../../fixtures/until.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { countOrders } from '../orders/index.ts';
import { CountedFigures, countingJobs } from './metrics.ts';

const HELD = { items: [{ ticketType: 'general', ticketDate: TODAY, quantity: 2 }], hold: 3_600 };

async function openedMuseum(t: TestContext, options: Partial<MuseumOptions> = {}): Promise<Museum> {
  const path = join(await temporaryFolder(t), 'museum.db');
  const museum = await openMuseum({ database: { kind: 'sqlite', path }, ...options });
  t.after(() => museum.close());
  return museum;
}

/** The samples of that name once they are there, by their labels. */
async function samplesOf(museum: Museum, name: string): Promise<Record<string, number>> {
  const read = async () =>
    [...(await readMetrics(museum))].filter(([sample]) => sample === name || sample.startsWith(`${name}{`));
  await until(async () => (await read()).length > 0);
  return Object.fromEntries((await read()).map(([sample, value]) => [sample.slice(name.length), value]));
}

describeOnDatabase((openOne) => {
  it('tells how many orders are in each state, and how many are held', async (t) => {
    const museum = await openOne(t);
    for (let order = 0; order < 3; order += 1) await museum.api('POST', '/orders', { body: HELD });
    const { json: sold } = await museum.api('POST', '/orders', { body: { ...HELD, hold: undefined } });
    assert.equal(sold.state, 'sold');
    await museum.restart(); // they are counted at the start
    assert.deepEqual(await samplesOf(museum, 'museum_orders'), {
      '{state="held"}': 3,
      '{state="sold"}': 1,
      '{state="released"}': 0,
      '{state="void"}': 0,
    });
    assert.deepEqual(await samplesOf(museum, 'museum_holds'), { '': 3 });
    assert.deepEqual(await samplesOf(museum, 'museum_holds_overdue'), { '': 0 });
  });

  it('counts orders page by page, beyond the first page too', async (t) => {
    const museum = await openOne(t);
    const columns = ['order_id', 'order_code', 'state', 'items', 'currency', 'language', 'sold_by'];
    const orders = Array.from({ length: 10_001 }, (_, index) => [
      ...[`order ${index}`, `code ${index}`, 'sold', '[]', 'EUR', 'en', 'nobody', 1, 1],
    ]);
    await museum.store.transaction(async (tx) => {
      for (let from = 0; from < orders.length; from += 1_000)
        await tx.insert('orders', [...columns, 'created_at', 'sold_at'], orders.slice(from, from + 1_000));
    });
    const counts = await countOrders(museum.store);
    assert.deepEqual(Object.fromEntries(counts), { held: 0, sold: 10_001, released: 0, void: 0 });
  });

  it('tells of money that is due: refunds, those that have failed, and payments that are open', async (t) => {
    const museum = await openOne(t);
    const now = museum.clock.now();
    await museum.store.transaction(async (tx) => {
      await tx.insert(
        'online_payments',
        ['online_payment_id', 'order_id', 'provider', 'amount_cents', 'currency', 'started_at', 'state'],
        ['a', 'b', 'c'].map((id) => [
          id,
          'an order',
          'stripe',
          3_000,
          'EUR',
          now,
          id === 'c' ? 'ended' : 'open',
        ]),
      );
      await tx.insert(
        'refunds',
        [
          'refund_id',
          'online_payment_id',
          'order_id',
          'amount_cents',
          'reason',
          'due_at',
          'tries',
          'next_at',
          'failure',
        ],
        [
          ['x', 'a', 'an order', 1_250, 'void', now, 0, now + 3_600_000, null],
          ['y', 'a', 'an order', 750, 'void', now, 1, now + 3_600_000, 'no such charge'],
        ],
      );
    });
    await museum.restart();
    assert.deepEqual(await samplesOf(museum, 'museum_refunds_due'), { '': 2 });
    assert.deepEqual(await samplesOf(museum, 'museum_refunds_due_amount'), { '{currency="EUR"}': 20 });
    assert.deepEqual(await samplesOf(museum, 'museum_refunds_troubled'), { '': 1 });
    assert.deepEqual(await samplesOf(museum, 'museum_online_payments_open'), { '': 2 });
  });
});

test('counts admissions by verdict and reason, and a scan that is sent again once', async (t) => {
  const museum = await openedMuseum(t);
  const { json: ticket } = await museum.api('POST', '/tickets', {
    body: generalPurchase({ ticketDate: TODAY }),
  });
  const scan = {
    confirmationCode: ticket.confirmationCode,
    checkInId: '01a203b2-c2a1-74ba-b35a-127fcecbe331',
  };
  for (const body of [scan, scan, { ...scan, checkInId: undefined }, { code: 'no ticket' }])
    await museum.api('POST', '/check-ins', { body });
  const counted = await samplesOf(museum, 'museum_admissions_total');
  assert.equal(counted['{verdict="admitted",reason=""}'], 1);
  assert.equal(counted['{verdict="refused",reason="already-admitted"}'], 1);
  assert.equal(counted['{verdict="refused",reason="unreadable"}'], 1);
  assert.equal(counted['{verdict="refused",reason="void"}'], 0, 'so that its first is an increase');
  assert.deepEqual(await samplesOf(museum, 'museum_scans_total'), { '': 4 });
});

test('tells how large the batches of sales and scans are, and how long their commits take', async (t) => {
  const museum = await openedMuseum(t);
  await Promise.all(
    Array.from({ length: 20 }, () => museum.api('POST', '/tickets', { body: generalPurchase() })),
  );
  await museum.api('POST', '/check-ins', { body: { code: 'no ticket' } });
  const metrics = await readMetrics(museum);
  const [size, seconds] = ['museum_batch_size', 'museum_commit_duration_seconds'];
  const commits = metrics.get(`${size}_count{work="sales"}`) as number;
  assert.ok(commits >= 1 && commits <= 20);
  assert.equal(metrics.get(`${size}_sum{work="sales"}`), 20);
  assert.equal(metrics.get(`${size}_bucket{work="sales",le="+Inf"}`), commits);
  assert.equal(metrics.get(`${size}_bucket{work="scans",le="1"}`), 1);
  assert.equal(metrics.get(`${seconds}_count{work="sales"}`), commits);
  assert.ok((metrics.get(`${seconds}_sum{work="sales"}`) as number) > 0);
});

test('tells how many sales, scans and images wait, and how many may', async (t) => {
  const museum = await openedMuseum(t);
  const none = { '{work="sales"}': 0, '{work="scans"}': 0, '{work="images"}': 0 };
  assert.deepEqual(await samplesOf(museum, 'museum_queue_length'), none);
  const limits = await samplesOf(museum, 'museum_queue_limit');
  assert.equal(limits['{work="sales"}'], 10_000);
  assert.equal((limits['{work="images"}'] as number) % 64, 0);
});

test('tells which version runs, on which Node and database', async (t) => {
  const museum = await openedMuseum(t);
  assert.deepEqual(await samplesOf(museum, 'museum_build_info'), {
    [`{version="${packageJson.version}",node="${process.versions.node}",database="sqlite"}`]: 1,
  });
});

test('tells how much of the disk is free', async (t) => {
  const museum = await openedMuseum(t);
  const { '': free = 0 } = await samplesOf(museum, 'museum_disk_free_bytes');
  const { '': size = 0 } = await samplesOf(museum, 'museum_disk_size_bytes');
  assert.ok(free > 0 && free < size, `${free} of ${size}`);
});

test('tells how old the newest whole backup is, and that there is none', async (t) => {
  const folder = await temporaryFolder(t);
  const museum = await openedMuseum(t, { settings: { MUSEUM_BACKUP_DIR: folder } });
  assert.deepEqual(await samplesOf(museum, 'museum_backup_age_seconds'), { '': Number.POSITIVE_INFINITY });
  const put = (hoursAgo: number, content: Uint8Array) => {
    const madeAt = new Date(museum.clock.now() - hoursAgo * 3_600_000).toISOString().replaceAll(':', '-');
    return writeFile(join(folder, `museum-${madeAt}.db`), content);
  };
  const whole = await emptyMuseum();
  await put(0.5, whole.subarray(0, -4_096));
  await museum.restart();
  assert.deepEqual(await samplesOf(museum, 'museum_backup_age_seconds'), { '': Number.POSITIVE_INFINITY });
  await put(1, whole);
  await museum.restart();
  assert.deepEqual(await samplesOf(museum, 'museum_backup_age_seconds'), { '': 3_600 });
  museum.clock.advance(60_000);
  assert.deepEqual(await samplesOf(museum, 'museum_backup_age_seconds'), { '': 3_660 });
});

test('a folder of backups that is gone counts as one without any, and the log says so once', async (t) => {
  const folder = join(await temporaryFolder(t), 'unmounted');
  const museum = await openedMuseum(t);
  const lines: { level: number; msg: string; reason?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const figures = new CountedFigures();
  const { store, database } = museum;
  const config = { database, backupDir: folder, tls: undefined, publicUrl: undefined, mail: undefined };
  const stopping = new AbortController().signal;
  const jobs = countingJobs(figures, { store, clock: manualClock(), log, config, stopping });
  const watch = jobs.find(({ name }) => name === 'watch-disk');
  for (let time = 0; time < 3; time += 1) await watch?.hasWork?.();
  assert.equal(figures.backupAt, Number.NEGATIVE_INFINITY);
  assert.equal(lines.length, 1);
  assert.match(`${lines[0]?.msg} ${lines[0]?.reason}`, /MUSEUM_BACKUP_DIR.*ENOENT.*unmounted/);
});

test('without a folder of backups there is no age of one', async (t) => {
  const museum = await openedMuseum(t);
  await samplesOf(museum, 'museum_disk_free_bytes'); // found out together
  const { text } = await museum.ask('GET', '/metrics');
  assert.doesNotMatch(text, /^museum_backup_age_seconds/m);
});

test('tells when certificates expire, and the log says once of each that it is soon', async (t) => {
  const now = Date.parse('2027-03-01T10:00:00Z');
  const folder = await temporaryFolder(t);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const figures = new CountedFigures();
  const lines: { level: number; msg: string; certificate?: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const museum = await openedMuseum(t);
  const { store, database } = museum;
  const config = {
    database,
    backupDir: undefined,
    tls: { cert, key },
    publicUrl: undefined,
    mail: undefined,
  };
  const stopping = new AbortController().signal;
  const jobs = countingJobs(figures, { store, clock: manualClock(now), log, config, stopping });
  const look = () => jobs.find(({ name }) => name === 'watch-certificates')?.hasWork?.();
  const chain = [30, 20, -1].map((days) => selfSigned(`in-${days}.example`, now + days * 86_400_000).cert);
  await writeFile(cert, chain.join(''));
  for (let time = 0; time < 2; time += 1) await look();
  assert.deepEqual([...figures.expiries], [['https', now - 86_400_000]]);
  assert.deepEqual(
    lines.map(({ level, certificate }) => [level, certificate]),
    [
      [40, 'in-20.example'],
      [40, 'in--1.example'],
    ],
  );
  await rm(cert);
  await look();
  assert.deepEqual([...figures.expiries], [['https', now - 86_400_000]], 'what can’t be asked for is kept');
});

test('shows the expiry of the certificate at MUSEUM_PUBLIC_URL as a metric', async (t) => {
  const until = Date.parse('2031-05-06T07:08:09Z');
  const server = createServer(selfSigned('tickets.example', until));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const museum = await openedMuseum(t, { settings: { MUSEUM_PUBLIC_URL: `https://127.0.0.1:${port}` } });
  assert.deepEqual(await samplesOf(museum, 'museum_certificate_expiry_timestamp_seconds'), {
    '{owner="public"}': until / 1_000,
  });
});

test('has no more series for more tickets, gates, accounts and addresses', async (t) => {
  const museum = await openedMuseum(t, { settings: { MUSEUM_MOCK: 'on' } });
  const use = async (name: string) => {
    const { json: ticket } = await museum.api('POST', '/tickets', {
      body: generalPurchase({ ticketDate: TODAY, email: `${name}@example.com` }),
      headers: { 'idempotency-key': name, 'user-agent': name },
    });
    const { confirmationCode } = ticket;
    for (let time = 0; time < 2; time += 1)
      await museum.api('POST', '/check-ins', { body: { confirmationCode, gate: name } });
    await museum.api('POST', '/orders', { body: { ...HELD, reference: name } });
    await museum.api('GET', '/special-events', {
      as: 'nobody',
      headers: { authorization: `Basic ${btoa(`${name}:x`)}` },
    });
    await museum.ask('GET', `/${name}/${name}?${name}=${name}`);
    await museum.ask('PROPFIND', `/mock/v1.1/${name}`);
  };
  await use('first');
  for (const name of ['museum_orders', 'museum_holds', 'museum_deliveries', 'museum_disk_free_bytes'])
    await samplesOf(museum, name);
  const jobs = () => samplesOf(museum, 'museum_job_last_success_timestamp_seconds');
  await until(
    async () =>
      Object.keys(await jobs()).length ===
      Object.keys(await samplesOf(museum, 'museum_job_failures_total')).length,
  );
  const before = [...(await readMetrics(museum)).keys()];
  for (let time = 0; time < 10; time += 1) await use(`another-${time}`);
  assert.deepEqual([...(await readMetrics(museum)).keys()], before);
});

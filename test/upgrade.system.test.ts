/** Version 0.2, as its commit left it, and this checkout beside each other on one PostgreSQL, as in a rolling upgrade. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { breachesOf } from '../fixtures/additive.ts';
import type { Answer, Question } from '../fixtures/client.ts';
import { type Instance, runMuseumOn, startInstance } from '../fixtures/instances.ts';
import { NOON_DAY } from '../fixtures/noon.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { ROOT, start } from '../fixtures/process.ts';
import { newEvent } from '../fixtures/samples.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { until } from '../fixtures/until.ts';
import { addDays } from '../src/core/calendar-day.ts';
import { type Migration, readMigrations } from '../src/store/migrations.ts';
import { readPostgresAddress } from '../src/store/postgres-address.ts';
import { migratePostgres } from '../src/store/postgres-migrations.ts';

const OLD_VERSION = '0.2.0';
const CLIENTS_OF_EACH_KIND = 2;
/** How many requests of each kind each instance answers before the next step. */
const ENOUGH = 15;
const PLACES = 200;

test('version 0.2 and this one sell, hold, scan and read beside each other while this one changes the schema, then a later one, and nothing is lost or sold twice', async (t) => {
  const server = await startPostgres();
  t.after(() => server.remove());
  const url = await server.createDatabase();
  const program = await programOf(OLD_VERSION, t);
  const old = await startInstance(t, url, {}, program);
  const clients = new Clients(await announceEvent(old));
  clients.use(old);
  const running = clients.run();
  await clients.haveEnough(old);

  const young = await startInstance(t, url);
  clients.use(young);
  await clients.haveEnough(old, young);

  await migratePostgres(readPostgresAddress(url), { migrations: [...readMigrations(), LATER] });
  await clients.haveEnough(old, young);

  clients.leave(old);
  assert.deepEqual(await old.stop(), { code: 0, signal: null });
  await clients.haveEnough(young);
  clients.stop();
  await running;
  assert.deepEqual(clients.faults, []);

  const again = start(t, program, ['serve'], { env: { MUSEUM_DATABASE_URL: url } });
  assert.equal((await again.exit).code, 1);
  assert.match(again.stderr(), /the database is from a newer version of the service \(it has migration \d+/);

  await clients.sellOut();
  const query = (sql: string) => server.query(sql, [], new URL(url).pathname.slice(1));
  const stored = await query('SELECT ticket_id FROM tickets');
  const kept = new Set(stored.map(({ ticket_id }) => ticket_id));
  assert.deepEqual(
    clients.ticketIds.filter((id) => !kept.has(id)),
    [],
  );
  // Every purchase had its answer in the end, so there is no ticket that nobody knows of.
  assert.deepEqual(
    [stored.length, new Set(clients.ticketIds).size],
    [clients.ticketIds.length, stored.length],
  );
  await young.stop();
  await query('DELETE FROM migrations WHERE number = 9000'); // "museum check" would refuse it
  const { code, stdout, stderr } = await runMuseumOn(t, url, ['check']);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  assert.match(stdout, /^OK: /);
});

/** What a version after this one may bring: new columns where there is work going on, and more. */
const LATER: Migration = {
  number: 9_000,
  name: 'later',
  checksum: 'x',
  sql: `
    CREATE TABLE notes (note_id TEXT NOT NULL PRIMARY KEY, account_id TEXT REFERENCES accounts (account_id));
    INSERT INTO notes (note_id) VALUES ('first');
    ALTER TABLE tickets ADD COLUMN note TEXT;
    ALTER TABLE orders ADD COLUMN note TEXT;
    ALTER TABLE accounts ADD COLUMN note TEXT;
    ALTER TABLE check_ins ADD COLUMN note TEXT;
    ALTER TABLE journal ADD COLUMN note TEXT;
    ALTER TABLE slots ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE kept_answers ADD COLUMN note TEXT;
    CREATE INDEX tickets_by_note ON tickets (note);`,
};

test('the migration of a later version, as planted here, only adds', () => {
  assert.deepEqual(breachesOf(LATER.sql), []);
});

/** Unpacks a version from the history of this checkout. @returns its `museum`, with the packages of this checkout. */
async function programOf(version: string, t: TestContext): Promise<string> {
  const upgrades = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const commit = [...upgrades.matchAll(/^\| (\d[\w.-]*) \| `([0-9a-f]{40})` \|/gm)].find(
    ([, each]) => each === version,
  )?.[2];
  assert.ok(commit, `docs/operations.md names no commit for version ${version}`);
  const folder = await temporaryFolder(t);
  const [archive, checkout] = [join(folder, 'version.tar'), join(folder, 'museum')];
  await mkdir(checkout);
  const run = promisify(execFile);
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: ROOT }).catch(({ stderr }) => {
    assert.fail(`The history of this checkout has no ${commit}. "git fetch --unshallow" gets it: ${stderr}`);
  });
  await run('tar', ['-xf', archive, '-C', checkout]);
  // Without it, bin/museum does not look whether the packages are those of that version.
  await rm(join(checkout, 'package-lock.json'));
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  return join(checkout, 'bin', 'museum');
}

const DAY = addDays(NOON_DAY, 2);

async function announceEvent(instance: Instance): Promise<string> {
  const announced = await instance.api('POST', '/special-events', { body: newEvent({ dates: [DAY] }) });
  assert.equal(announced.status, 201, announced.text);
  const { eventId } = announced.json;
  const limited = await instance.api('PUT', `/capacity/events/${eventId}`, { body: { capacity: PLACES } });
  assert.equal(limited.status, 200, limited.text);
  return eventId;
}

type Work = 'sell' | 'hold' | 'scan' | 'read';

/** They send each request to the next instance, and once more to another one if that was shut down meanwhile. */
class Clients {
  readonly faults: string[] = [];
  /** Of all tickets whose sale was acknowledged. */
  readonly ticketIds: string[] = [];
  readonly #eventId: string;
  readonly #instances: Instance[] = [];
  readonly #left = new Set<Instance>();
  readonly #answered = new Map<Instance, Record<Work, number>>();
  readonly #toScan: string[] = [];
  #soldOfEvent = 0;
  #turn = 0;
  #isRunning = true;

  constructor(eventId: string) {
    this.#eventId = eventId;
  }

  use(instance: Instance): void {
    this.#instances.push(instance);
  }

  leave(instance: Instance): void {
    this.#instances.splice(this.#instances.indexOf(instance), 1);
    this.#left.add(instance);
  }

  stop(): void {
    this.#isRunning = false;
  }

  async run(): Promise<void> {
    const all = Array.from({ length: CLIENTS_OF_EACH_KIND }, () => [
      this.#repeat(() => this.#sell()),
      this.#repeat(() => this.#hold()),
      this.#repeat(() => this.#scan()),
      this.#repeat(() => this.#read()),
    ]);
    await Promise.all(all.flat());
  }

  /** Resolves when each of the instances has answered enough requests of each kind, from now on. */
  async haveEnough(...instances: Instance[]): Promise<void> {
    for (const instance of instances) this.#answered.delete(instance);
    await until(
      () =>
        this.faults.length > 0 ||
        instances.every((instance) =>
          Object.values(this.#workOf(instance)).every((count) => count >= ENOUGH),
        ),
    );
  }

  /** Sells what is left of the event: all places in all, and none twice. */
  async sellOut(): Promise<void> {
    while ((await this.#buy(this.#placeAtEvent)) !== undefined);
    assert.deepEqual(this.faults, []);
    assert.equal(this.#soldOfEvent, PLACES);
  }

  async #repeat(work: () => Promise<unknown>): Promise<void> {
    while (this.#isRunning && this.faults.length === 0) {
      await work().catch((error: Error) => this.faults.push(error.stack ?? error.message));
    }
  }

  async #sell(): Promise<void> {
    const ticketId = await this.#buy({ ticketType: 'general', ticketDate: NOON_DAY });
    if (ticketId !== undefined) this.#toScan.push(ticketId);
    // Most of the event is left for when both versions sell it.
    if (this.#soldOfEvent < PLACES / 2) await this.#buy(this.#placeAtEvent);
  }

  get #placeAtEvent() {
    return { ticketType: 'event', eventId: this.#eventId, ticketDate: DAY };
  }

  async #buy(what: object): Promise<string | undefined> {
    const body = { ...what, email: 'ada@example.com' };
    const { status, text, json } = await this.#ask('sell', 'POST', '/tickets', keyed({ body }));
    if (status === 409 && text.includes('sold-out') && 'eventId' in body) return undefined;
    assert.equal(status, 201, text);
    this.ticketIds.push(json.ticketId);
    if ('eventId' in body) this.#soldOfEvent++;
    return json.ticketId;
  }

  /** Holds two tickets at one instance, and confirms them or lets them go at another. */
  async #hold(): Promise<void> {
    const items = [{ ticketType: 'general', ticketDate: DAY, quantity: 2 }];
    const body = { items, email: 'grace@example.com', hold: 600 };
    const held = await this.#ask('hold', 'POST', '/orders', keyed({ body }));
    assert.equal(held.status, 201, held.text);
    const path = `/orders/${held.json.orderId}`;
    assert.equal((await this.#ask('read', 'GET', path)).json.state, 'held');
    const isConfirmed = this.#turn % 2 === 0;
    const ended = isConfirmed
      ? await this.#ask('hold', 'POST', `${path}/confirm`, { body: { paidBy: 'card' } })
      : await this.#ask('hold', 'POST', `${path}/release`);
    assert.equal(ended.json.state, isConfirmed ? 'sold' : 'released', ended.text);
    const tickets = ended.json.items.flatMap(
      (item: { tickets?: { ticketId: string }[] }) => item.tickets ?? [],
    );
    this.ticketIds.push(...tickets.map(({ ticketId }: { ticketId: string }) => ticketId));
  }

  /** Shows one ticket at two gates at once, at different instances if there are two. */
  async #scan(): Promise<void> {
    const ticketId = this.#toScan.shift();
    if (ticketId === undefined)
      return until(() => this.#toScan.length > 0 || !this.#isRunning || this.faults.length > 0);
    const scans = await Promise.all(
      ['East door', 'West door'].map((gate) =>
        this.#ask('scan', 'POST', '/check-ins', { body: { checkInId: randomUUID(), ticketId, gate } }),
      ),
    );
    const verdicts = scans.map(({ json }) => json.verdict).sort();
    assert.deepEqual(verdicts, ['admitted', 'refused'], scans.map(({ text }) => text).join('\n'));
  }

  async #read(): Promise<void> {
    const ticketId = this.ticketIds.at(-1);
    for (const path of [
      '/special-events',
      `/special-events/${this.#eventId}`,
      `/availability?startDate=${NOON_DAY}&endDate=${DAY}`,
      `/reports/sales?startDate=${NOON_DAY}`,
      ...(ticketId === undefined ? [] : [`/tickets/${ticketId}`, `/tickets/${ticketId}/qr`]),
    ]) {
      const { status, text } = await this.#ask('read', 'GET', path);
      assert.equal(status, 200, `${path}: ${text}`);
    }
  }

  /** A request that is answered 5xx is a fault, unless the instance was shut down meanwhile. */
  async #ask(work: Work, method: string, path: string, question: Question = {}): Promise<Answer> {
    for (;;) {
      const instance = this.#instances[this.#turn++ % this.#instances.length] as Instance;
      try {
        const answer = await instance.api(method, path, question);
        const isBusy = answer.status === 409 && answer.headers['retry-after'] !== undefined;
        if (answer.status < 500 && !isBusy) {
          this.#workOf(instance)[work]++;
          return answer;
        }
        if (answer.status >= 500 && !this.#left.has(instance))
          assert.fail(`${method} ${path} was answered ${answer.status} ${answer.text}`);
      } catch (error) {
        if (!this.#left.has(instance)) throw error;
      }
    }
  }

  #workOf(instance: Instance): Record<Work, number> {
    const counts = this.#answered.get(instance) ?? { sell: 0, hold: 0, scan: 0, read: 0 };
    this.#answered.set(instance, counts);
    return counts;
  }
}

/** The question with a key of its own, so that it can be asked again. */
function keyed(question: Question): Question {
  return { ...question, headers: { 'idempotency-key': randomUUID() } };
}

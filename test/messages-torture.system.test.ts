import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connections } from '../fixtures/client.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { startMailServer, type TestMailServer } from '../fixtures/mail-server.ts';
import { ADMIN, basic, type RunningMuseum, startMuseum } from '../fixtures/process.ts';
import { type Receiver, startReceiver } from '../fixtures/receiver.ts';
import { until } from '../fixtures/until.ts';
import { openStore, type Store } from '../src/store/index.ts';

const ROUNDS = 2;
const CLIENTS = 4;
/** How many are made at least before one instance is killed. */
const ENOUGH_SALES = 15;
const authorization = basic(ADMIN.username, ADMIN.password);
const DAY = '2035-03-02';

/** A sale that a client was told of. */
interface Sale {
  readonly ticketId: string;
  readonly confirmationCode: string;
  readonly email: string;
}

for (const { name, fresh } of DATABASES) {
  describe(`messages on ${name}`, () => {
    it('of every sale that was told arrives, however receivers behave and services die, and twice only under one id', async (t) => {
      const address = await fresh(t);
      const url = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url;
      const instances = new Instances(t, url, address.kind === 'sqlite' ? 1 : 2);
      const mail = await startMailServer(t);
      const receivers = await startReceivers(t);
      instances.mail = mail;
      await instances.start();
      for (const receiver of Object.values(receivers)) await instances.addWebhook(receiver.url);
      misbehave(receivers, mail);

      const sales = await instances.underFire(ROUNDS);
      assert.ok(sales.length > 20, `${sales.length}`);

      for (const receiver of Object.values(receivers)) receiver.behave(() => 204);
      mail.decide(() => undefined);
      const store = await openStore(address);
      t.after(() => store.close());
      await letTimePass(store);

      for (const [what, { received }] of Object.entries(receivers)) {
        const sold = received.filter(({ json }) => json.type === 'ticket.sold');
        const ids = idsBy(
          sold,
          ({ json }) => json.data.ticketId,
          ({ headers }) => `${headers['webhook-id']}`,
        );
        for (const { ticketId } of sales) assert.ok(ids.has(ticketId), `${what} was not told of ${ticketId}`);
        assertOneIdEach(ids);
        t.diagnostic(
          `${name}, ${what}: ${sales.length} sales, ${sold.length} messages, ${sold.length - ids.size} again`,
        );
      }
      const ids = idsBy(
        mail.arrived,
        ({ to }) => to,
        (each) => each.mail.messageId ?? '',
      );
      for (const { email, confirmationCode } of sales) {
        assert.ok(ids.has(email), `${email} got no mail`);
        assert.ok(mail.arrived.find(({ to }) => to === email)?.mail.text?.includes(confirmationCode));
      }
      assertOneIdEach(ids);
      t.diagnostic(`${name}, mail: ${mail.arrived.length} mails, ${mail.arrived.length - ids.size} again`);
      const left = await store.all("SELECT state FROM deliveries WHERE state <> 'delivered'");
      assert.deepEqual(left, []);
    });
  });
}

/** One that fails and dawdles, one that answers nothing at all, and one that is well. */
async function startReceivers(test: TestContext): Promise<Record<string, Receiver>> {
  return {
    flaky: await startReceiver(test),
    hanging: await startReceiver(test),
    healthy: await startReceiver(test),
  };
}

function misbehave({ flaky, hanging }: Record<string, Receiver>, mail: TestMailServer): void {
  hanging?.behave(() => () => {});
  flaky?.behave(() => {
    const fate = Math.random();
    if (fate < 0.2) return 500;
    if (fate < 0.3) return (request) => request.socket.destroy();
    if (fate < 0.5) return (_, response) => void setTimeout(() => response.writeHead(200).end(), 500);
    return 200;
  });
  mail.decide(async () => {
    const fate = Math.random();
    if (fate < 0.1) return '451 4.3.0 Later';
    if (fate < 0.15) return '421 4.7.0 Go away';
    if (fate < 0.3) await sleep(300);
    return undefined;
  });
}

/** Services on one database, which are killed and come back. */
class Instances {
  readonly #test: TestContext;
  readonly #url: string;
  readonly #count: number;
  readonly #connections = new Connections();
  #running: RunningMuseum[] = [];
  #isOver = false;
  #hasEnded = false;
  mail: TestMailServer | undefined;

  constructor(test: TestContext, url: string, count: number) {
    this.#test = test;
    this.#url = url;
    this.#count = count;
    test.after(() => {
      this.#hasEnded = true;
      this.#isOver = true;
      this.#connections.close();
    });
  }

  async start(): Promise<void> {
    this.#running = await Promise.all(Array.from({ length: this.#count }, () => this.#startOne()));
  }

  #startOne(): Promise<RunningMuseum> {
    const env = {
      MUSEUM_DATABASE_URL: this.#url,
      MUSEUM_TIME_ZONE: 'Europe/Berlin',
      MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
      MUSEUM_SMTP_URL: this.mail?.url,
      MUSEUM_MAIL_FROM: 'tickets@museum.example',
      LOG_LEVEL: 'silent',
    };
    return startMuseum(this.#test, { env });
  }

  async addWebhook(url: string): Promise<void> {
    const answer = await this.#ask('/v1.1/webhooks', { url, types: ['ticket.sold'] });
    assert.equal(answer.status, 201, answer.text);
  }

  /** Sells without a pause while one instance after another is killed. @returns what was told */
  async underFire(rounds: number): Promise<Sale[]> {
    const sales: Sale[] = [];
    const clients = Array.from({ length: CLIENTS }, () => this.#sellOn(sales));
    for (let round = 0; round < rounds; round += 1) {
      const enough = sales.length + ENOUGH_SALES;
      await sleep(500 + 1_000 * Math.random());
      await until(() => sales.length >= enough || this.#hasEnded);
      const victim = Math.floor(Math.random() * this.#count);
      await this.#running[victim]?.stop('SIGKILL');
      this.#running[victim] = await this.#startOne();
    }
    this.#isOver = true;
    await Promise.all(clients);
    return sales;
  }

  async #sellOn(sales: Sale[]): Promise<void> {
    while (!this.#isOver) {
      const key = randomUUID();
      const email = `${key}@example.com`;
      const sold = await this.#buy(key, email);
      if (sold !== undefined) sales.push({ ...sold, email });
      await sleep(60);
    }
  }

  /** Asks until there is an answer, as any client would; undefined: the test has ended meanwhile. */
  async #buy(key: string, email: string): Promise<Omit<Sale, 'email'> | undefined> {
    while (!this.#hasEnded) {
      const body = { ticketType: 'general', ticketDate: DAY, email };
      const answer = await this.#ask('/v1.1/tickets', body, { 'idempotency-key': key }).catch(
        () => undefined,
      );
      if (answer?.status === 201) return answer.json;
      await sleep(50);
    }
    return undefined;
  }

  #ask(path: string, body: object, headers = {}) {
    const some = this.#running[Math.floor(Math.random() * this.#count)] as RunningMuseum;
    const port = Number(new URL(some.address).port);
    return this.#connections.ask(port, 'POST', path, { body, headers: { authorization, ...headers } });
  }
}

/** Until nothing waits any more: whatever is to be tried again later is tried now. */
async function letTimePass(store: Store): Promise<void> {
  for (;;) {
    await store.transaction((tx) =>
      tx.run("UPDATE deliveries SET next_at = 0 WHERE state = 'waiting' AND attempts > 0"),
    );
    const waiting = await store.get("SELECT delivery_id FROM deliveries WHERE state = 'waiting'");
    const unsealed = await store.get('SELECT position FROM journal WHERE number IS NULL');
    const behind = await store.get(
      'SELECT name FROM feeds WHERE read_to < (SELECT max(number) FROM journal)',
    );
    if (waiting === undefined && unsealed === undefined && behind === undefined) return;
    await sleep(500);
  }
}

function idsBy<Item>(
  items: readonly Item[],
  about: (item: Item) => string,
  idOf: (item: Item) => string,
): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const item of items) {
    const known = ids.get(about(item)) ?? new Set();
    ids.set(about(item), known.add(idOf(item)));
  }
  return ids;
}

function assertOneIdEach(ids: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [about, { size }] of ids) assert.equal(size, 1, `${about} was told under ${size} ids`);
}

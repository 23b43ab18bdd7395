import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Question } from '../../fixtures/client.ts';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { manualClock } from '../../fixtures/manual-clock.ts';
import { type Asker, addAccounts, credentials } from '../../fixtures/museum.ts';
import type { Cleanup } from '../../fixtures/process.ts';
import { FAKE_STRIPE_SECRET } from '../../src/demo/fake-stripe.ts';
import { SeededRandom } from '../../src/demo/seeded-random.ts';
import { openStore } from '../../src/store/index.ts';
import { postgresToTorture, sqliteToTorture } from '../torture/database.ts';
import { ProviderServer } from '../torture/provider-server.ts';
import type { YearOptions } from './options.ts';
import { RunningInstance } from './running-instance.ts';

/** Monday 4 January 2027, at seven in the morning in Berlin. */
export const BEGINNING = Date.parse('2027-01-04T06:00:00Z');
const SETTINGS = {
  ...{ PORT: '0', MUSEUM_TIME_ZONE: 'Europe/Berlin', MUSEUM_NAME: 'Museum of Tides', MUSEUM_VAT: '7' },
  ...{ MUSEUM_SHOP: 'on', MUSEUM_OCTO: 'on', MUSEUM_PUBLIC_URL: 'https://tickets.museum.example' },
  ...{ MUSEUM_PAYMENTS: 'desk,stripe,mollie', MUSEUM_STRIPE_KEY: 'sk_test_1', MUSEUM_MOLLIE_KEY: 'test_1' },
  ...{ MUSEUM_STRIPE_WEBHOOK_SECRET: FAKE_STRIPE_SECRET, MUSEUM_TRUST_PROXY: '1' },
  ...{ MUSEUM_MAIL_FROM: 'tickets@museum.example' },
};

/** The connection was lost before an answer came: whether the request was carried out is unknown. */
export class NoAnswer extends Error {}

type Asked = Question & { readonly as?: Asker };

export type YearMuseum = Awaited<ReturnType<typeof openYearMuseum>>;

/** A museum whose clock the simulation moves: its instances, its database, and those outside whom it knows. */
export async function openYearMuseum(kind: YearOptions['database'], cleanup: Cleanup) {
  const clock = manualClock(BEGINNING);
  const database = await (kind === 'sqlite' ? sqliteToTorture() : postgresToTorture(false));
  cleanup.after(() => database.remove());
  const store = await openStore(database.address);
  cleanup.after(() => store.close());
  await addAccounts(store, clock);
  const { arrived: mails, url } = await startMailServer(cleanup);
  const providers = new ProviderServer(new SeededRandom(1), clock);
  providers.isFaulty = false;
  cleanup.after(() => providers.close());
  const outside = { MUSEUM_SMTP_URL: url, TORTURE_PROVIDER: await providers.open() };
  const settings = { ...SETTINGS, MUSEUM_DATA_DIR: database.folder, ...database.env, ...outside };
  const faults: string[] = [];
  const told: string[] = [];
  const instances = Array.from(
    { length: kind === 'sqlite' ? 1 : 2 },
    () => new RunningInstance(settings, (fault) => faults.push(fault)),
  );
  cleanup.after(async () => void (await Promise.all(instances.map((instance) => instance.kill()))));
  await Promise.all(instances.map((instance) => instance.start(clock.now())));
  let turn = 0;
  const next = () => instances[turn++ % instances.length] as RunningInstance;
  const restart = async (instance: RunningInstance, inMs: number) => {
    await sleep(inMs);
    await instance.kill();
    await database.settle();
    await instance.start(clock.now());
  };
  return {
    ...{ clock, database, store, mails, providers },
    /** What was asked, as it can be pasted into a shell, and what went wrong inside the service. */
    ...{ told, faults },
    requests: 0,
    /** Counts whatever may have changed something. */
    changes: 0,
    /** So many milliseconds after the next change was asked for, the instance that is asked is killed. */
    killAfter: undefined as number | undefined,

    /** Asks one instance after the other, as admin unless told who else. @throws NoAnswer */
    async ask(method: string, path: string, { as = 'admin', headers, ...rest }: Asked = {}): Promise<Answer> {
      this.requests += 1;
      const isChange = method !== 'GET';
      const kill = isChange ? this.killAfter : undefined;
      if (isChange) this.killAfter = undefined;
      const authorization = credentials(as);
      const question = { ...rest, headers: { ...(authorization && { authorization }), ...headers } };
      const instance = next();
      const [answer] = await Promise.all([
        instance.ask(method, path, question).catch((cause) => new NoAnswer('no answer', { cause })),
        kill !== undefined && restart(instance, kill),
      ]);
      if (isChange || path.startsWith('/order/')) this.changes += 1; // looking at a page may settle a payment
      if (isChange) told.push(curl(method, path, as, rest.body, answer));
      if (answer instanceof NoAnswer) throw answer;
      if (answer.status >= 500) faults.push(`${method} ${path} was answered ${answer.text}`);
      return answer;
    },

    /** So much time passes, and what there is to do by then is done by one of the instances. */
    async pass(milliseconds: number): Promise<void> {
      clock.advance(milliseconds);
      await Promise.all(instances.map((instance) => instance.order({ advance: milliseconds })));
      await this.work();
    },

    /** What there is to do now is done by one of the instances. */
    async work(): Promise<void> {
      await next().order('work');
      this.changes += 1;
    },
  };
}

function curl(method: string, path: string, as: Asker, body: unknown, answer: Answer | NoAnswer): string {
  const who = as === 'nobody' ? '' : ` -u ${as}:PASSWORD`;
  const isForm = typeof body === 'string';
  const isFile = body instanceof Uint8Array;
  const sent = isFile
    ? ' --data-binary @FILE'
    : isForm
      ? ` -d '${body}'`
      : ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  const told = 'status' in answer ? `${answer.status} ${answer.headers.location ?? ''}` : 'killed';
  const more = 'status' in answer && answer.text.startsWith('{') ? answer.text.slice(0, 300) : '';
  return `curl -X ${method}${who} $MUSEUM${path}${body === undefined ? '' : sent}  # ${told} ${more}`;
}

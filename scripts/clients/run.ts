/**
 * Has clients of the interface generated from openapi.json, compiled, and used: `npm run clients`, or some of them, as
 * in `npm run clients -- go java`. Each buys a ticket at a museum that is open for the while, is refused another, fetches
 * the picture of the first, and holds and confirms an order of two. Generators and libraries come from the package registries that mvn, pip and go are
 * set up for. What came of it stands in docs/clients.md.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config.ts';
import { BASE_PATH } from '../../src/web/api/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const OPENAPI_GENERATOR = '7.25.0';
const OPENAPI_PYTHON_CLIENT = '0.29.1';
const MAVEN = 'mvn -q -B -ntp';

/** A client by the name of the folder with its program, and how it comes into a copy of that folder. */
interface Client {
  /** Commands that it takes. */
  readonly needs: readonly string[];
  /** A library that it takes and that nothing here installs: a line that succeeds where it is, and its name. */
  readonly library?: readonly [test: string, name: string];
  /** Lines of a shell. */
  readonly make: readonly string[];
  readonly run: string;
}

/** Without the webhooks, of which the generator makes a file of its own that no client needs and not every compiler takes. */
const generate =
  'java -jar ../generator.jar generate -i "$DOCUMENT" --global-property apis,models,supportingFiles';

const CLIENTS: Readonly<Record<string, Client>> = {
  go: {
    needs: ['java', 'mvn', 'go'],
    make: [
      `${generate} -g go -o client --additional-properties packageName=museum,withGoMod=false,enumClassPrefix=true`,
      'rm -r client/test', // which imports a module that has no name yet
      'go mod init example.org/museum',
      'go mod tidy',
      'go vet ./...',
    ],
    run: 'go run .',
  },
  java: {
    needs: ['java', 'mvn'],
    make: [
      `${generate} -g java -o .`,
      'mv Shop.java src/main/java',
      `${MAVEN} compile dependency:build-classpath -Dmdep.outputFile=classpath`,
    ],
    run: 'java -cp target/classes:$(cat classpath) Shop',
  },
  python: {
    needs: ['java', 'mvn', 'python3'],
    make: [
      `${generate} -g python -o client --additional-properties packageName=museum_client`,
      'python3 -m venv venv',
      'venv/bin/pip install -q ./client',
      'venv/bin/python -m compileall -q client/museum_client',
    ],
    run: 'venv/bin/python shop.py',
  },
  ruby: {
    needs: ['java', 'mvn', 'ruby'],
    library: ['ruby -rtyphoeus -e 1', 'gem typhoeus (Debian: ruby-typhoeus)'],
    make: [
      `${generate} -g ruby -o client --additional-properties gemName=museum_client,moduleName=MuseumClient`,
      'find client/lib -name "*.rb" -exec ruby -c {} + > /dev/null',
    ],
    run: 'ruby -Iclient/lib shop.rb',
  },
  'typescript-fetch': {
    needs: ['java', 'mvn'],
    make: [
      `${generate} -g typescript-fetch -o client --additional-properties importFileExtension=.js`,
      '"$ROOT/node_modules/.bin/tsc" --typeRoots "$ROOT/node_modules/@types"',
    ],
    run: 'node shop.js',
  },
  'openapi-python-client': {
    needs: ['python3'],
    make: [
      'python3 -m venv venv',
      `venv/bin/pip install -q openapi-python-client==${OPENAPI_PYTHON_CLIENT} ruff`,
      'PATH="$PWD/venv/bin:$PATH" openapi-python-client generate --path "$DOCUMENT" --config config.yml --output-path client --fail-on-warning',
      'venv/bin/pip install -q ./client',
      'venv/bin/python -m compileall -q client/museum_client',
    ],
    run: 'venv/bin/python shop.py',
  },
};

const folder = await mkdtemp(join(tmpdir(), 'museum-clients-'));
const admin = { username: 'shop', password: randomBytes(12).toString('hex') };
const app = await openMuseum();
try {
  await tryClients(await announceEvent(`${await app.listen()}${BASE_PATH}`));
} finally {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}

async function tryClients(shop: NodeJS.ProcessEnv): Promise<void> {
  let hasGenerator = false;
  for (const name of namesAsked()) {
    const client = CLIENTS[name] as Client;
    const missing = await missingOf(client);
    if (missing.length > 0) {
      console.log(`${name}: skipped, for there is no ${missing.join(', no ')} on this machine`);
      continue;
    }
    try {
      if (client.needs.includes('mvn') && !hasGenerator) await fetchGenerator();
      hasGenerator ||= client.needs.includes('mvn');
      await tryClient(name, client, shop);
      console.log(
        `${name}: generated, compiled, bought a ticket and an order, knew its problem, has the picture`,
      );
    } catch (error) {
      process.exitCode = 1;
      console.log(`${name}: FAILED, ${(error as Error).message}`);
    }
  }
}

function namesAsked(): string[] {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in CLIENTS));
  if (unknown.length > 0) throw new Error(`No such client: ${unknown}. There are ${Object.keys(CLIENTS)}.`);
  return asked.length > 0 ? asked : Object.keys(CLIENTS);
}

async function missingOf({ needs, library }: Client): Promise<string[]> {
  const tests = needs.map((command) => [`command -v ${command}`, command] as const);
  const wanted = library === undefined ? tests : [...tests, library];
  const found = await Promise.allSettled(wanted.map(([test]) => shell(test, folder)));
  return wanted.filter((_, index) => found[index]?.status === 'rejected').map(([, name]) => name);
}

async function fetchGenerator(): Promise<void> {
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  await shell(
    `${MAVEN} dependency:copy -Dartifact=${artifact} -DoutputDirectory=. -Dmdep.stripVersion`,
    folder,
  );
  await shell('mv openapi-generator-cli.jar generator.jar', folder);
}

async function tryClient(name: string, { make, run }: Client, shop: NodeJS.ProcessEnv): Promise<void> {
  const place = join(folder, name);
  await cp(join(import.meta.dirname, name), place, { recursive: true });
  for (const line of make) await shell(line, place);
  const [code = '', problem, order = ''] = (await shell(run, place, shop)).trim().split('\n');
  if (!/^ticket-event-\w{6}-\w{5}$/.test(code)) throw new Error(`it bought "${code}"`);
  if (problem !== '/problems/not-an-event-day') throw new Error(`it was refused with "${problem}"`);
  if (!/^order-\w{6} sold 50$/.test(order)) throw new Error(`its order is "${order}"`);
  const picture = await readFile(join(place, 'ticket.png'));
  if (picture.toString('latin1', 1, 4) !== 'PNG') throw new Error('what it fetched is no picture');
}

/** What the line printed. @throws Error that holds the line and what it said */
async function shell(line: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', line], {
      cwd,
      env: { ...process.env, ROOT, DOCUMENT: join(ROOT, 'openapi.json'), ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${line}\n${(stdout + stderr).slice(-4_000)}`);
  }
}

/** A museum on a database that goes with the folder. */
function openMuseum(): Promise<App> {
  const config = readConfig({
    PORT: '0',
    MUSEUM_DATABASE_URL: `sqlite:${join(folder, 'museum.db')}`,
    MUSEUM_TIME_ZONE: 'UTC',
    MUSEUM_ADMIN_USERNAME: admin.username,
    MUSEUM_ADMIN_PASSWORD: admin.password,
  });
  return createApp(config, { log: pino({ level: 'silent' }) });
}

/** An event to sell tickets for, tomorrow. @returns what the clients' programs are told, as environment variables */
async function announceEvent(baseUrl: string): Promise<NodeJS.ProcessEnv> {
  const [day, other] = [1, 2].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const answer = await fetch(`${baseUrl}/special-events`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${admin.username}:${admin.password}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      name: 'An evening',
      location: 'Hall',
      eventDescription: '',
      dates: [day],
      price: 25,
    }),
  });
  const { eventId } = (await answer.json()) as { eventId: string };
  return {
    ...{ BASE_URL: baseUrl, USERNAME: admin.username, PASSWORD: admin.password },
    ...{ EVENT_ID: eventId, EVENT_DAY: day, OTHER_DAY: other },
  };
}

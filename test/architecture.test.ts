import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';

/** The layers of the source, from the top down. An import only ever points down, or stays in its own place. */
const TOP = ['main.js', 'cli', 'app'];
const INTERFACES = ['web/api', 'web/desk', 'web/gate', 'web/octo', 'web/open', 'web/payments', 'web/shop'];
const ROOMS = [
  'accounts',
  'articles',
  'basket',
  'called-off',
  'calling-off',
  'cards',
  'check',
  'checkout',
  'codes',
  'demo',
  'discounts',
  'events',
  'first-steps',
  'gate',
  'gifts',
  'hours',
  'images',
  'imports',
  'journal',
  'mail',
  'offers',
  'orders',
  'passes',
  'payments',
  'pictures',
  'privacy',
  'reports',
  'settings',
  'tickets',
  'visits',
  'webhooks',
];
const SERVICES = [
  'contract',
  'deliveries',
  'http',
  'idempotency',
  'identity-provider',
  'jobs',
  'pages',
  'store',
  'tracing',
];
const GROUND = ['core'];
const FLOORS = [TOP, INTERFACES, ROOMS, SERVICES, GROUND];

/** What speaks HTTP: nothing for a room. */
const SPEAKS_HTTP = ['http', 'pages'];
const HTTP_FRAMEWORK = /^(?:(?:node:)?https?2?|(?:node:)?_http_\w+|fastify|@fastify\/.+)$/;

/** Where the SQL of each table stands: in its room or service, and nowhere else. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    ...['accounts', 'account_tokens', 'failed_sign_ins', 'identities', 'recovery_codes', 'second_factors'],
    'sessions',
  ],
  articles: ['article_changes', 'articles', 'sold_articles'],
  'called-off': ['called_off'],
  cards: ['card_list_parts', 'card_lists', 'card_numbers', 'card_registrations', 'cards'],
  codes: ['revoked_keys', 'signing_keys'],
  deliveries: ['deliveries', 'feeds'],
  demo: ['demonstrations'],
  discounts: ['discount_codes'],
  events: ['event_texts', 'special_events'],
  'first-steps': ['first_steps'],
  gifts: ['gift_entries', 'gifts', 'held_gifts'],
  hours: ['past_weeks', 'special_days', 'weekly_hours'],
  idempotency: ['kept_answers'],
  jobs: ['jobs'],
  journal: ['journal'],
  offers: ['categories', 'general_admission', 'general_times', 'prices', 'slots'],
  orders: ['hold_clock', 'moved_tickets', 'moves', 'orders', 'shop_places', 'visitor_places'],
  passes: ['pass_entries', 'pass_types', 'passes'],
  payments: ['drawer_movements', 'dues', 'online_payments', 'payments', 'refunds'],
  pictures: ['picture_files', 'pictures'],
  privacy: ['retention'],
  reports: [
    ...['due_changes', 'figures_progress', 'sales_totals', 'uncounted_days', 'visit_figures'],
    ...['report_progress', 'sales_figures'], // of version 1.0, which may run beside this one
  ],
  settings: ['museum_settings', 'museum_texts'],
  store: ['commit_marks', 'revisions', 'secrets', 'write_probes'],
  tickets: ['contacts', 'imported_codes', 'postponed', 'ticket_numbers', 'tickets', 'voids'],
  visits: ['check_ins', 'counted_days', 'counted_visits'],
  webhooks: ['webhooks'],
};

/** A file or folder below src whose SQL has tables of other rooms, and why its room does not ask them instead. */
interface Exception {
  readonly in: string;
  readonly tables: readonly string[];
  readonly why: string;
}

/** Nothing is added here: a room answers by a function of its index.ts. What needs no exception any more is taken out. */
const MOST_EXCEPTIONS = 19;
const EXCEPTIONS: readonly Exception[] = [
  {
    in: 'accounts/session-store.ts',
    tables: ['journal'],
    why: 'An account may have signed in thousands of times: the index gives the last for many accounts at once.',
  },
  {
    in: 'check/',
    tables: ['accounts', 'check_ins', 'journal', 'kept_answers', 'orders', 'special_events', 'tickets'],
    why: 'It compares tables with each other, whatever the rooms say of them.',
  },
  {
    in: 'checkout/payment-jobs.ts',
    tables: ['online_payments', 'orders'],
    why: 'The job asks every second, and one statement sees orders and payments of the same moment.',
  },
  {
    in: 'checkout/pay-back-called-off.ts',
    tables: ['called_off', 'online_payments', 'payments', 'refunds', 'tickets', 'voids'],
    why: 'Of all tickets for what was called off, only those that were paid and not paid back are read.',
  },
  {
    in: 'cli/doctor/database.ts',
    tables: ['accounts', 'journal'],
    why: 'The doctor reads what is there, without an actor.',
  },
  {
    in: 'codes/signing-keys.ts',
    tables: ['passes', 'tickets'],
    why: 'The key, its last ticket and its last pass are read in the statement that retires it; they stand above codes.',
  },
  {
    in: 'events/',
    tables: ['slots'],
    why: 'The dates of an event are slots, which are listed and taken off with it.',
  },
  {
    in: 'hours/opening.ts',
    tables: ['general_admission'],
    why: 'Its row is the lock that opening hours and capacity share; offers stand above hours.',
  },
  {
    in: 'mail/mail-feed.ts',
    tables: ['contacts', 'orders', 'tickets'],
    why: 'The mails of a sale are planned with one query, while the next sale waits.',
  },
  {
    in: 'offers/category.ts',
    tables: ['orders', 'pass_types', 'tickets'],
    why: 'Whether a category was sold, or a pass stands for it; orders, passes and tickets stand above offers.',
  },
  {
    in: 'offers/',
    tables: ['special_events'],
    why: 'Event, slot and price are read and locked in one statement of the sale; events stand above offers.',
  },
  {
    in: 'orders/check-orders.ts',
    tables: ['dues', 'payments', 'tickets', 'voids'],
    why: 'It compares tables with each other, whatever the rooms say of them.',
  },
  {
    in: 'orders/holders.ts',
    tables: ['called_off', 'online_payments', 'payments', 'refunds', 'special_events', 'tickets', 'voids'],
    why: 'Of all tickets for what was called off, only those that are not paid back are counted.',
  },
  {
    in: 'orders/order-store.ts',
    tables: ['contacts', 'tickets'],
    why: 'One statement forgets orders of which no ticket has a contact any more.',
  },
  {
    in: 'orders/visitor-places.ts',
    tables: ['slots'],
    why: 'The places that visitors keep are added up by slot, with its capacity, while the shop is locked.',
  },
  {
    in: 'payments/online-payment.ts',
    tables: ['orders'],
    why: 'It compares tables with each other, whatever the rooms say of them.',
  },
  {
    in: 'tickets/',
    tables: ['called_off', 'categories', 'check_ins'],
    why: 'A ticket is read with the name of its category; thousands are added up, as they stand, where they are stored.',
  },
  {
    in: 'visits/',
    tables: ['tickets', 'voids'],
    why: 'A day of thousands of visits is added up where they are stored; tickets stand above visits.',
  },
  {
    in: 'webhooks/webhook.ts',
    tables: ['accounts', 'deliveries'],
    why: 'A webhook is read with the name of its seller, and found by what waits for it.',
  },
];

/**
 * Modules that keep something from one call to the next, and why that is no state of the service: what is, lives in objects that
 * app/app.ts and the interfaces make. Nothing is added here but memos of input that never changes.
 */
const MOST_KEEPERS = 8;
const KEEPERS: Readonly<Record<string, string>> = {
  'contract/schema.ts': 'Marks on schemas, which are declared when their modules are loaded.',
  'contract/success.ts': 'A memo: the serialiser of a schema.',
  'core/words.ts': 'A memo: the formats of a language, time zone and currency.',
  'gate/verdict.js': 'A memo: the format of a language and time zone.',
  'http/connection.ts': 'Kept with each socket, in a WeakMap: its answers.',
  'images/fonts.ts': 'A memo: the fonts that come with the service.',
  'pages/html.ts': 'A memo: the lines of a template.',
  'web/shop/visitor.ts': 'A memo: the language of a header Accept-Language.',
};

/** The files with a collection at the top of the module that is filled later. */
function keepers(files: Files): string[] {
  const kept =
    /^(?:export )?(?:const|let) \w+ = new (?:(?:Map|Set|WeakMap|WeakSet|Readings)(?:<.*>)?\((?:\w*)\)|\w*Cache\b.*);/m;
  return Object.keys(files).filter((file) => kept.test(files[file] ?? ''));
}

type Files = Readonly<Record<string, string>>;

/** The tables of other rooms in the SQL of the files, each as "file queries table". */
function foreignTables(files: Files): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    tablesIn(text)
      .filter((table) => ownerOf(table) !== undefined && ownerOf(table) !== placeOf(file))
      .map((table) => `${file} queries ${table}`),
  );
}

function tablesIn(sql: string): string[] {
  const named = sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)|\.(?:insert|update)\(\s*'(\w+)'/g);
  return [...new Set([...named].map(([, one, other]) => (one ?? other) as string))].sort();
}

function ownerOf(table: string): string | undefined {
  return Object.keys(TABLES).find((place) => TABLES[place]?.includes(table));
}

function isException({ in: place, tables }: Exception, found: string): boolean {
  return tables.some((table) => found.startsWith(place) && found.endsWith(` queries ${table}`));
}

/** The rules that the files (paths below src, with their text) break, each as "file imports what: why". */
function breaches(files: Files): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    importsOf(text).flatMap((target) => {
      const why = target.startsWith('.')
        ? breach(placeOf(file), posix.join(posix.dirname(file), target))
        : packageBreach(placeOf(file), target);
      return why === undefined ? [] : [`${file} imports ${target}: ${why}`];
    }),
  );
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"`]([^'"`\n]+)['"`]/g)].map(
    ([, target]) => target as string,
  );
}

/** The room, interface, service or file at the top that a path below src belongs to. */
function placeOf(path: string): string {
  const [first = '', second] = path.split('/');
  return first === 'web' && second !== undefined ? `${first}/${second}` : first;
}

function breach(from: string, path: string): string | undefined {
  const to = placeOf(path);
  if (from === to || to === '..') return undefined; // what lies outside of src is data
  for (const place of [from, to]) if (floorOf(place) === -1) return `${place} is on no floor`;
  if (floorOf(to) < floorOf(from)) return `${to} is above ${from}`;
  if (INTERFACES.includes(from) && INTERFACES.includes(to)) return 'an interface does not import another';
  if (ROOMS.includes(from) && SPEAKS_HTTP.includes(to)) return 'a room does not speak HTTP';
  const isEntered = ROOMS.includes(to) && (ROOMS.includes(from) || INTERFACES.includes(from));
  if (isEntered && path !== `${to}/index.ts`) return 'a room is entered through its index.ts';
  return undefined;
}

function packageBreach(from: string, name: string): string | undefined {
  return ROOMS.includes(from) && HTTP_FRAMEWORK.test(name) ? 'a room does not speak HTTP' : undefined;
}

function floorOf(place: string): number {
  return FLOORS.findIndex((places) => places.includes(place));
}

/** Every room that a room asks, whether itself or through others. */
function roomsAskedBy(room: string, files: Files, asked = new Set<string>()): Set<string> {
  for (const [file, text] of Object.entries(files).filter(([path]) => path.startsWith(`${room}/`))) {
    for (const target of importsOf(text).map((each) => placeOf(posix.join(posix.dirname(file), each)))) {
      if (!ROOMS.includes(target) || target === room || asked.has(target)) continue;
      asked.add(target);
      roomsAskedBy(target, files, asked);
    }
  }
  return asked;
}

/** A circle of files that import each other, types included; undefined when there is none. */
function circleIn(files: Files): string[] | undefined {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file) || files[file] === undefined) return undefined;
    for (const target of importsOf(files[file])) {
      if (!target.startsWith('.')) continue;
      const circle = follow(posix.join(posix.dirname(file), target), [...way, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of Object.keys(files)) {
    const circle = follow(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** The folders (paths below src) that the map in architecture.md lacks. */
function unnamed(folders: readonly string[], plan: string): string[] {
  return folders.filter((folder) => !new RegExp(`(?<![\\w-])${posix.basename(folder)}/`).test(plan));
}

const src = join(import.meta.dirname, '../src');
const filesLike = (pattern: string): Files =>
  Object.fromEntries(
    globSync(pattern, { cwd: src })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(src, file), 'utf8')]),
  );
const source = filesLike('**/*.ts');
const plan = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8');

/** For each rule, imports that break it, and what is said of each. */
const PLANTED: readonly { rule: string; file: string; text: string; found: readonly string[] }[] = [
  {
    rule: 'rooms import no interface',
    file: 'tickets/till.ts',
    text: "import { PROBLEMS } from '../web/api/problems.ts';\nimport { routeApi } from '../web/api/index.ts';",
    found: [
      'tickets/till.ts imports ../web/api/problems.ts: web/api is above tickets',
      'tickets/till.ts imports ../web/api/index.ts: web/api is above tickets',
    ],
  },
  {
    rule: 'rooms import no http/ and no pages/',
    file: 'images/ticket-images.ts',
    text: "import type { Answer } from '../http/answer.ts';\nconst html = await import('../pages/html.ts');",
    found: [
      'images/ticket-images.ts imports ../http/answer.ts: a room does not speak HTTP',
      'images/ticket-images.ts imports ../pages/html.ts: a room does not speak HTTP',
    ],
  },
  {
    rule: 'rooms import no HTTP framework',
    file: 'accounts/sign-in.ts',
    text: `import type { FastifyRequest } from "fastify";
import { STATUS_CODES } from 'node:http';
import cookie from '@fastify/cookie';
import { connect } from 'http2';
import { get } from 'node:https';
import { hash } from 'node:crypto';`,
    found: ['fastify', 'node:http', '@fastify/cookie', 'http2', 'node:https'].map(
      (name) => `accounts/sign-in.ts imports ${name}: a room does not speak HTTP`,
    ),
  },
  {
    rule: 'a room enters another only through its index.ts',
    file: 'tickets/till.ts',
    text: `import type { X } from '../events/event-store.ts';
import { Y } from '../hours/index.ts';
export * from '../codes/old/index.ts';
import { z } from './ticket.ts';`,
    found: [
      'tickets/till.ts imports ../events/event-store.ts: a room is entered through its index.ts',
      'tickets/till.ts imports ../codes/old/index.ts: a room is entered through its index.ts',
    ],
  },
  {
    rule: 'an interface enters a room only through its index.ts',
    file: 'web/api/mock/mock-handlers.ts',
    text: `import { parse } from '../../../accounts/credentials.ts';
import { Till } from '../../../tickets/index.ts';
import { send } from '../../../http/answer.ts';
import { success } from '../success.ts';`,
    found: [
      'web/api/mock/mock-handlers.ts imports ../../../accounts/credentials.ts: a room is entered through its index.ts',
    ],
  },
  {
    rule: 'no interface imports another',
    file: 'web/open/problem-pages.ts',
    text: "import { PROBLEMS } from '../api/problems.ts';\nimport { explainedProblems } from '../api/index.ts';",
    found: [
      'web/open/problem-pages.ts imports ../api/problems.ts: an interface does not import another',
      'web/open/problem-pages.ts imports ../api/index.ts: an interface does not import another',
    ],
  },
  ...SERVICES.map((service) => ({
    rule: `${service} imports neither rooms nor interfaces`,
    file: `${service}/service.ts`,
    text: `export * from '../events/index.ts';
import { openApi } from '../web/open/index.ts';
import { day } from '../core/calendar-day.ts';
import { openStore } from '../store/index.ts';`,
    found: [
      `${service}/service.ts imports ../events/index.ts: events is above ${service}`,
      `${service}/service.ts imports ../web/open/index.ts: web/open is above ${service}`,
    ],
  })),
  {
    rule: 'the ground imports nothing above it',
    file: 'core/money.ts',
    text: `import { a } from '../store/index.ts';
import { b } from '../events/index.ts';
import { c } from '../web/api/index.ts';
import { d } from '../app/config.ts';
import { e } from './text.ts';`,
    found: [
      'core/money.ts imports ../store/index.ts: store is above core',
      'core/money.ts imports ../events/index.ts: events is above core',
      'core/money.ts imports ../web/api/index.ts: web/api is above core',
      'core/money.ts imports ../app/config.ts: app is above core',
    ],
  },
  {
    rule: 'nothing imports the top layer',
    file: 'http/server.ts',
    text: "const app = await import('../app/app.ts');\nimport '../cli/serve.ts';",
    found: [
      'http/server.ts imports ../app/app.ts: app is above http',
      'http/server.ts imports ../cli/serve.ts: cli is above http',
    ],
  },
  {
    rule: 'every place is on a floor',
    file: 'events/event.ts',
    text: "import '../kiosk/kiosk.ts';",
    found: ['events/event.ts imports ../kiosk/kiosk.ts: kiosk is on no floor'],
  },
];

describe('the source', () => {
  it('has no import that points up, none between interfaces, and none that enters a room by the window', () => {
    assert.ok(Object.keys(source).length > 50);
    assert.deepEqual(breaches(source), []);
  });

  it('has no rooms that ask each other in a circle', () => {
    for (const room of ROOMS) assert.ok(!roomsAskedBy(room, source).has(room), room);
  });

  it('has every place on a floor', () => {
    for (const file of Object.keys(source)) assert.notEqual(floorOf(placeOf(file)), -1, file);
  });

  it('has no files that import each other in a circle', () => {
    assert.equal(circleIn({ ...source, ...filesLike('**/*.js') }), undefined);
    const planted = { 'a.ts': "import './b/c.ts';", 'b/c.ts': "import type { A } from '../a.ts';" };
    assert.deepEqual(circleIn(planted), ['a.ts', 'b/c.ts', 'a.ts']);
  });

  it('has one owner for each table', () => {
    const sql = globSync(join(src, '../migrations/*.sql')).map((file) => readFileSync(file, 'utf8'));
    const namesAfter = (words: string) =>
      [...sql.join('\n').matchAll(new RegExp(`${words} (\\w+)`, 'g'))].map(([, name]) => name);
    const gone = namesAfter('DROP TABLE');
    const tables = namesAfter('CREATE TABLE').filter((table) => !gone.includes(table));
    assert.deepEqual(Object.values(TABLES).flat().sort(), tables.sort());
  });

  it('has no SQL with tables of other rooms, but for what is listed with a reason', () => {
    const found = foreignTables(source);
    assert.deepEqual(
      found.filter((each) => !EXCEPTIONS.some((exception) => isException(exception, each))),
      [],
    );
    const needed = ({ in: place, tables, why }: Exception) =>
      tables.filter((table) => found.some((each) => isException({ in: place, tables: [table], why }, each)));
    assert.deepEqual(
      EXCEPTIONS.map((exception) => needed(exception)),
      EXCEPTIONS.map(({ tables }) => tables),
      'an exception that is not needed any more is taken out',
    );
    assert.ok(EXCEPTIONS.length <= MOST_EXCEPTIONS, 'the list only gets shorter');
  });

  it('keeps nothing in modules, but for what is listed with a reason', () => {
    assert.deepEqual(keepers({ ...source, ...filesLike('**/*.js') }).sort(), Object.keys(KEEPERS).sort());
    assert.ok(Object.keys(KEEPERS).length <= MOST_KEEPERS, 'the list only gets shorter');
    const planted = 'const MOST = new Set([1]);\nconst known = new Map<string, Words>();';
    assert.deepEqual(keepers({ 'tickets/till.ts': planted }), ['tickets/till.ts']);
  });

  it('has a plan that names every folder', () => {
    const folders = Object.keys(source).flatMap((file) => ancestorsOf(posix.dirname(file)));
    assert.deepEqual(unnamed([...new Set(folders)], plan), []);
  });
});

describe('a breach is noticed:', () => {
  for (const { rule, file, text, found } of PLANTED) {
    it(rule, () => assert.deepEqual(breaches({ [file]: text }), found));
  }

  it('no SQL has tables of another room', () => {
    const planted = {
      'images/ticket-images.ts':
        'await queries.get(`SELECT number\n FROM tickets JOIN voids USING (number)`);',
      'web/desk/today.ts': "await tx.insert('slots', COLUMNS, rows);",
      'tickets/till.ts':
        "await tx.run('UPDATE tickets SET places = 1 WHERE number IN (SELECT number FROM voids)');",
    };
    assert.deepEqual(foreignTables(planted), [
      'images/ticket-images.ts queries tickets',
      'images/ticket-images.ts queries voids',
      'web/desk/today.ts queries slots',
    ]);
  });

  it('no rooms ask each other in a circle', () => {
    const planted = {
      'hours/hours.ts': "import { sell } from '../tickets/index.ts';",
      'tickets/till.ts': "import { find } from '../events/index.ts';",
      'events/event.ts': "import { isOpen } from '../hours/index.ts';",
    };
    assert.ok(roomsAskedBy('hours', planted).has('hours'));
  });

  it('the plan names every folder', () => {
    assert.deepEqual(unnamed(['events', 'web/api', 'hours'], 'events/ web/api/ openinghours/'), ['hours']);
  });
});

/** The folder and those that it lies in, below src. */
function ancestorsOf(folder: string): string[] {
  return folder === '.' ? [] : [...ancestorsOf(posix.dirname(folder)), folder];
}

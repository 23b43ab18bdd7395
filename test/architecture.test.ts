import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';

/** The floors of the house, from the top down. An import only ever points down, or stays in its own folder. */
const FLOORS = [
  ['main.ts'],
  ['cli'],
  ['app.ts'],
  ['config.ts'],
  ['accounts', 'audit', 'events', 'gate', 'hours', 'mock', 'tickets'], // the rooms
  ['http', 'pages'],
  ['store'],
  ['contract'],
  ['core'],
];
const ROOMS = FLOORS[4] as string[];

/** The rules that the files (paths below src, with their text) break, each as "file imports file: why". */
function breaches(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    importsOf(text).flatMap((target) => {
      const why = breach(file, posix.join(posix.dirname(file), target));
      return why === undefined ? [] : [`${file} imports ${target}: ${why}`];
    }),
  );
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => target as string);
}

function breach(file: string, target: string): string | undefined {
  const [from, to] = [file, target].map((path) => path.split('/', 1)[0] as string) as [string, string];
  if (from === to || to === '..') return undefined; // what lies outside of src is data
  if (floorOf(to) === -1) return `${to} is on no floor`;
  if (floorOf(to) < floorOf(from)) return `${to} is above ${from}`;
  if (ROOMS.includes(to) && ROOMS.includes(from) && posix.basename(target) !== 'index.ts')
    return `another room is entered through its index.ts`;
  return undefined;
}

function floorOf(place: string): number {
  return FLOORS.findIndex((places) => places.includes(place));
}

/** Every room that a room asks, whether itself or through others. */
function roomsAskedBy(
  room: string,
  files: Readonly<Record<string, string>>,
  asked = new Set<string>(),
): Set<string> {
  for (const [file, text] of Object.entries(files).filter(([path]) => path.startsWith(`${room}/`))) {
    for (const target of importsOf(text).map(
      (each) => posix.join(posix.dirname(file), each).split('/', 1)[0] as string,
    )) {
      if (!ROOMS.includes(target) || target === room || asked.has(target)) continue;
      asked.add(target);
      roomsAskedBy(target, files, asked);
    }
  }
  return asked;
}

const src = join(import.meta.dirname, '../src');
const house = Object.fromEntries(
  globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(src, file), 'utf8')]),
);

describe('the house', () => {
  it('has no import that points up, nor one that enters a room by the window', () => {
    assert.ok(Object.keys(house).length > 50);
    assert.deepEqual(breaches(house), []);
  });

  it('has no rooms that ask each other in a circle', () => {
    for (const room of ROOMS) assert.ok(!roomsAskedBy(room, house).has(room), room);
  });

  it('would notice a breach', () => {
    const planted = {
      'core/money.ts': "import { PATH } from '../contract/index.ts';",
      'store/store.ts': "export * from '../events/index.ts';",
      'tickets/till.ts':
        "import type { X } from '../events/event-store.ts';\nimport { Y } from '../hours/index.ts';",
      'http/server.ts': "const app = await import('../app.ts');",
      'events/event.ts': "import '../kiosk/kiosk.ts';\nimport { z } from './event-store.ts';",
      'hours/hours.ts': "import { sell } from '../tickets/index.ts';",
    };
    assert.deepEqual(breaches(planted), [
      'core/money.ts imports ../contract/index.ts: contract is above core',
      'store/store.ts imports ../events/index.ts: events is above store',
      'tickets/till.ts imports ../events/event-store.ts: another room is entered through its index.ts',
      'http/server.ts imports ../app.ts: app.ts is above http',
      'events/event.ts imports ../kiosk/kiosk.ts: kiosk is on no floor',
    ]);
    assert.ok(roomsAskedBy('hours', planted).has('hours'));
  });
});

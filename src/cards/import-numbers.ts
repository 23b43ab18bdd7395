import { createSecretKey, randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import { MS_PER_DAY } from '../core/calendar-day.ts';
import type { Clock } from '../core/clock.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal, type RefusalFacts } from '../core/refusal.ts';
import { record } from '../journal/index.ts';
import { type ActionContext, inRows, runAction, type Store, type Transaction } from '../store/index.ts';
import { type Card, findCards } from './card.ts';
import {
  type CardList,
  countListed,
  findCurrentParts,
  findListed,
  lockList,
  prefixOf,
  replaceList,
} from './card-list.ts';
import { cardIn, LONGEST_NUMBER } from './card-pattern.js';
import type { CardSecrets } from './card-secrets.ts';

/** How many numbers one transaction writes: it takes some milliseconds, and sales go on in between. */
const NUMBERS_AT_ONCE = 1_024;
/** So many are written one after the other in the order of their hashes: what lies together is then written together. */
const SORTED_AT_ONCE = 64 * NUMBERS_AT_ONCE;
/** How many wrong lines are told. */
const MOST_FAULTS = 20;
/** White space around a number counts too. A longer line is no number, and is not kept whole. */
const LONGEST_LINE = 4 * LONGEST_NUMBER;
const MOST_PARTS = 2 ** 47;

export interface ImportingNumbers {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: CardSecrets;
}

/**
 * Replaces the list of a card's numbers, or adds to it: all of them at once, or none. They are written bit by bit before, so that a
 * long list holds up nobody; what was begun and never ended is deleted later.
 * @param file a number on each line, in UTF-8
 * @returns how many numbers the list has now
 * @throws Refusal forbidden, card-not-found or card-numbers-invalid; and what reading the file throws
 */
export async function importNumbers(
  { store, clock, secrets }: ImportingNumbers,
  actor: Actor,
  { card: slug, isAdded }: { readonly card: string; readonly isAdded: boolean },
  file: AsyncIterable<Uint8Array>,
): Promise<number> {
  requirePermission(actor, 'arrange-programme');
  const card = (await findCards(store)).find((each) => each.card === slug);
  if (card === undefined) throw new Refusal('card-not-found', { card: slug });
  const part = { part: randomInt(1, MOST_PARTS), isAdded };
  const before = await store.transaction(async (tx) => {
    await tx.run('INSERT INTO card_list_parts (part_no, card, is_current, begun_at) VALUES (?, ?, 0, ?)', [
      ...[part.part, slug, clock.now()],
    ]);
    return { ...(await lockList(tx, slug)), parts: await findCurrentParts(tx, slug) };
  });
  const key = createSecretKey(before.key, 'base64');
  let numbers = 0;
  const hash = (number: string): HashedNumber => [secrets.hashOf(slug, number), prefixOf(key, number)];
  try {
    for await (const hashed of hashedIn(numbersIn(file, card), hash))
      numbers += await store.transaction((tx) => addNumbers(tx, slug, part, hashed));
  } catch (error) {
    await giveUp(store, part);
    throw error;
  }
  return runAction({ store, clock }, actor, (context) => takeUp(context, before, { ...part, numbers }));
}

/** Its numbers need not wait until it is old to be deleted. */
async function giveUp(store: Store, { part }: Part): Promise<void> {
  await store.transaction((tx) =>
    tx.run('UPDATE card_list_parts SET begun_at = 0 WHERE part_no = ?', [part]),
  );
}

type HashedNumber = readonly [hash: string, prefix: number];

/** As many of them as one transaction writes, in the order of many of their hashes. Other requests are handled in between. */
async function* hashedIn(
  numbers: AsyncIterable<readonly string[]>,
  hash: (number: string) => HashedNumber,
): AsyncGenerator<readonly HashedNumber[]> {
  const hashed = new Map<string, number>();
  for await (const some of numbers) {
    for (const number of some) hashed.set(...hash(number));
    await nextTurn();
    if (hashed.size < SORTED_AT_ONCE) continue;
    yield* inOrder(hashed);
    hashed.clear();
  }
  yield* inOrder(hashed);
}

function* inOrder(hashed: ReadonlyMap<string, number>): Generator<HashedNumber[]> {
  const sorted = [...hashed].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let at = 0; at < sorted.length; at += NUMBERS_AT_ONCE) yield sorted.slice(at, at + NUMBERS_AT_ONCE);
}

interface Part {
  readonly part: number;
  readonly isAdded: boolean;
}

/** @returns how many of them are new */
async function addNumbers(
  tx: Transaction,
  card: string,
  { part, isAdded }: Part,
  hashed: readonly HashedNumber[],
): Promise<number> {
  const hashes = hashed.map(([hash]) => hash);
  const known = isAdded ? await findListed(tx, [card], hashes) : new Set<string>();
  const rows = hashed.flatMap(([hash, prefix]) => (known.has(hash) ? [] : [[part, hash, prefix]]));
  if (rows.length === 0) return 0;
  const { list, values } = inRows(rows); // some of them twice, so that there are few statements
  return tx.run(
    `INSERT INTO card_numbers (part_no, number_hash, prefix) ${list.slice(1, -1)}
       ON CONFLICT (part_no, number_hash) DO NOTHING`,
    values,
  );
}

/** From now on the part is in the list, or all of it. */
async function takeUp(
  context: ActionContext,
  before: CardList & { readonly parts: readonly number[] },
  { part, isAdded, numbers: added }: Part & { readonly numbers: number },
): Promise<number> {
  const { tx } = context;
  const { card } = before;
  const list = await lockList(tx, card);
  // The card, or its list, may have been removed meanwhile.
  if (list.key !== before.key) throw new Refusal('card-not-found', { card });
  const current = new Set(await findCurrentParts(tx, card));
  // The numbers were compared with a list that was replaced meanwhile: they were added to that, right before.
  if (isAdded && before.parts.some((each) => !current.has(each))) return list.numbers;
  if (!isAdded) await tx.run('UPDATE card_list_parts SET is_current = 0 WHERE card = ?', [card]);
  await tx.run('UPDATE card_list_parts SET is_current = 1 WHERE part_no = ?', [part]);
  const isAlone = list.version === before.version;
  const numbers = !isAdded ? added : isAlone ? list.numbers + added : await countListed(tx, card);
  const version = list.version + 1;
  await replaceList(tx, { ...list, version, numbers });
  await record(context, { kind: 'card.numbers-set', subject: card, details: { version, numbers, added } });
  return numbers;
}

type LineFault = RefusalFacts['card-numbers-invalid']['faults'][number];

/**
 * The numbers in the file, some at a time, in bounded memory. Empty lines are left out.
 * @throws Refusal card-numbers-invalid, which names lines and never quotes a number
 */
async function* numbersIn(file: AsyncIterable<Uint8Array>, card: Card): AsyncGenerator<string[]> {
  const faults: LineFault[] = [];
  let numbers: string[] = [];
  for await (const [line, text] of linesIn(file)) {
    if (text === undefined) faults.push({ line, because: 'encoding' });
    else if (text.trim() !== '') {
      const read = text.length > LONGEST_LINE ? undefined : cardIn([card], text);
      if (read?.isRight) numbers.push(read.number);
      else faults.push({ line, because: read === undefined ? 'pattern' : 'check' });
    }
    if (faults.length === MOST_FAULTS) break;
    if (numbers.length < NUMBERS_AT_ONCE) continue;
    if (faults.length === 0) yield numbers;
    numbers = [];
  }
  if (faults.length > 0) throw new Refusal('card-numbers-invalid', { faults });
  if (numbers.length > 0) yield numbers;
}

/** The lines with their numbers, from 1 on; undefined: it is no UTF-8. One that is too long is cut. */
async function* linesIn(file: AsyncIterable<Uint8Array>): AsyncGenerator<[number, string | undefined]> {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  const read = (text: string): [number, string | undefined] => {
    line += 1;
    return [line, text.includes('\uFFFD') ? undefined : text.slice(0, LONGEST_LINE + 1)];
  };
  for await (const bytes of file) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE + 1);
    for (const each of lines) yield read(each);
  }
  const last = rest + decoder.decode();
  if (last !== '') yield read(last);
}

/** Parts that are no more than so old may still be under way. */
const UNDER_WAY_MS = MS_PER_DAY;
const DELETED_AT_ONCE = 5_000;

const UNUSED_PART =
  'SELECT part_no AS part FROM card_list_parts WHERE is_current = 0 AND begun_at < ? LIMIT 1';

/** Whether there are parts of lists that were replaced, or never ended. */
export async function hasUnusedNumbers(store: Store, clock: Clock): Promise<boolean> {
  return (await store.get(UNUSED_PART, [clock.now() - UNDER_WAY_MS])) !== undefined;
}

/** Deletes some of their numbers. @returns whether there may be more */
export async function deleteUnusedNumbers(tx: Transaction, clock: Clock): Promise<boolean> {
  const unused = await tx.get<{ part: number }>(UNUSED_PART, [clock.now() - UNDER_WAY_MS]);
  if (unused === undefined) return false;
  const deleted = await tx.run(
    `DELETE FROM card_numbers WHERE part_no = ? AND number_hash IN
       (SELECT number_hash FROM card_numbers WHERE part_no = ? LIMIT ${DELETED_AT_ONCE})`,
    [unused.part, unused.part],
  );
  if (deleted < DELETED_AT_ONCE) await tx.run('DELETE FROM card_list_parts WHERE part_no = ?', [unused.part]);
  return true;
}

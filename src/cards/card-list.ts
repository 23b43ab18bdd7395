import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Queries, Transaction } from '../store/index.ts';

/** The list of a card's numbers. */
export interface CardList {
  readonly card: string;
  /** Counts its changes. */
  readonly version: number;
  /** In base64: gates have its numbers under this key. */
  readonly key: string;
  readonly numbers: number;
}

const SELECT = `SELECT card AS "card", version AS "version", list_key AS "key", numbers AS "numbers" FROM card_lists`;

/** The lists of all cards, by card; one that was begun and never ended is among them, with the version 0. */
export async function findLists(queries: Queries): Promise<Map<string, CardList>> {
  const lists = await queries.all<CardList>(SELECT);
  return new Map(lists.map((list) => [list.card, list]));
}

/** The list of the card, which is made if there is none. Nobody else changes it until the transaction ends. */
export async function lockList(tx: Transaction, card: string): Promise<CardList> {
  await tx.run(
    `INSERT INTO card_lists (card, version, list_key, numbers) VALUES (?, 0, ?, 0) ON CONFLICT (card) DO NOTHING`,
    [card, randomBytes(32).toString('base64')],
  );
  return (await tx.get<CardList>(`${SELECT} WHERE card = ?${tx.dialect.lockForUpdate}`, [card])) as CardList;
}

export async function replaceList(tx: Transaction, { card, version, numbers }: CardList): Promise<void> {
  await tx.run('UPDATE card_lists SET version = ?, numbers = ? WHERE card = ?', [version, numbers, card]);
}

/** Removes those lists. Their numbers are deleted later. */
export async function dropLists(tx: Transaction, cards: readonly string[]): Promise<void> {
  await tx.run('DELETE FROM card_lists WHERE card IN ?', [cards]);
  await tx.run('UPDATE card_list_parts SET is_current = 0 WHERE card IN ?', [cards]);
}

/** The parts of which the list is. */
export async function findCurrentParts(queries: Queries, card: string): Promise<number[]> {
  const rows = await queries.all<{ part: number }>(`${CURRENT_PARTS} ORDER BY part_no`, [[card]]);
  return rows.map(({ part }) => part);
}

const CURRENT_PARTS = 'SELECT part_no AS part FROM card_list_parts WHERE card IN ? AND is_current = 1';

/** Those of the hashes that are of numbers in the list of their card. */
export async function findListed(
  queries: Queries,
  cards: readonly string[],
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await queries.all<{ hash: string }>(
    `SELECT number_hash AS "hash" FROM card_numbers WHERE part_no IN (${CURRENT_PARTS}) AND number_hash IN ?`,
    [cards, hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}

export async function countListed(queries: Queries, card: string): Promise<number> {
  const row = await queries.get<{ count: number }>(
    `SELECT count(DISTINCT number_hash) AS count FROM card_numbers WHERE part_no IN (${CURRENT_PARTS})`,
    [[card]],
  );
  return Number(row?.count);
}

/** How many bytes of its hash a gate has of each number. */
const PREFIX_BYTES = 5;

/** The first bytes of the number's hash under the key of its list, as a whole number. */
export function prefixOf(key: KeyObject, number: string): number {
  return createHmac('sha256', key).update(number).digest().readUIntBE(0, PREFIX_BYTES);
}

/** What a gate needs to know whether a number is in the list. */
export interface GateList extends Pick<CardList, 'version' | 'key'> {
  /** The prefixes of all numbers, one behind the other, sorted. */
  readonly numbers: Uint8Array;
}

const AT_ONCE = 10_000;

/** The list that gates may have. @throws Refusal forbidden; card-not-found when it has none */
export async function getListForGates(queries: Queries, actor: Actor, card: string): Promise<CardList> {
  requirePermission(actor, 'admit-visitors');
  const list = (await findLists(queries)).get(card);
  if (list === undefined || list.version === 0) throw new Refusal('card-not-found', { card });
  return list;
}

/** Reads a million numbers in seconds, in parts. If it changes meanwhile, the newer version is told later. */
export async function readGateList(queries: Queries, { card, version, key }: CardList): Promise<GateList> {
  const prefixes: number[] = [];
  for await (const page of numbersOf(queries, card)) for (const prefix of page) prefixes.push(prefix);
  return { version, key, numbers: inBytes(Float64Array.from(prefixes).sort()) };
}

/** The prefixes of the card's numbers, in parts, and other requests are handled in between. */
async function* numbersOf(queries: Queries, card: string): AsyncGenerator<number[]> {
  for (const part of await findCurrentParts(queries, card))
    for (let after: string | undefined = ''; after !== undefined; await nextTurn()) {
      const page: { hash: string; prefix: number }[] = await queries.all(
        `SELECT number_hash AS "hash", prefix AS "prefix" FROM card_numbers WHERE part_no = ? AND number_hash > ?
          ORDER BY number_hash LIMIT ${AT_ONCE}`,
        [part, after],
      );
      yield page.map(({ prefix }) => prefix);
      after = page.length < AT_ONCE ? undefined : page.at(-1)?.hash;
    }
}

function inBytes(sorted: Float64Array): Uint8Array {
  const bytes = Buffer.alloc(sorted.length * PREFIX_BYTES);
  sorted.forEach((prefix, index) => {
    bytes.writeUIntBE(prefix, index * PREFIX_BYTES, PREFIX_BYTES);
  });
  return bytes;
}

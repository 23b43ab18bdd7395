import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { type Queries, type Store, secretOf, type Transaction } from '../store/index.ts';

/** Numbers of tickets whose contacts lie together in the index: those that were reserved in 25 days. */
const BLOCK = 2 ** 36;
/** So many are read and hashed at once, and then written in pieces that lie together in the index. */
const READ_AT_ONCE = 4_000;
const WRITTEN_AT_ONCE = 500;
/** Of the SHA-256: as many bytes as a number holds exactly. */
const HASH_BYTES = 6;

/**
 * Finds tickets by the e-mail address of their contact, whatever its case, by a keyed hash: the index holds nothing that
 * could be read or guessed, and what it holds goes with the contact.
 */
export class ContactHashes {
  readonly #secret: string;
  /** Numbers of tickets with the hashes that are still to be written, in the order of the index. */
  #unwritten: (readonly [number: number, hash: number])[] = [];

  private constructor(secret: string) {
    this.#secret = secret;
  }

  static async open(store: Store, clock: Clock): Promise<ContactHashes> {
    return new ContactHashes(await secretOf(store, clock, 'contact-hashes'));
  }

  of(email: string): number {
    // One-shot hashing: createHmac costs thirty times as much. Of the hash only a part is kept, so nothing can be appended.
    return hash('sha256', this.#secret + email.toLowerCase(), 'buffer').readUIntBE(0, HASH_BYTES);
  }

  /** Numbers of the tickets below `before` that belong to that address, the newest first, at most `limit`. */
  async numbersOf(queries: Queries, email: string, before: number, limit: number): Promise<number[]> {
    const wanted = email.toLowerCase();
    // First those that the index lacks: one that enters it meanwhile is then found twice, and not missed.
    const found = new Set(await unhashed(queries, wanted, before, limit));
    let left = limit;
    let block = await lastBlock(queries, before);
    while (block !== undefined && left > 0) {
      const rows = await queries.all<{ number: number }>(
        `SELECT number FROM contacts
          WHERE number / ${BLOCK} = ? AND email_hash = ? AND number < ? AND lower(email) = ?
          ORDER BY number DESC LIMIT ?`,
        [block, this.of(email), before, wanted, left],
      );
      for (const { number } of rows) found.add(number);
      left -= rows.length;
      block = await lastBlock(queries, block * BLOCK);
    }
    return [...found].sort((one, other) => other - one).slice(0, limit);
  }

  /**
   * Fills in hashes that are missing, as they are after a sale, which never waits for this index. Those that lie
   * together in it are written together, so that few of its pages are.
   * @returns whether there may be more.
   */
  async fill(tx: Transaction): Promise<boolean> {
    if (this.#unwritten.length === 0) this.#unwritten = await this.#missing(tx);
    const together = this.#unwritten.slice(0, WRITTEN_AT_ONCE);
    await tx.update('contacts', ['number', 'email_hash'], together);
    // Should this transaction fail, they are found missing again.
    this.#unwritten = this.#unwritten.slice(WRITTEN_AT_ONCE);
    return together.length > 0;
  }

  async #missing(tx: Transaction): Promise<(readonly [number: number, hash: number])[]> {
    const rows = await tx.all<ContactRow>(
      `SELECT number, email FROM contacts WHERE email_hash IS NULL ORDER BY number LIMIT ${READ_AT_ONCE}`,
    );
    return rows
      .map(({ number, email }) => [number, this.of(email)] as const)
      .sort(([, one], [, other]) => one - other);
  }
}

export async function hasUnhashed(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT number FROM contacts WHERE email_hash IS NULL LIMIT 1')) !== undefined;
}

/** Those that are not in the index yet, what was sold in the last seconds: the newest, at most `limit`. */
async function unhashed(queries: Queries, wanted: string, before: number, limit: number): Promise<number[]> {
  const rows = await queries.all<{ number: number }>(
    `SELECT number FROM contacts WHERE email_hash IS NULL AND number < ? AND lower(email) = ?
      ORDER BY number DESC LIMIT ?`,
    [before, wanted, limit],
  );
  return rows.map(({ number }) => number);
}

/** The last block with a ticket below `before`. */
async function lastBlock(queries: Queries, before: number): Promise<number | undefined> {
  const row = await queries.get<{ number: number }>(
    'SELECT number FROM contacts WHERE number < ? ORDER BY number DESC LIMIT 1',
    [before],
  );
  return row && Math.floor(row.number / BLOCK);
}

interface ContactRow {
  readonly number: number;
  readonly email: string;
}

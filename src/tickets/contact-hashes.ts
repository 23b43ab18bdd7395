import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { mailboxOf } from '../core/email.ts';
import { inList, type Queries, type Store, secretOf, type Transaction } from '../store/index.ts';

/** Ticket numbers per block of the index: those that are reserved in 25 days. */
const BLOCK = 2 ** 36;
/** How many contacts are read and hashed at once. They are written in smaller batches that are adjacent in the index. */
const READ_AT_ONCE = 4_000;
const WRITTEN_AT_ONCE = 500;
/** The SHA-256 is truncated to as many bytes as a number can hold exactly. */
const HASH_BYTES = 6;

/**
 * Finds tickets by the e-mail address of their contact, however it is spelled, by a keyed hash. The index holds nothing that could
 * be read or guessed, and a hash is deleted with its contact.
 */
export class ContactHashes {
  readonly #secret: string;
  /** Numbers of tickets whose hashes are still to be written, in the order of the index. */
  #unwritten: number[] = [];

  private constructor(secret: string) {
    this.#secret = secret;
  }

  static async open(store: Store, clock: Clock): Promise<ContactHashes> {
    return new ContactHashes(await secretOf(store, clock, 'contact-hashes'));
  }

  of(email: string): number {
    // A plain hash: createHmac costs thirty times as much, and a truncated hash allows no length extension.
    return hash('sha256', this.#secret + mailboxOf(email), 'buffer').readUIntBE(0, HASH_BYTES);
  }

  /** Numbers of the tickets below `before` that belong to that address, the newest first, at most `limit`. */
  async numbersOf(queries: Queries, email: string, before: number, limit: number): Promise<number[]> {
    const wanted = mailboxOf(email);
    // Contacts without a hash come first: one that gets its hash meanwhile is found twice, not missed.
    const found = new Set(await unhashed(queries, wanted, before, limit));
    let left = limit;
    let block = await lastBlock(queries, before);
    while (block !== undefined && left > 0) {
      const rows = await queries.all<ContactRow>(
        `SELECT number, email FROM contacts
          WHERE number / ${BLOCK} = ? AND email_hash = ? AND number < ?
          ORDER BY number DESC LIMIT ?`,
        [block, this.of(email), before, left],
      );
      for (const number of ofMailbox(rows, wanted)) found.add(number);
      left -= rows.length;
      block = await lastBlock(queries, block * BLOCK);
    }
    return [...found].sort((one, other) => other - one).slice(0, limit);
  }

  /**
   * Adds missing hashes: sales don't write them, so that they don't wait for this index. Hashes that are adjacent in the
   * index are written together, so that few of its pages change.
   * @returns whether there may be more.
   */
  async fill(tx: Transaction): Promise<boolean> {
    if (this.#unwritten.length === 0) this.#unwritten = await this.#missing(tx);
    const together = this.#unwritten.slice(0, WRITTEN_AT_ONCE);
    if (together.length === 0) return false;
    // Read again and locked: an address may have been corrected, or erased, since it was found.
    const { list, values } = inList(together);
    const rows = await tx.all<ContactRow>(
      `SELECT number, email FROM contacts WHERE number IN ${list} AND email_hash IS NULL
        ORDER BY number${tx.dialect.lockForUpdate}`,
      values,
    );
    if (rows.length > 0) await tx.update('contacts', ['number', 'email_hash'], this.#inOrderOfIndex(rows));
    // If this transaction fails, they are found as missing again.
    this.#unwritten = this.#unwritten.slice(WRITTEN_AT_ONCE);
    return true;
  }

  async #missing(tx: Transaction): Promise<number[]> {
    const rows = await tx.all<ContactRow>(
      `SELECT number, email FROM contacts WHERE email_hash IS NULL ORDER BY number LIMIT ${READ_AT_ONCE}`,
    );
    return this.#inOrderOfIndex(rows).map(([number]) => number);
  }

  #inOrderOfIndex(rows: readonly ContactRow[]): [number: number, hash: number][] {
    return rows
      .map(({ number, email }): [number, number] => [number, this.of(email)])
      .sort(([, one], [, other]) => one - other);
  }
}

export async function hasUnhashed(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT number FROM contacts WHERE email_hash IS NULL LIMIT 1')) !== undefined;
}

/** Tickets that are not in the index yet (sold in the last seconds): the newest, at most `limit`. */
async function unhashed(queries: Queries, wanted: string, before: number, limit: number): Promise<number[]> {
  // SQL does not know the other spellings of an international domain. There are few such addresses.
  const [local, isInternational] = [wanted.slice(0, wanted.lastIndexOf('@') + 1), wanted.includes('xn--')];
  const which = isInternational ? `substr(lower(email), 1, ${local.length}) = ?` : 'lower(email) = ?';
  const rows = await queries.all<ContactRow>(
    `SELECT number, email FROM contacts WHERE email_hash IS NULL AND number < ? AND ${which}
      ORDER BY number DESC${isInternational ? '' : ' LIMIT ?'}`,
    isInternational ? [before, local] : [before, wanted, limit],
  );
  return ofMailbox(rows, wanted).slice(0, limit);
}

/** The numbers of the contacts with that address: another may have the same hash. */
function ofMailbox(rows: readonly ContactRow[], wanted: string): number[] {
  return rows.filter(({ email }) => mailboxOf(email) === wanted).map(({ number }) => number);
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

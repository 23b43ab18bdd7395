import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { type Queries, type Store, secretOf, type Transaction } from '../store/index.ts';

/** Numbers of tickets whose contacts lie together in the index: those of 25 days. */
const BLOCK = 2 ** 36;
const AT_ONCE = 1_000;
/** Of the SHA-256: as many bytes as a number holds exactly. */
const HASH_BYTES = 6;

/**
 * Finds tickets by the e-mail address of their contact, whatever its case, by a keyed hash: the index holds nothing that
 * could be read or guessed, and what it holds goes with the contact.
 */
export class ContactHashes {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  static async open(store: Store, clock: Clock): Promise<ContactHashes> {
    return new ContactHashes(await secretOf(store, clock, 'contact-hashes'));
  }

  of(email: string): number {
    // One-shot hashing: createHmac costs thirty times as much. The second hash has a fixed length.
    const inner = hash('sha256', email.toLowerCase(), 'base64url');
    return hash('sha256', this.#secret + inner, 'buffer').readUIntBE(0, HASH_BYTES);
  }

  /** Numbers of the tickets below `before` that belong to that address, the newest first, at most `limit`. */
  async numbersOf(queries: Queries, email: string, before: number, limit: number): Promise<number[]> {
    const wanted = email.toLowerCase();
    const found: number[] = [];
    let block = await lastBlock(queries, before);
    while (block !== undefined && found.length < limit) {
      const rows = await queries.all<ContactRow>(
        `SELECT number, email FROM contacts
          WHERE number / ${BLOCK} = ? AND email_hash = ? AND number < ? ORDER BY number DESC`,
        [block, this.of(email), before],
      );
      found.push(...rows.filter((row) => row.email.toLowerCase() === wanted).map(({ number }) => number));
      block = await lastBlock(queries, block * BLOCK);
    }
    found.push(...(await unhashed(queries, wanted, before)));
    return found.sort((one, other) => other - one).slice(0, limit);
  }

  /** Fills in what another version has left out. @returns whether there may be more. */
  async fill(tx: Transaction): Promise<boolean> {
    const rows = await tx.all<ContactRow>(
      `SELECT number, email FROM contacts WHERE email_hash IS NULL ORDER BY number LIMIT ${AT_ONCE}`,
    );
    await Promise.all(
      rows.map(({ number, email }) =>
        tx.run('UPDATE contacts SET email_hash = ? WHERE number = ?', [this.of(email), number]),
      ),
    );
    return rows.length === AT_ONCE;
  }
}

export async function hasUnhashed(queries: Queries): Promise<boolean> {
  return (await queries.get('SELECT number FROM contacts WHERE email_hash IS NULL LIMIT 1')) !== undefined;
}

/** Those that are not in the index yet. */
async function unhashed(queries: Queries, wanted: string, before: number): Promise<number[]> {
  const rows = await queries.all<ContactRow>(
    'SELECT number, email FROM contacts WHERE email_hash IS NULL AND number < ? AND lower(email) = ?',
    [before, wanted],
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

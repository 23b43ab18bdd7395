import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer } from '../../http/answer.ts';
import { tagged } from '../../http/conditional.ts';
import type { OutputOf } from './contract/index.ts';
import { success } from './success.ts';

type ListId = 'listSpecialEvents' | 'getAvailability';

/**
 * The answer for a list that may be long. It is queried, serialised and hashed in parts, and other requests are handled
 * between two parts.
 */
export async function longList<Id extends ListId, Piece>(
  id: Id,
  pieces: readonly Piece[],
  find: (piece: Piece) => Promise<OutputOf<Id>>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const none = success(id, [] as unknown as OutputOf<Id>, headers);
  const [only] = pieces;
  if (only === undefined) return tagged(none);
  if (pieces.length === 1) return tagged(success(id, await find(only), headers));
  const hash = createHash('sha1');
  const parts: Buffer[] = [];
  const add = (text: string) => {
    const part = Buffer.from(text);
    hash.update(part);
    parts.push(part);
  };
  let opening = '[';
  for (const piece of pieces) {
    const items = success(id, await find(piece)).body.slice(1, -1);
    if (items !== '') {
      add(opening + items);
      opening = ',';
    }
    await nextTurn();
  }
  add(opening === '[' ? '[]' : ']');
  const etag = `"${hash.digest('base64url')}"`; // the same as entityTag of the whole body
  return { ...none, headers: { ...none.headers, etag }, body: Buffer.concat(parts) };
}

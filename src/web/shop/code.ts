import { Refusal } from '../../core/refusal.ts';
import type { Uuid } from '../../core/uuid.ts';
import { requireOpening } from '../../discounts/index.ts';
import { MOST_CODE_CHARACTERS, type Visitor } from './visitor.ts';

/** Whether the code opens the event for visitors. */
export async function isOpened(visitor: Visitor, eventId: Uuid, code: string | undefined): Promise<boolean> {
  const { store, seller, clock } = visitor.shop;
  if (code === undefined || code === '' || code.length > MOST_CODE_CHARACTERS) return false;
  const opened = await watched(visitor, async () => {
    await requireOpening(store, { code, seller, eventId }, clock.now());
    return true as const;
  });
  if (opened instanceof Refusal && opened.kind === 'too-many-guesses') throw opened;
  return opened === true;
}

/** What it gives, or why the code is wrong. Wrong ones are counted for the visitor's network. */
export async function watched<Outcome>(
  { shop, request }: Visitor,
  work: () => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const guesser = { actor: shop.seller, address: request.ip, kinds: ['code-invalid'] } as const;
  try {
    return await shop.wrongCodes.watch(guesser, work);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

import { type Card, importNumbers, listCards, setCards } from '../../../cards/index.ts';
import { fromCents, toCents } from '../../../core/money.ts';
import { runAction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { cardOperations } from './operations.ts';

export function cardHandlers({
  store,
  clock,
  selling,
  cardSecrets: secrets,
}: Parts<'store' | 'clock' | 'selling' | 'cardSecrets'>) {
  return showing<keyof typeof cardOperations>({
    listCards: async ({ actor }) => (await listCards(store, actor)).map(showCard),

    setCards: async ({ actor, body }) => {
      requireAmounts(
        selling.terms.currency,
        body.map(({ worth }, index) => [`/${index}/worth`, worth] as const),
      );
      const cards = body.map(readCard);
      await runAction({ store, clock }, actor, (context) => setCards(context, cards));
      return cards.map(showCard);
    },

    importCardNumbers: async ({ actor, path: { card }, query: { add: isAdded = false }, file }) => ({
      numbers: await importNumbers({ store, clock, secrets }, actor, { card, isAdded }, file),
    }),
  });
}

function readCard({ names = {}, check, worth, ...same }: InputOf<'setCards'>['body'][number]): Card {
  return { ...same, names, check: check ?? null, worthCents: worth === undefined ? null : toCents(worth) };
}

function showCard({ names, check, worthCents, ...same }: Card): OutputOf<'listCards'>[number] {
  return {
    ...same,
    ...(Object.keys(names).length > 0 && { names }),
    ...(check !== null && { check }),
    ...(worthCents !== null && { worth: fromCents(worthCents) }),
  };
}

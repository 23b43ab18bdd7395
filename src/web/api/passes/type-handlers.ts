import { fromCents, toCents } from '../../../core/money.ts';
import { listPassTypes, type PassType, setPassTypes } from '../../../passes/index.ts';
import { runAction } from '../../../store/index.ts';
import { requireAmounts } from '../amounts.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { passTypeOperations } from './type-operations.ts';

export function passTypeHandlers({ store, clock, selling }: Parts<'store' | 'clock' | 'selling'>) {
  return showing<keyof typeof passTypeOperations>({
    listPassTypes: async ({ actor }) => (await listPassTypes(store, actor)).map(showPassType),

    setPassTypes: async ({ actor, body }) => {
      requireAmounts(
        selling.terms.currency,
        body.map(({ price }, index) => [`/${index}/price`, price]),
      );
      const types = body.map(readPassType);
      await runAction({ store, clock }, actor, (context) => setPassTypes(context, types));
      return types.map(showPassType);
    },
  });
}

type Sent = InputOf<'setPassTypes'>['body'][number];

function readPassType({ price, vat, for: covers, names = {}, ...sent }: Sent): PassType {
  const { entries = null, perDay = 1, named = true, ...same } = sent;
  const money = { priceCents: toCents(price), vat: vat === undefined ? null : toCents(vat) };
  return { ...same, names, covers, entries, perDay, named, ...money };
}

type Shown = OutputOf<'listPassTypes'>[number];

function showPassType(type: PassType): Shown {
  const { passType, name, names, category, persons, valid, entries, perDay, walkIn, named, ...rest } = type;
  const { covers, priceCents, vat, onSale, channels } = rest;
  return {
    ...{ passType, name, category, persons, valid, perDay, walkIn, named, for: covers, onSale },
    ...(Object.keys(names).length > 0 && { names }),
    ...(entries !== null && { entries }),
    price: fromCents(priceCents),
    ...(vat !== null && { vat: fromCents(vat) }),
    channels: [...channels],
  };
}

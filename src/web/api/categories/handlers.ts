import { type Category, listCategories, setCategories } from '../../../offers/index.ts';
import { runAction } from '../../../store/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import { showing } from '../success.ts';
import type { categoryOperations } from './operations.ts';

export function categoryHandlers({ store, clock }: Parts<'store' | 'clock'>) {
  return showing<keyof typeof categoryOperations>({
    listCategories: async ({ actor }) => (await listCategories(store, actor)).map(showCategory),

    setCategories: async ({ actor, body }) => {
      const categories = body.map(readCategory);
      await runAction({ store, clock }, actor, (context) => setCategories(context, categories));
      return categories.map(showCategory);
    },
  });
}

function readCategory(sent: InputOf<'setCategories'>['body'][number]): Category {
  const { names = {}, shortName = null, minAge = null, maxAge = null, proof = null, ...same } = sent;
  return { places: 1, onSale: true, ...same, names, shortName, minAge, maxAge, proof };
}

function showCategory(category: Category): OutputOf<'listCategories'>[number] {
  const { names, shortName, minAge, maxAge, proof, ...same } = category;
  return {
    ...same,
    ...(Object.keys(names).length > 0 && { names }),
    ...(shortName !== null && { shortName }),
    ...(minAge !== null && { minAge }),
    ...(maxAge !== null && { maxAge }),
    ...(proof !== null && { proof }),
  };
}

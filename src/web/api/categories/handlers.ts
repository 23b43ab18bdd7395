import type { Clock } from '../../../core/clock.ts';
import { type Category, listCategories, setCategories } from '../../../offers/index.ts';
import { runAction, type Store } from '../../../store/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { HandlersOf } from '../route.ts';
import { success } from '../success.ts';

export function categoryHandlers({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): HandlersOf<'listCategories' | 'setCategories'> {
  return {
    listCategories: async ({ actor }) => {
      const categories = await listCategories(store, actor);
      return success('listCategories', categories.map(showCategory));
    },

    setCategories: async ({ actor, body }) => {
      const categories = body.map(readCategory);
      await runAction({ store, clock }, actor, (context) => setCategories(context, categories));
      return success('setCategories', categories.map(showCategory));
    },
  };
}

function readCategory(sent: InputOf<'setCategories'>['body'][number]): Category {
  const { names = {}, minAge = null, maxAge = null, proof = null, places = 1, onSale = true, ...same } = sent;
  return { ...same, names, minAge, maxAge, proof, places, onSale };
}

function showCategory(category: Category): OutputOf<'listCategories'>[number] {
  const { names, minAge, maxAge, proof, ...same } = category;
  return {
    ...same,
    ...(Object.keys(names).length > 0 && { names }),
    ...(minAge !== null && { minAge }),
    ...(maxAge !== null && { maxAge }),
    ...(proof !== null && { proof }),
  };
}

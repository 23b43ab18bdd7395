import { findUsernames } from '../../../accounts/index.ts';
import { instant } from '../../../core/clock.ts';
import { tagged } from '../../../http/conditional.ts';
import {
  changeSettings,
  getSettings,
  getText,
  type KnownSettings,
  type OwnText,
  patchIn,
  removeText,
  setText,
} from '../../../settings/index.ts';
import { type Queries, runAction } from '../../../store/index.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Parts } from '../parts.ts';
import type { HandlersOf } from '../route.ts';
import { showing, success } from '../success.ts';
import type { settingsOperations } from './operations.ts';

export function settingsHandlers({
  store,
  clock,
  settings,
}: Parts<'store' | 'clock' | 'settings'>): HandlersOf<keyof typeof settingsOperations> {
  const { rules } = settings;
  return {
    updateSettings: async ({ actor, query: { force: mayErase }, body }) => {
      const change = { patch: patchIn(body), mayErase };
      const changed = await runAction({ store, clock }, actor, (context) =>
        changeSettings(context, change, rules),
      );
      await settings.refresh();
      return tagged(success('updateSettings', await showSettings(store, changed)));
    },

    ...showing<Exclude<keyof typeof settingsOperations, 'updateSettings'>>({
      getSettings: async ({ actor }) => showSettings(store, await getSettings(store, actor, rules)),

      getOwnText: async ({ actor, path: { name } }) => ({ ...(await getText(store, actor, name)) }),

      setOwnText: async ({ actor, path: { name }, body }) => {
        const text = readText(body);
        await runAction({ store, clock }, actor, (context) => setText(context, name, text));
        await settings.refresh();
        return { ...text };
      },

      deleteOwnText: async ({ actor, path: { name } }) => {
        await runAction({ store, clock }, actor, (context) => removeText(context, name));
        await settings.refresh();
      },
    }),
  };
}

async function showSettings(
  queries: Queries,
  { settings, fixed, changedAt, changedBy }: KnownSettings,
): Promise<OutputOf<'getSettings'>> {
  const names = await findUsernames(queries, changedBy === null ? [] : [changedBy]);
  return {
    settings,
    fixed: [...fixed],
    changedAt: changedAt === null ? null : instant(changedAt),
    changedBy: changedBy === null ? null : (names.get(changedBy) ?? null),
  };
}

/** Exactly one of the two is there. */
function readText({ address, texts = {} }: InputOf<'setOwnText'>['body']): OwnText {
  return address === undefined ? { texts } : { address };
}

import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import type { TextsByLanguage } from '../core/texts-by-language.ts';
import { record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import { lockSettings } from './settings-store.ts';

/** The pages of the museum's own, in the order in which they are linked, each with its path. */
export const TEXT_PATHS = {
  visit: '/your-visit',
  imprint: '/imprint',
  privacy: '/privacy',
  terms: '/terms',
  withdrawal: '/withdrawal',
  accessibility: '/accessibility',
} as const;

export type TextName = keyof typeof TEXT_PATHS;
export const TEXT_NAMES = Object.keys(TEXT_PATHS) as readonly TextName[];

/** In characters. */
export const TEXT_LIMITS = { text: 20_000, address: 2_000 } as const;

/** A page of the museum's own: its text, or where it is. */
export type OwnText = { readonly address: string } | { readonly texts: TextsByLanguage };

export type OwnTexts = Readonly<Partial<Record<TextName, OwnText>>>;

/** The faults of a text of any shape that its schema can't say, by JSON pointer. */
export function textFaults(content: unknown): { readonly pointer: string; readonly detail: string }[] {
  const { address, texts } = (content ?? {}) as { readonly address?: unknown; readonly texts?: unknown };
  const isNowhere =
    typeof address === 'string' && /^https?:\/\/[^\s<>"]+$/.test(address) && !URL.canParse(address);
  const isEmpty = typeof texts === 'object' && texts !== null && Object.keys(texts).length === 0;
  return [
    ...(isNowhere ? [{ pointer: '/address', detail: 'address is not an address of the web.' }] : []),
    ...(isEmpty ? [{ pointer: '/texts', detail: 'texts must have a text in one language at least.' }] : []),
  ];
}

export async function findOwnTexts(queries: Queries): Promise<OwnTexts> {
  const rows = await queries.all<{ name: TextName; content: string }>(
    'SELECT name, content FROM museum_texts',
  );
  return Object.fromEntries(rows.map(({ name, content }) => [name, JSON.parse(content)]));
}

/** @throws Refusal forbidden, text-not-found */
export async function getText(queries: Queries, actor: Actor, name: TextName): Promise<OwnText> {
  requirePermission(actor, 'read-settings');
  const { [name]: text } = await findOwnTexts(queries);
  if (text === undefined) throw new Refusal('text-not-found', { name });
  return text;
}

/** @throws Refusal forbidden */
export async function setText(context: ActionContext, name: TextName, after: OwnText): Promise<void> {
  const { tx, actor } = context;
  requirePermission(actor, 'manage-museum');
  await lockSettings(tx);
  const { [name]: before = null } = await findOwnTexts(tx);
  await tx.run(
    `INSERT INTO museum_texts (name, content) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET content = excluded.content`,
    [name, JSON.stringify(after)],
  );
  await tx.touch('settings');
  await record(context, { kind: 'text.set', subject: name, details: { before, after } });
}

/** @throws Refusal forbidden, text-not-found */
export async function removeText(context: ActionContext, name: TextName): Promise<void> {
  const { tx, actor } = context;
  requirePermission(actor, 'manage-museum');
  await lockSettings(tx);
  const { [name]: before } = await findOwnTexts(tx);
  if (before === undefined) throw new Refusal('text-not-found', { name });
  await tx.run('DELETE FROM museum_texts WHERE name = ?', [name]);
  await tx.touch('settings');
  await record(context, { kind: 'text.removed', subject: name, details: { before } });
}

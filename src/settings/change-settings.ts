import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../core/actor.ts';
import { requirePermission } from '../core/permissions.ts';
import { type MissingForShop, Refusal } from '../core/refusal.ts';
import { record } from '../journal/index.ts';
import type { PaymentWay } from '../payments/index.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import { beforeAndAfter, namedIn, patched } from './merge-patch.ts';
import {
  MEMBERS,
  type MuseumSettings,
  SETTING_PATHS,
  type SettingPath,
  type SettingValues,
  settingsOf,
  variableOf,
} from './museum-settings.ts';
import { findOwnTexts } from './own-texts.ts';
import { type ChosenSettings, findChosen, lockSettings, saveChosen } from './settings-store.ts';

/** What changes of settings depend on. */
export interface SettingRules {
  /** What the environment sets. */
  readonly fixed: SettingValues;
  /** The ways to pay that are connected. */
  readonly connected: readonly PaymentWay[];
  /** How many tickets, orders and passes lose their address at once when it is kept for so many days. */
  countErased(queries: Queries, keptDays: number): Promise<number>;
  /** Whether nothing that is for sale costs anything. */
  isAllFree(queries: Queries): Promise<boolean>;
}

/** The settings as they count, with who changed them last, and which of them the environment fixes. */
export interface KnownSettings extends Omit<ChosenSettings, 'values'> {
  readonly settings: MuseumSettings;
  readonly fixed: readonly SettingPath[];
}

/** @throws Refusal forbidden */
export async function getSettings(
  queries: Queries,
  actor: Actor,
  { fixed }: Pick<SettingRules, 'fixed'>,
): Promise<KnownSettings> {
  requirePermission(actor, 'read-settings');
  return known(await findChosen(queries), fixed);
}

function known({ values, ...last }: ChosenSettings, fixed: SettingValues): KnownSettings {
  return {
    ...last,
    settings: settingsOf(fixed, values),
    fixed: SETTING_PATHS.filter((path) => fixed[path] !== undefined),
  };
}

export interface SettingsChange {
  /** A merge patch (RFC 7396) of the settings, which has no faults. */
  readonly patch: unknown;
  /** Whether addresses that are kept for too long then may be erased. */
  readonly mayErase?: boolean | undefined;
}

/**
 * Changes settings, all or none. Those that the environment fixes may only be given the value that they have.
 * @throws Refusal forbidden, set-by-operator, setting-not-possible, not-ready, would-erase
 */
export async function changeSettings(
  context: ActionContext,
  { patch, mayErase = false }: SettingsChange,
  rules: SettingRules,
): Promise<KnownSettings> {
  const { tx, actor, now } = context;
  requirePermission(actor, 'manage-museum');
  const chosen = await lockSettings(tx);
  const values = afterPatch(chosen.values, patch, rules.fixed);
  if (isDeepStrictEqual(values, chosen.values)) return known(chosen, rules.fixed);
  const [before, after] = [chosen.values, values].map((each) => settingsOf(rules.fixed, each)) as [
    MuseumSettings,
    MuseumSettings,
  ];
  requirePossible(after, rules);
  if (after.shop.open && !before.shop.open) await requireReady(tx, after, rules);
  if (!mayErase && isShorter(after.retentionDays, before.retentionDays))
    await requireNoneErased(tx, after.retentionDays, rules);
  await writeChange(context, chosen.values, values);
  return known({ values, changedAt: now, changedBy: actor.accountId }, rules.fixed);
}

/**
 * Makes what the environment sets the choice of staff, so that it stays when the variables go.
 * @returns the variables that are not needed any more
 * @throws Refusal forbidden
 */
export async function adoptSettings(context: ActionContext, fixed: SettingValues): Promise<string[]> {
  const { tx, actor } = context;
  requirePermission(actor, 'manage-museum');
  const { values } = await lockSettings(tx);
  const adopted = { ...values, ...fixed };
  if (!isDeepStrictEqual(adopted, values)) await writeChange(context, values, adopted);
  return (Object.keys(fixed) as SettingPath[]).map((path) => variableOf(path) ?? path);
}

async function writeChange(context: ActionContext, from: SettingValues, to: SettingValues): Promise<void> {
  await saveChosen(context, to);
  const [before, after] = beforeAndAfter(from, to);
  await record(context, { kind: 'settings.changed', subject: 'settings', details: { before, after } });
}

/** @throws Refusal set-by-operator */
function afterPatch(chosen: SettingValues, patch: unknown, fixed: SettingValues): SettingValues {
  const named = [...namedIn(patch)].map(([path, said]) => {
    const { [path]: ofOperator } = fixed;
    const value = patched(ofOperator ?? chosen[path], said);
    const wanted = value ?? MEMBERS[path].standard;
    const isRefused = ofOperator !== undefined && !isDeepStrictEqual(wanted, ofOperator);
    return { path, value, isFixed: ofOperator !== undefined, isRefused };
  });
  const refused = named.filter(({ isRefused }) => isRefused).map(({ path }) => path);
  if (refused.length > 0) throw new Refusal('set-by-operator', { fixed: refused });
  const free = named.filter(({ isFixed }) => !isFixed);
  const kept = SETTING_PATHS.filter((path) => !free.some((each) => each.path === path));
  const entries = [
    ...kept.map((path) => [path, chosen[path]]),
    ...free.map(({ path, value }) => [path, value]),
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** @throws Refusal setting-not-possible */
function requirePossible({ shop, gift }: MuseumSettings, { connected, fixed }: SettingRules): void {
  const isTheirs = fixed['shop/payments'] === undefined;
  const missing = isTheirs ? shop.payments.filter((way) => !connected.includes(way)) : [];
  if (missing.length > 0)
    throw new Refusal('setting-not-possible', { because: 'not-connected', missing, connected });
  if (gift.least > gift.most) throw new Refusal('setting-not-possible', { because: 'gift-bounds', ...gift });
}

/** @throws Refusal not-ready */
async function requireReady(tx: Transaction, settings: MuseumSettings, rules: SettingRules): Promise<void> {
  const missing = await findMissingForShop(tx, settings, rules);
  if (missing.length > 0) throw new Refusal('not-ready', { missing });
}

/** What the shop lacks to be open, though it may be. */
export async function findMissingForShop(
  queries: Queries,
  { name, address, shop }: MuseumSettings,
  { connected, isAllFree }: Pick<SettingRules, 'connected' | 'isAllFree'>,
): Promise<MissingForShop[]> {
  const texts = await findOwnTexts(queries);
  const lacks: Readonly<Record<MissingForShop, boolean>> = {
    name: name === MEMBERS.name.standard,
    address: address === null,
    imprint: texts.imprint === undefined,
    privacy: texts.privacy === undefined,
    payments: !shop.payments.some((way) => connected.includes(way)) && !(await isAllFree(queries)),
  };
  return (Object.keys(lacks) as MissingForShop[]).filter((what) => lacks[what]);
}

/** 0 days: for ever. */
function isShorter(days: number, before: number): boolean {
  return days !== 0 && (before === 0 || days < before);
}

/** @throws Refusal would-erase */
async function requireNoneErased(
  tx: Transaction,
  keptDays: number,
  { countErased }: SettingRules,
): Promise<void> {
  const addresses = await countErased(tx, keptDays);
  if (addresses > 0) throw new Refusal('would-erase', { addresses });
}

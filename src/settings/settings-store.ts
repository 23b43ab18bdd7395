import type { Uuid } from '../core/uuid.ts';
import type { ActionContext, Queries, Transaction } from '../store/index.ts';
import type { SettingValues } from './museum-settings.ts';

/** What staff have chosen, and who changed it last. */
export interface ChosenSettings {
  readonly values: SettingValues;
  /** Milliseconds UTC; null: nobody has changed a setting yet. */
  readonly changedAt: number | null;
  /** Null: nobody, or the operator on the command line. */
  readonly changedBy: Uuid | null;
}

export function findChosen(queries: Queries): Promise<ChosenSettings> {
  return readChosen(queries, '');
}

/** What staff have chosen. Settings and texts can't be changed by others until the transaction ends. */
export function lockSettings(tx: Transaction): Promise<ChosenSettings> {
  return readChosen(tx, tx.dialect.lockForUpdate);
}

async function readChosen(queries: Queries, lock: string): Promise<ChosenSettings> {
  const row = await queries.get<{ chosen: string; changed_at: number | null; changed_by: Uuid | null }>(
    `SELECT chosen, changed_at, changed_by FROM museum_settings WHERE id = 1${lock}`,
  );
  if (row === undefined) throw new Error('The table museum_settings has lost its row.');
  return { values: JSON.parse(row.chosen), changedAt: row.changed_at, changedBy: row.changed_by };
}

/** The caller has locked the settings. */
export async function saveChosen({ tx, actor, now }: ActionContext, values: SettingValues): Promise<void> {
  await tx.run('UPDATE museum_settings SET chosen = ?, changed_at = ?, changed_by = ? WHERE id = 1', [
    JSON.stringify(values),
    now,
    actor.accountId,
  ]);
  await tx.touch('settings');
}

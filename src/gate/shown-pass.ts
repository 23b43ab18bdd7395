import type { Language } from '../core/language.ts';
import { findPass, findPassEntries, findPassTypes, type Pass, type PassType } from '../passes/index.ts';
import type { Queries } from '../store/index.ts';
import type { CheckedPass } from '../visits/index.ts';

/** A pass as the answer of the gate shows it. */
export interface ShownPass {
  readonly pass: Pass;
  /** The name of its type. */
  readonly name: string;
  readonly persons: number;
  readonly entriesLeft: number | undefined;
}

/** The pass of a check-in as it stands now. */
export async function findShownPass(
  queries: Queries,
  { passId, firstId, persons }: CheckedPass,
  language: Language,
): Promise<ShownPass | undefined> {
  const pass = await findPass(queries, passId);
  if (pass === undefined) return undefined;
  const type = (await findPassTypes(queries)).find(({ passType }) => passType === pass.passType);
  const used = (await findPassEntries(queries, [firstId])).get(firstId)?.length ?? 0;
  const entriesLeft = pass.entries === null ? undefined : Math.max(0, pass.entries - used);
  return {
    pass,
    name: type === undefined ? pass.passType : passTypeName(type, language),
    persons,
    entriesLeft,
  };
}

export function passTypeName({ name, names }: Pick<PassType, 'name' | 'names'>, language: Language): string {
  return names[language] ?? name;
}

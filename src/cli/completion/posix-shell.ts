/** What the scripts for bash and zsh have in common. */
import packageJson from '../../../package.json' with { type: 'json' };
import type { CompletedCommand } from './command-tree.ts';

export function headOf(shell: string): string {
  return `# Completion of museum ${packageJson.version} for ${shell}, printed by "museum completion ${shell}".`;
}

/** A text as one word. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Statements that append $word to $at, which holds the words of a command, where it is the next word of one. */
export function walk(commands: readonly CompletedCommand[]): string {
  const below = commands.map(({ words }) => words).filter((words) => words.includes(' '));
  return `case "$at $word" in
      ${below.map(shellQuoted).join(' | ')}) at="$at $word" ;;
    esac`;
}

/** The branches of a `case`: what to do for each text. */
export function branches(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([text, then]) => `    ${shellQuoted(text)}) ${then} ;;`)
    .join('\n');
}

/**
 * For each option of each command that takes a value, `museum accounts add --role`, what `offer` makes of its values.
 */
export function optionValues(
  commands: readonly CompletedCommand[],
  offer: (values: Exclude<CompletedCommand['options'][number]['value'], undefined>) => string,
): Record<string, string> {
  return Object.fromEntries(
    commands.flatMap(({ words, options }) =>
      options.flatMap(({ name, value }) => (value === undefined ? [] : [[`${words} ${name}`, offer(value)]])),
    ),
  );
}

import type { CommandTree, CompletedCommand, CompletedOption } from './command-tree.ts';
import { headOf } from './posix-shell.ts';

/** A script for fish 3.0 or newer. */
export function fishScript({ commands }: CommandTree): string {
  const below = commands.map(({ words }) => words).filter((words) => words.includes(' '));
  return `${headOf('fish')}
function __museum_at --description 'Whether the words before the cursor are those of a command'
    set --local at museum
    set --local words (commandline -opc)
    set --erase words[1]
    for word in $words
        switch "$at $word"
            case ${below.map(quoted).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete --command museum --no-files
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ words, commands, options, operand }: CompletedCommand): string[] {
  const line = (...rest: string[]) =>
    ['complete --command museum --condition', quoted(`__museum_at "${words}"`), ...rest].join(' ');
  const values =
    operand === undefined
      ? []
      : [operand === 'files' ? '--force-files' : `--arguments ${quoted(operand.join(' '))}`];
  return [
    ...commands.map(({ name, summary }) => line('--arguments', name, '--description', quoted(summary))),
    ...options.map((option) => line(...optionWords(option))),
    ...values.map((value) => line(value)),
  ];
}

function optionWords({ name, short, summary, value }: CompletedOption): string[] {
  return [
    `--long-option ${name.slice(2)}`,
    ...(short === undefined ? [] : [`--short-option ${short.slice(1)}`]),
    ...(value === undefined ? [] : [valueWords(value)]),
    `--description ${quoted(summary)}`,
  ];
}

function valueWords(value: NonNullable<CompletedOption['value']>): string {
  if (value === 'files') return '--require-parameter --force-files';
  return value === 'any' ? '--exclusive' : `--exclusive --arguments ${quoted(value.join(' '))}`;
}

/** A text as one word: in single quotes, only these two characters are escaped. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

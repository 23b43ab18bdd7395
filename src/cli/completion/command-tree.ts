import type { Argument, Command, Option } from 'commander';

/** What can be completed in a command line. */
export interface CommandTree {
  /** Every command, the program first, by its words: `museum accounts add`. */
  readonly commands: readonly CompletedCommand[];
}

export interface CompletedCommand {
  /** With the program's name, separated by blanks. */
  readonly words: string;
  readonly commands: readonly Described[];
  readonly options: readonly CompletedOption[];
  /** What may follow that is no option. Undefined: nothing that could be completed. */
  readonly operand: Values | undefined;
}

export interface Described {
  readonly name: string;
  /** One line. */
  readonly summary: string;
}

export interface CompletedOption extends Described {
  /** `--limit`; its name too. */
  readonly short: string | undefined;
  /** Undefined: it has no value. `any`: one that can't be completed. */
  readonly value: Values | 'any' | undefined;
}

/** Values to choose from, or names of files. */
export type Values = readonly string[] | 'files';

/** Names of arguments that stand for a file or a folder. */
const FILE = /^(?:file|folder)$/;

/** The words, options and values that the commands of `program` take. */
export function treeOf(program: Command): CommandTree {
  return { commands: commandsOf(program, program.name()) };
}

/** @param siblings the names of the commands beside it */
function commandsOf(command: Command, words: string, siblings: readonly string[] = []): CompletedCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const names = below.map((each) => each.name());
  const own: CompletedCommand = {
    words,
    commands: below.map((each) => ({ name: each.name(), summary: each.summary() || each.description() })),
    options: help.visibleOptions(command).map(optionOf),
    operand: operandOf(command.registeredArguments, siblings),
  };
  return [own, ...below.flatMap((each) => commandsOf(each, `${words} ${each.name()}`, names))];
}

function optionOf({
  flags,
  short,
  long,
  description,
  argChoices,
  required,
  optional,
}: Option): CompletedOption {
  const [, argument = ''] = /<(.+)>/.exec(flags) ?? [];
  const value = !(required || optional) ? undefined : (argChoices ?? (FILE.test(argument) ? 'files' : 'any'));
  return { name: long ?? '', short, summary: briefly(description), value };
}

/** A description without what stands behind a colon, unless that is in parentheses. */
function briefly(description: string): string {
  return /^(?:[^:(]|\([^)]*\))*/.exec(description)?.[0] ?? '';
}

function operandOf([first]: readonly Argument[], siblings: readonly string[]): Values | undefined {
  if (first === undefined) return undefined;
  if (first.name() === 'command') return siblings; // museum help COMMAND
  return first.argChoices ?? (FILE.test(first.name()) ? 'files' : undefined);
}

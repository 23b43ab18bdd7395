import type { Command, Option } from 'commander';
import { loadProgram } from '../../src/cli/program.ts';

/** A command that does something, as it is called. */
export interface Called {
  /** `accounts add` */
  readonly name: string;
  /** `museum accounts add <name> --role <role> [--password-stdin] [--generate]` */
  readonly usage: string;
  readonly summary: string;
  readonly command: Command;
}

/** Every command that there is, in the order of the help. */
export async function everyCommand(): Promise<Called[]> {
  const { commands } = await loadProgram();
  return commands.flatMap((command) => leavesOf(command, []));
}

function leavesOf(command: Command, above: readonly string[]): Called[] {
  const path = [...above, command.name()];
  if (command.commands.length > 0) return command.commands.flatMap((below) => leavesOf(below, path));
  const takes = command.registeredArguments.map((each) =>
    each.required ? `<${each.name()}>` : `[${each.name()}]`,
  );
  const usage = ['museum', ...path, ...takes, ...command.options.map(shown)].join(' ');
  return [{ name: path.join(' '), usage, summary: command.summary(), command }];
}

function shown({ flags, mandatory }: Option): string {
  const long = flags.replace(/^-\w, /, '');
  return mandatory ? long : `[${long}]`;
}

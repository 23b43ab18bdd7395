import { fileURLToPath } from 'node:url';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { settingNamed } from '../app/environment.ts';
import { exitCodeOf, explain } from './failure.ts';
import { forTerminal, ignoreBrokenPipe, printError } from './output.ts';

/**
 * The commands with their summaries, in the order of the help. Each is made by the default export of the file of its
 * name. Only the file of the command that is run is loaded, unless it is `completion`, which is about all of them.
 */
export const COMMANDS = {
  serve: 'run the service',
  demo: 'run the service with a month of made-up events, sales and visits',
  mock: 'run the mock server, which needs no database',
  accounts: 'list, add and change accounts',
  keys: 'list, rotate and revoke the keys that sign ticket codes',
  tickets: 'verify ticket codes and save ticket images',
  import: 'import tickets that were sold in another system',
  export: 'export tickets and payments',
  admit: 'check in a ticket, as at the gate',
  webhooks: 'list and test webhooks, and resend their messages',
  mail: 'list and resend mails to visitors',
  settings: 'list and change the settings of the museum',
  privacy: 'export and erase a visitor’s personal data',
  audit: 'read and verify the journal',
  doctor: 'test what usually goes wrong, and say how to mend it',
  check: 'check that all stored data is consistent',
  backup: 'back up the database, even while the service is running',
  restore: 'restore the database from a backup',
  move: 'move from SQLite to PostgreSQL',
  completion: 'print a script that completes commands in a shell',
} as const;

type CommandName = keyof typeof COMMANDS;

const USAGE_ERROR = 2;
const DOCUMENTATION = fileURLToPath(new URL('../../docs/operations.md', import.meta.url));

/** Runs the command line, without the program's own name, and sets the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
  ignoreBrokenPipe();
  try {
    const asked = args.find((arg) => !arg.startsWith('-') && arg !== 'help');
    const program = await (asked === 'completion' ? loadProgram() : buildProgram((name) => name === asked));
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) process.exitCode = USAGE_ERROR;
      return;
    }
    process.exitCode = exitCodeOf(error);
    printError(explain(error));
  }
}

/** The whole program, with all commands. */
export function loadProgram(): Promise<Command> {
  return buildProgram(() => true);
}

async function buildProgram(isNeeded: (name: string) => boolean): Promise<Command> {
  const program = new Command('museum')
    .description(packageJson.description)
    .version(packageJson.version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print the help for a command')
    .addHelpText('after', `\nDocumentation: ${DOCUMENTATION}, and /docs of the running service.`);
  for (const name of Object.keys(COMMANDS) as CommandName[])
    program.addCommand(isNeeded(name) ? await loadCommand(name) : new Command(name).summary(COMMANDS[name]));
  configure(program);
  return program;
}

async function loadCommand(name: CommandName): Promise<Command> {
  const { default: make } = (await import(`./${name}.ts`)) as { default: () => Command };
  return make().summary(COMMANDS[name]);
}

/** Usage errors are thrown, not exited with, and are one line that says where to look. */
function configure(command: Command): void {
  command
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput(plain(command))
    .showSuggestionAfterError();
  for (const child of command.commands) configure(child.helpCommand(false));
}

function plain(command: Command): OutputConfiguration {
  return {
    outputError(text, write) {
      const line = text
        .replace(/^error: /, '')
        .replace(/\n(?=\(Did you mean)/, ' ')
        .trimEnd();
      write(forTerminal(`museum: ${line}${hint(command, line)}\n`));
    },
  };
}

/** Adds to commander's message: which options are environment settings, and what a missing option could be. */
function hint(command: Command, line: string): string {
  const [, unknown = ''] = /^unknown option '--([a-z-]+)/.exec(line) ?? [];
  const setting = settingNamed(unknown);
  if (setting !== undefined) return `. ${setting} is set in the environment or in .env.`;
  const [, missing] = /^required option '(.+)' not specified/.exec(line) ?? [];
  const choices = command.options.find(({ flags }) => flags === missing)?.argChoices;
  return choices === undefined ? '' : `. Use one of ${choices.join(', ')}.`;
}

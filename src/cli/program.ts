import { fileURLToPath } from 'node:url';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { settingNamed } from '../app/environment.ts';
import { exitCodeOf, explain } from './failure.ts';
import { forTerminal, ignoreBrokenPipe, printError } from './output.ts';

/**
 * The commands, in the order of the help. Each is a file with a function `command()`. Only the file of the command that is
 * run is loaded, unless it is `completion`, which is about all of them.
 */
export const COMMANDS: readonly Entry[] = [
  { name: 'serve', summary: 'run the service', load: () => import('./serve.ts') },
  {
    name: 'demo',
    summary: 'run the service with a month of made-up events, sales and visits',
    load: () => import('./demo.ts'),
  },
  { name: 'mock', summary: 'run the mock server, which needs no database', load: () => import('./mock.ts') },
  { name: 'accounts', summary: 'list, add and change accounts', load: () => import('./accounts.ts') },
  {
    name: 'keys',
    summary: 'list, rotate and revoke the keys that sign ticket codes',
    load: () => import('./keys.ts'),
  },
  {
    name: 'tickets',
    summary: 'verify ticket codes and save ticket images',
    load: () => import('./tickets.ts'),
  },
  {
    name: 'import',
    summary: 'import tickets that were sold in another system',
    load: () => import('./import.ts'),
  },
  {
    name: 'export',
    summary: 'export tickets and payments',
    load: () => import('./export.ts'),
  },
  { name: 'admit', summary: 'check in a ticket, as at the gate', load: () => import('./admit.ts') },
  {
    name: 'webhooks',
    summary: 'list and test webhooks, and resend their messages',
    load: () => import('./webhooks.ts'),
  },
  {
    name: 'mail',
    summary: 'list and resend mails to visitors',
    load: () => import('./mail.ts'),
  },
  {
    name: 'privacy',
    summary: 'export and erase a visitor’s personal data',
    load: () => import('./privacy.ts'),
  },
  { name: 'audit', summary: 'read and verify the journal', load: () => import('./audit.ts') },
  {
    name: 'doctor',
    summary: 'test what usually goes wrong, and say how to mend it',
    load: () => import('./doctor.ts'),
  },
  { name: 'check', summary: 'check that all stored data is consistent', load: () => import('./check.ts') },
  {
    name: 'backup',
    summary: 'back up the database, even while the service is running',
    load: () => import('./backup.ts'),
  },
  {
    name: 'restore',
    summary: 'restore the database from a backup',
    load: () => import('./restore.ts'),
  },
  { name: 'move', summary: 'move from SQLite to PostgreSQL', load: () => import('./move.ts') },
  {
    name: 'completion',
    summary: 'print a script that completes commands in a shell',
    load: () => import('./completion.ts'),
  },
];

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ command(): Command }>;
}

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
  for (const { name, summary, load } of COMMANDS) {
    const command = isNeeded(name) ? (await load()).command() : new Command(name);
    program.addCommand(command.summary(summary));
  }
  configure(program);
  return program;
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

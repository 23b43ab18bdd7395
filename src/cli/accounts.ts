import { Argument, Command, Option } from 'commander';
import {
  addAccount,
  addToken,
  disableAccount,
  enableAccount,
  getAccount,
  type ListedAccount,
  type ListedToken,
  listAccounts,
  listTokens,
  MAILINGS,
  type Mailing,
  normalUsername,
  requireFreeUsername,
  resetSecondFactor,
  revokeToken,
  setMailing,
  setPassword,
  setRole,
  usernameFault,
} from '../accounts/index.ts';
import { OPERATOR } from '../core/actor.ts';
import { instant, systemClock } from '../core/clock.ts';
import { ROLES, type Role } from '../core/roles.ts';
import { readSettings } from '../settings/index.ts';
import { instantFormat, withStore } from './database.ts';
import { CommandFailed } from './failure.ts';
import { jsonArrayOf, jsonText, print, printLine } from './output.ts';
import { obtainPassword, type PasswordSource } from './password.ts';
import { textTable } from './table.ts';

export default (): Command =>
  new Command('accounts')
    .description(
      'List, add and change accounts. Changes take effect at once, even while the service is running.',
    )
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(passwordCommand())
    .addCommand(roleCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(mailCommand())
    .addCommand(tokenCommand())
    .addCommand(secondFactorCommand());

function listCommand(): Command {
  return new Command('list')
    .summary('list all accounts')
    .description('List all accounts by name, including disabled ones.')
    .option(
      '--json',
      jsonArrayOf('accountId', 'username', 'role', 'createdAt', 'changedAt', 'disabledAt', 'mails'),
    )
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store, config) => {
        const listed = await listAccounts(store);
        printLine(json ? jsonText(listed.map(asJson)) : asTable(listed, config.timeZone));
      }),
    );
}

function addCommand(): Command {
  return takesPassword(new Command('add'))
    .summary('add an account')
    .description(
      'Add an account. The command asks for a password; without a terminal, it generates one and prints it.',
    )
    .addArgument(new Argument('<name>', 'user name: 1 to 64 characters without a colon'))
    .addOption(roleOption().makeOptionMandatory())
    .action((username: string, { role, ...source }: { role: Role } & PasswordSource) => {
      const fault = usernameFault(normalUsername(username));
      if (fault !== undefined) throw new CommandFailed(`The user name ${fault}`, 2);
      return withStore(async (store, { fixed }) => {
        const { name } = (await readSettings(store, fixed)).now;
        await requireFreeUsername(store, username);
        const { password, isGenerated } = await obtainPassword(source, [username, name]);
        if (isGenerated) await tellPassword(password);
        await addAccount(store, OPERATOR, { username, password, role }, systemClock.now());
        printLine(`Added the account ${JSON.stringify(username)} with the role ${role}.`);
      });
    });
}

function passwordCommand(): Command {
  return takesPassword(new Command('password'))
    .summary('set a new password')
    .description(
      'Set a new password for an account. The command asks for it; without a terminal, it generates one and prints it.',
    )
    .argument('<name>', 'user name')
    .action((username: string, source: PasswordSource) =>
      withStore(async (store, { fixed }) => {
        const { name } = (await readSettings(store, fixed)).now;
        await getAccount(store, username);
        const { password, isGenerated } = await obtainPassword(source, [username, name]);
        if (isGenerated) await tellPassword(password);
        await setPassword(store, OPERATOR, username, password, systemClock.now());
        printLine(`The account ${JSON.stringify(username)} has a new password. The old one no longer works.`);
      }),
    );
}

function roleCommand(): Command {
  return new Command('role')
    .summary('change the role of an account')
    .description('Change the role of an account.')
    .argument('<name>', 'user name')
    .addOption(roleOption().makeOptionMandatory())
    .action((username: string, { role }: { role: Role }) =>
      withStore(async (store) => {
        await setRole(store, OPERATOR, username, role, systemClock.now());
        printLine(`The account ${JSON.stringify(username)} now has the role ${role}.`);
      }),
    );
}

function disableCommand(): Command {
  return new Command('disable')
    .summary('disable an account')
    .description('Disable an account, so that it can no longer sign in. Its journal entries are kept.')
    .argument('<name>', 'user name')
    .action((username: string) =>
      withStore(async (store) => {
        await disableAccount(store, OPERATOR, username, systemClock.now());
        printLine(`The account ${JSON.stringify(username)} has been disabled.`);
      }),
    );
}

function enableCommand(): Command {
  return new Command('enable')
    .summary('enable a disabled account')
    .description('Enable a disabled account, so that it can sign in again with its old password.')
    .argument('<name>', 'user name')
    .action((username: string) =>
      withStore(async (store) => {
        await enableAccount(store, OPERATOR, username, systemClock.now());
        printLine(`The account ${JSON.stringify(username)} can sign in again.`);
      }),
    );
}

function mailCommand(): Command {
  return new Command('mail')
    .summary('choose who mails the tickets an account sells')
    .description(
      'Choose who mails visitors the tickets that an account sells: the museum, or the seller itself.',
    )
    .argument('<name>', 'user name')
    .addArgument(new Argument('<who>', '"museum" or "self"').choices(MAILINGS))
    .action((username: string, who: Mailing) =>
      withStore(async (store) => {
        await setMailing(store, OPERATOR, username, who, systemClock.now());
        printLine(
          `Tickets that the account ${JSON.stringify(username)} sells are mailed by ${who === 'self' ? 'the seller' : 'the museum'}.`,
        );
      }),
    );
}

function tokenCommand(): Command {
  return new Command('token')
    .summary('add, list and revoke the tokens of a partner')
    .description('Tokens with which the programs of a partner sign in, instead of the password.')
    .addCommand(addTokenCommand())
    .addCommand(listTokensCommand())
    .addCommand(revokeTokenCommand());
}

function addTokenCommand(): Command {
  return new Command('add')
    .summary('add a token and print it')
    .description('Add a token and print it alone on the last line. It is shown only this once.')
    .argument('<name>', 'user name of a partner')
    .action((username: string) =>
      withStore(async (store) => {
        const token = await addToken(store, OPERATOR, username, systemClock);
        await print(`The new token of ${JSON.stringify(username)}, which is shown only once:`);
        await print(token);
      }),
    );
}

function listTokensCommand(): Command {
  return new Command('list')
    .summary('list the tokens of a partner')
    .description('List the tokens of a partner by their beginnings, with when each was last used.')
    .argument('<name>', 'user name')
    .option('--json', jsonArrayOf('token', 'addedAt', 'usedAt'))
    .action((username: string, { json }: { json?: boolean }) =>
      withStore(async (store, { timeZone }) => {
        const { accountId } = await getAccount(store, username);
        const tokens = await listTokens(store, accountId);
        printLine(json ? jsonText(tokens.map(tokenAsJson)) : tokenTable(tokens, timeZone));
      }),
    );
}

function revokeTokenCommand(): Command {
  return new Command('revoke')
    .summary('revoke a token')
    .description('Revoke a token, so that nobody can sign in with it any more.')
    .argument('<name>', 'user name')
    .argument('<token>', 'the beginning of the token, as listed')
    .action((username: string, tokenId: string) =>
      withStore(async (store) => {
        await revokeToken(store, OPERATOR, username, tokenId, systemClock.now());
        printLine(`The token ${tokenId} of ${JSON.stringify(username)} has been revoked.`);
      }),
    );
}

function secondFactorCommand(): Command {
  return new Command('second-factor')
    .summary('reset the second factor of an account')
    .description(
      'The second factor of an account: codes of an authenticator app. Its owner sets it up on the page of the own sessions.',
    )
    .addCommand(
      new Command('reset')
        .summary('let an account sign in with its password alone')
        .description(
          'Remove the second factor of an account, for somebody who has lost the device and the recovery codes. Make sure who asks for it.',
        )
        .argument('<name>', 'user name')
        .action((username: string) =>
          withStore(async (store) => {
            await resetSecondFactor(store, OPERATOR, username, systemClock.now());
            printLine(`${JSON.stringify(username)} signs in with its password alone now.`);
          }),
        ),
    );
}

function tokenTable(tokens: readonly ListedToken[], timeZone: string): string {
  if (tokens.length === 0) return 'The account has no tokens.';
  const format = instantFormat(timeZone);
  const rows = tokens.map(({ tokenId, madeAt, usedAt }) => [
    tokenId,
    format.format(madeAt),
    usedAt === null ? 'never' : format.format(usedAt),
  ]);
  return textTable(['TOKEN', 'ADDED', 'LAST USED'], rows);
}

function tokenAsJson({ tokenId, madeAt, usedAt }: ListedToken): object {
  return { token: tokenId, addedAt: instant(madeAt), usedAt: usedAt === null ? null : instant(usedAt) };
}

function roleOption(): Option {
  return new Option('--role <role>', 'the role, which decides what the account may do').choices(ROLES);
}

function takesPassword(command: Command): Command {
  return command
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('generate'))
    .addOption(new Option('--generate', 'generate a password and print it'));
}

function asTable(accounts: readonly ListedAccount[], timeZone: string): string {
  if (accounts.length === 0)
    return 'There are no accounts yet. The first one is created when the service starts.';
  const format = instantFormat(timeZone);
  const rows = accounts.map(({ username, role, createdAt, disabledAt, mails }) => [
    username,
    role,
    disabledAt === undefined ? 'active' : `disabled ${format.format(disabledAt)}`,
    format.format(createdAt),
    mails,
  ]);
  return textTable(['NAME', 'ROLE', 'STATE', 'ADDED', 'MAIL BY'], rows);
}

function asJson({ createdAt, changedAt, disabledAt, ...account }: ListedAccount): object {
  return {
    ...account,
    createdAt: instant(createdAt),
    changedAt: instant(changedAt),
    disabledAt: disabledAt === undefined ? null : instant(disabledAt),
  };
}

/** Shows a generated password before it is set, because it can't be shown later. */
function tellPassword(password: string): Promise<void> {
  return print(`The new password, which is shown only once: ${password}`);
}

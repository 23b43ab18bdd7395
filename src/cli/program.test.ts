import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { callMuseum, ROOT, runMuseum } from '../../fixtures/process.ts';

/** One line on standard error that says what is wrong, and exit code 2. */
async function misuses(args: readonly string[], line: RegExp): Promise<void> {
  const { code, stdout, stderr } = await callMuseum(args);
  assert.equal(stdout, '', args.join(' '));
  assert.match(stderr, /^museum: [^\n]+\n$/);
  assert.match(stderr, line);
  assert.equal(code, 2);
}

describe('the command line', () => {
  test('tells its version', async (t) => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    assert.deepEqual(await runMuseum(t, ['--version']), {
      code: 0,
      signal: null,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test('tells its commands, also when it is called without one', async (t) => {
    const help = await runMuseum(t, ['--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: museum /);
    for (const command of ['serve', 'accounts'])
      assert.match(help.stdout, new RegExp(`^ {2}${command} `, 'm'));
    assert.match(help.stdout, /^Documentation: \S+\/docs\/operations\.md, /m);
    assert.deepEqual(await callMuseum([]), help);
    assert.deepEqual(await callMuseum(['help']), help);
  });

  test('tells what a command takes', async (t) => {
    const help = await runMuseum(t, ['accounts', 'add', '--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /--password-stdin/);
    const serve = (await callMuseum(['serve', '--help'])).stdout;
    for (const named of [/^ {2}PORT /m, /^ {2}HOST /m, /\/docs\/operations\.md/]) assert.match(serve, named);
    assert.match((await callMuseum(['help', 'accounts'])).stdout, /^ {2}disable <name>/m);
  });

  test('says in one line what it does not know, and what may have been meant', async () => {
    await misuses(['acounts'], /unknown command 'acounts' \(Did you mean accounts\?\)/);
    await misuses(['accounts', 'lst'], /unknown command 'lst' \(Did you mean list\?\)/);
    await misuses(['accounts', 'list', '--jsn'], /unknown option '--jsn' \(Did you mean --json\?\)/);
    await misuses(['serve', '--port', '9000'], /unknown option '--port'\. PORT is set in the env/);
    await misuses(['check', '--data-dir=x'], /'--data-dir=x'\. MUSEUM_DATA_DIR is set in/);
    await misuses(['serve', 'now'], /too many arguments/);
    await misuses(['accounts', 'add', 'desk'], /'--role <role>' not specified\. Use one of admin, manager, /);
    await misuses(['accounts', 'add', 'desk', '--role', 'boss'], /'boss' is invalid.*admin, manager/);
    const both = ['accounts', 'password', 'desk', '--password-stdin', '--generate'];
    await misuses(both, /cannot be used with/);
  });
});

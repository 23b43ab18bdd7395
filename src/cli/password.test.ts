import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { obtainPassword } from './password.ts';

/** A terminal on which `typed` is typed, with a record of whether it echoes. */
function terminal(typed: string) {
  const keys = new PassThrough();
  const modes: boolean[] = [];
  const input = Object.assign(keys, {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      modes.push(isRaw);
    },
  });
  keys.write(typed);
  return { input, modes };
}

const NAMES = ['desk', 'Museum of Tides'];
const QUESTION = 'New password, at least 10 characters: ';

const piped = (bytes: string | Buffer) => Readable.from([Buffer.from(bytes)]);

describe('a password typed at a terminal', () => {
  test('is asked for twice, without echo, and the echo comes back', async (t) => {
    const prompts = mutePrompts(t);
    const { input, modes } = terminal('open sesame\ropen sesame\r');
    assert.deepEqual(await obtainPassword({}, NAMES, input), { password: 'open sesame', isGenerated: false });
    assert.deepEqual(modes, [true, false]);
    assert.deepEqual(prompts, [QUESTION, '\n', 'Repeat the new password: ', '\n']);
  });

  test('may hold anything that keys can write, and be corrected', async (t) => {
    mutePrompts(t);
    const { input } = terminal('pässwörx\u007ft 🎟 :\rpässwört 🎟 :\r');
    assert.equal((await obtainPassword({}, NAMES, input)).password, 'pässwört 🎟 :');
  });

  test('that can’t be one is asked for again', async (t) => {
    const prompts = mutePrompts(t);
    const { input, modes } = terminal('short\ropen sesame\ropen sesame\r');
    assert.deepEqual(await obtainPassword({}, NAMES, input), { password: 'open sesame', isGenerated: false });
    assert.deepEqual(modes, [true, false]);
    const told = 'The password is shorter than 10 characters.\n';
    assert.deepEqual(prompts, [QUESTION, '\n', told, QUESTION, '\n', 'Repeat the new password: ', '\n']);
  });

  test('that differs the second time changes nothing', async (t) => {
    mutePrompts(t);
    const differing = terminal('open sesame\ropen sesane\r');
    await assert.rejects(obtainPassword({}, NAMES, differing.input), { exitCode: 1, message: /differ/ });
    assert.deepEqual(differing.modes, [true, false]);
  });

  test('is given up with Ctrl-C or Ctrl-D, at either question', async (t) => {
    mutePrompts(t);
    for (const typed of [
      '\u0003',
      'open sesa\u0003',
      'open sesame\ropen\u0003',
      '\u0004',
      'open sesame\r\u0004',
    ]) {
      const { input, modes } = terminal(typed);
      await assert.rejects(obtainPassword({}, NAMES, input), { exitCode: 130 }, JSON.stringify(typed));
      assert.deepEqual(modes, [true, false]);
    }
  });
});

describe('a password from standard input', () => {
  test('is all of it but the line break at its end', async () => {
    for (const [bytes, password] of [
      ['open sesame', 'open sesame'],
      ['open sesame\n', 'open sesame'],
      ['open sesame\r\n', 'open sesame'],
      [' open sesame ', ' open sesame '],
      ['\ufeffopen sesame', '\ufeffopen sesame'],
    ] as const) {
      assert.deepEqual(await obtainPassword({ passwordStdin: true }, NAMES, piped(bytes)), {
        password,
        isGenerated: false,
      });
    }
  });

  test('is refused when it is empty, too short, more than one line or not UTF-8', async () => {
    const refuses = (bytes: string | Buffer, message: RegExp) =>
      assert.rejects(obtainPassword({ passwordStdin: true }, NAMES, piped(bytes)), { exitCode: 1, message });
    await refuses('', /shorter than 10/);
    await refuses('short\n', /shorter than 10/);
    await refuses('open sesame\nopen sesame\n', /control character/);
    await refuses(Buffer.from('p\xe4sswort!', 'latin1'), /UTF-8/);
  });
});

describe('a password that nobody gives', () => {
  test('is made up when that is asked for, or when there is no terminal', async () => {
    const asked = await obtainPassword({ generate: true }, NAMES, terminal('').input);
    const alone = await obtainPassword({}, NAMES, piped('not read'));
    for (const { password, isGenerated } of [asked, alone]) {
      assert.match(password, /^[A-Za-z0-9]{20}$/);
      assert.equal(isGenerated, true);
    }
    assert.notEqual(asked.password, alone.password);
  });
});

function mutePrompts(t: { mock: typeof test.mock }): string[] {
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  return written;
}

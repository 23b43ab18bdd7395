import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startMailServer } from '../../fixtures/mail-server.ts';
import { type Mail, type MailFault, MailServer, mailFaultOf } from './mail-server.ts';
import type { SmtpAddress } from './smtp-session.ts';

const file = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const tls = { key: file('server-key.pem'), cert: file('server.pem') };
const ca = file('ca.pem');

const MINUTE = 60_000;

const mail: Mail = {
  messageId: '01a400bf@museum.example',
  to: 'ada@example.com',
  language: 'en',
  now: Date.parse('2027-03-01T10:00:00Z'),
  subject: 'Your ticket',
  text: 'A text',
  html: '<p>A text</p>',
  pictures: [],
  calendar: '',
};

function open(test: TestContext, address: Partial<SmtpAddress>, trusted?: Buffer): MailServer {
  const whole = { host: 'localhost', port: 25, isSecure: false, requireTls: false, ...address };
  const server = new MailServer(whole, { name: 'Museum', address: 'tickets@museum.example' }, trusted);
  test.after(() => server.close());
  return server;
}

async function faultAt(server: MailServer): Promise<MailFault> {
  try {
    await server.send(mail);
  } catch (error) {
    return mailFaultOf(error, mail.to);
  }
  throw new Error('it was taken');
}

describe('the mail server', () => {
  it('is used with TLS when it offers that, and without when it does not', async (t) => {
    const plain = await startMailServer(t);
    await open(t, { port: plain.port }).send(mail);
    assert.equal(plain.arrived[0]?.isEncrypted, false);
    const offering = await startMailServer(t, { tls });
    await open(t, { port: offering.port }).send(mail);
    assert.equal(offering.arrived[0]?.isEncrypted, true);
  });

  it('is sent nothing without TLS where that is required, nor with a certificate that can’t be verified', async (t) => {
    const plain = await startMailServer(t);
    const offering = await startMailServer(t, { tls });
    const secure = await startMailServer(t, { tls: { ...tls, isImplicit: true } });
    for (const server of [
      open(t, { port: plain.port, requireTls: true }),
      open(t, { port: offering.port, requireTls: true }),
      open(t, { port: secure.port, isSecure: true }),
    ]) {
      const { kind, answer } = await faultAt(server);
      assert.equal(kind, 'server');
      assert.match(answer, /^The mail server can’t be used: ./);
    }
    assert.equal(plain.arrived.length + offering.arrived.length + secure.arrived.length, 0);
    await open(t, { port: offering.port, requireTls: true }, ca).send(mail);
    await open(t, { port: secure.port, isSecure: true }, ca).send(mail);
    assert.deepEqual(
      [offering, secure].map(({ arrived }) => arrived[0]?.isEncrypted),
      [true, true],
    );
  });

  it('is reported not to speak TLS when that is the cause', async (t) => {
    const plain = await startMailServer(t);
    const says = async (address: Partial<SmtpAddress>) =>
      (await faultAt(open(t, { port: plain.port, ...address }))).answer;
    assert.equal(
      await says({ isSecure: true }),
      'The mail server can’t be used: smtps:// uses TLS from the start, which this port does not support. Use smtp://, which uses TLS when the server offers it',
    );
    assert.equal(
      await says({ requireTls: true }),
      'The mail server can’t be used: requireTLS=true requires TLS, but the server does not accept STARTTLS (500 Error: command not recognized)',
    );
  });

  it('gets a user name and a password; that it refuses them is a fault of the server', async (t) => {
    const server = await startMailServer(t, { tls: { ...tls, isImplicit: true }, password: 'right' });
    const address = { port: server.port, isSecure: true, user: 'museum' };
    await open(t, { ...address, password: 'right' }, ca).send(mail);
    const { kind, answer } = await faultAt(open(t, { ...address, password: 'wrong' }, ca));
    assert.equal(kind, 'server');
    assert.doesNotMatch(answer, /wrong/);
  });

  it('refuses a mail for now or for good, in an answer that is stored without names', async (t) => {
    const server = await startMailServer(t);
    const client = open(t, { port: server.port });
    server.decide(() => '550 5.1.1 <ada@example.com>: no such user ada@example.com');
    assert.deepEqual(await faultAt(client), {
      kind: 'permanent',
      answer: '550 5.1.1 <…>: no such user …',
    });
    server.decide(() => '550 Ada is no user of Adana, nor is ada%40example.com');
    assert.equal((await faultAt(client)).answer, '550 … is no user of Adana, nor is …%40example.com');
    const other = '"a.b+c"@example.com';
    assert.equal(
      mailFaultOf(new Error('no "A.B+C" here, but a b c'), other).answer,
      'The mail server can’t be used: no … here, but a b c',
    );
    server.decide(() => '452 4.2.2 mailbox full');
    assert.deepEqual(await faultAt(client), { kind: 'temporary', answer: '452 4.2.2 mailbox full' });
    server.decide(() => '421 4.7.0 too many, go away');
    assert.equal((await faultAt(client)).kind, 'server');
    server.decide(() => undefined);
    assert.equal(await client.send(mail), '250 taken for …');
  });

  it('is not at fault when an address can’t be sent in SMTP', async (t) => {
    const server = await startMailServer(t);
    const sent = open(t, { port: server.port }).send({ ...mail, to: 'ada@example.com\r\nRCPT TO:<eve>' });
    const fault = await sent.catch((error) => mailFaultOf(error, mail.to));
    assert.deepEqual(fault, {
      kind: 'permanent',
      answer: 'Mail can’t be sent to the address as it is written.',
    });
    assert.equal(server.offered(), 0);
  });

  it('may be unavailable', async (t) => {
    const server = await startMailServer(t);
    await server.stop();
    const { kind, answer } = await faultAt(open(t, { port: server.port }));
    assert.equal(kind, 'server');
    assert.match(answer, /ECONNREFUSED/);
  });
});

const USUAL: Readonly<Record<string, string>> = {
  greeting: '220 hello',
  EHLO: '250 hello',
  DATA: '354 go on',
  '.': '250 taken',
  QUIT: '221 bye',
};

/** A server that says what the test tells it to. */
async function startScript(
  test: TestContext,
  reply: (command: string, socket: Socket) => string | undefined,
) {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const say = (command: string) => {
      heard.push(command);
      const said = reply(command, socket);
      if (said !== undefined) socket.write(`${said}\r\n`);
    };
    sockets.push(socket.on('error', () => {}));
    let isInMail = false;
    let rest = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() as string;
      for (const line of lines) {
        if (isInMail && line !== '.') continue;
        isInMail = line === 'DATA';
        say(line.startsWith('RCPT') ? line : (line.split(/[ :]/, 1)[0] as string));
      }
    });
    say('greeting');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, heard, sockets };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

const usually = (command: string) => USUAL[command] ?? '250 yes';

describe('a slow mail server', () => {
  it('has ten minutes to answer a mail, as RFC 5321 says, and is then left', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = await startScript(t, (command) => (command === '.' ? undefined : usually(command)));
    const client = open(t, server);
    const answers = [client.send(mail), faultAt(client)] as const;
    await until(() => server.heard.filter((command) => command === '.').length === 2);
    t.mock.timers.tick(9.9 * MINUTE);
    server.sockets[0]?.write('250 taken at last\r\n');
    assert.equal(await answers[0], '250 taken at last');
    t.mock.timers.tick(0.2 * MINUTE);
    assert.deepEqual(await answers[1], {
      kind: 'server',
      answer: 'The mail server can’t be used: It did not answer a mail within ten minutes.',
    });
    await until(() => server.sockets[1]?.destroyed === true);
  });

  it('that answers a byte at a time is cut off, and keeps no other mail from being sent', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isSlow = true;
    const server = await startScript(t, (command) =>
      isSlow && command === 'MAIL' ? '250-' : usually(command),
    );
    const client = open(t, server);
    const faults = Array.from({ length: 8 }, () => faultAt(client));
    await until(() => server.heard.filter((command) => command === 'MAIL').length === 8);
    for (let drops = 0; drops < 10; drops++) {
      for (const socket of server.sockets) socket.write('250-and\r\n');
      t.mock.timers.tick(0.1 * MINUTE);
      await setImmediate();
    }
    for (const { answer } of await Promise.all(faults))
      assert.equal(answer, 'The mail server can’t be used: A mail could not be handed over within a minute.');
    await until(() => server.sockets.every(({ destroyed }) => destroyed));
    isSlow = false;
    assert.equal(await client.send(mail), '250 taken');
  });

  it('never gets the end of a mail that was cut off', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const server = await startScript(t, (command, socket) => {
      if (command === 'DATA') setImmediate().then(() => socket.pause());
      return usually(command);
    });
    const client = open(t, server);
    const bytes = Buffer.alloc(10_000_000);
    const picture = { cid: 'a@b', fileName: 'a.png', contentType: 'image/png', bytes, alt: 'A' };
    const sent = client.send({ ...mail, pictures: [picture] });
    const fault = sent.catch((error) => mailFaultOf(error, mail.to));
    await until(() => server.heard.includes('DATA') && server.sockets[0]?.isPaused() === true);
    t.mock.timers.tick(MINUTE);
    assert.equal(((await fault) as MailFault).kind, 'server');
    server.sockets[0]?.resume();
    await until(() => server.sockets[0]?.destroyed === true);
    assert.ok(!server.heard.includes('.'));
  });

  it('is left when the attempt is ended', async (t) => {
    const server = await startScript(t, () => undefined);
    const controller = new AbortController();
    const sent = open(t, server).send(mail, { signal: controller.signal });
    await until(() => server.sockets.length === 1);
    controller.abort();
    await assert.rejects(sent, /There was no time left to send it/);
    await until(() => server.sockets[0]?.destroyed === true);
  });
});

describe('a talkative mail server', () => {
  it('is read without effort, and no further than an answer can go', async (t) => {
    const blanks = ' '.repeat(2_000);
    const offers = [`250-AUTH${blanks}!`, `250-${'AUTH '.repeat(700)}`, `250 SIZE${blanks}`];
    const server = await startScript(t, (command) =>
      command === 'EHLO' ? offers.join('\r\n') : usually(command),
    );
    assert.match((await faultAt(open(t, server))).answer, /exceeds maximum allowed size/);
    const shorter = await startScript(t, (command) =>
      command === 'EHLO' ? `250 AUTH${blanks}!` : usually(command),
    );
    assert.equal(await open(t, shorter).send(mail), '250 taken');
    const endless = await startScript(t, (command) =>
      command.startsWith('RCPT') ? `550 ${'x'.repeat(60_000)}` : usually(command),
    );
    assert.match((await faultAt(open(t, endless))).answer, /exceeds maximum allowed size/);
  });

  it('is quoted in short, and without half an address', () => {
    const said = (response: string) =>
      mailFaultOf({ response, responseCode: 550, command: 'DATA' }, mail.to).answer;
    assert.equal(said(`550 ${'x'.repeat(4_000_000)}`), '550');
    assert.equal(said(`550 no ${'x@'.repeat(2_000_000)}`), '550 no');
    assert.equal(said(`550 ${'@'.repeat(4_000_000)}`), '550');
    assert.equal(
      said(`550 ${`${'y'.repeat(63)}@x `.repeat(15)}eve.the.other@example.com`),
      `550${' …'.repeat(15)}`,
    );
  });
});

describe('an address', () => {
  it('is mailed to as it was given, or not at all', async (t) => {
    const server = await startScript(t, usually);
    const client = open(t, server);
    const given = [
      'ada+tag@Example.COM',
      '"a b"@example.com',
      '"a@evil.example"@example.com',
      '"a\\"b"@example.com',
    ];
    for (const to of given) await client.send({ ...mail, to });
    for (const to of ['"<script>alert(1)</script>"@example.com', '"a<b"@example.com', '">"@example.com'])
      assert.deepEqual(await client.send({ ...mail, to }).catch((error) => mailFaultOf(error, to)), {
        kind: 'permanent',
        answer: 'Mail can’t be sent to the address as it is written.',
      });
    await client.send({ ...mail, to: 'Ada@Bücher.example' });
    assert.deepEqual(
      server.heard.filter((command) => command.startsWith('RCPT')),
      [...given, 'Ada@xn--bcher-kva.example'].map((to) => `RCPT TO:<${to}>`),
    );
  });
});

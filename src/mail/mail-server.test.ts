import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { startMailServer } from '../../test/support/mail-server.ts';
import { faultOf, type Mail, type MailFault, MailServer, type SmtpAddress } from './mail-server.ts';

const file = (name: string) => readFileSync(new URL(`../../test/support/tls/${name}`, import.meta.url));
const tls = { key: file('server-key.pem'), cert: file('server.pem') };
const ca = file('ca.pem');

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
    return faultOf(error, mail.to);
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
      faultOf(new Error('no "A.B+C" here, but a b c'), other).answer,
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
    const fault = await sent.catch((error) => faultOf(error, mail.to));
    assert.deepEqual(fault, { kind: 'permanent', answer: 'No recipients defined' });
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

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import { writeGolden } from '../../scripts/golden-mails.ts';
import { htmlOf, type Layout, textOf } from './layout.ts';
import { changeBetween, type HolderState } from './mail-kind.ts';
import { type Mail, mailOptions } from './mail-server.ts';

const SENDER = { name: 'Museum', address: 'tickets@museum.example' };
const plain: Mail = {
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

async function raw(mail: Partial<Mail>, sender = SENDER): Promise<Buffer> {
  return new MailComposer(mailOptions({ ...plain, ...mail }, sender)).compile().build();
}

/** The names of the headers of the message itself. */
function headerNames(message: Buffer): string[] {
  const head = message.toString('latin1').split('\r\n\r\n', 1)[0] as string;
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '');
}

describe('a mail of a museum with settings of its own', () => {
  it('has its colour, its words, how to reach it and its pages', async () => {
    const words = { tickets: { en: { before: 'Welcome!\n\n<b>Bring</b>\na pullover.', after: 'See you.' } } };
    const { text, html, replyTo } = await writeGolden(
      { kind: 'ticket', language: 'en', isOrder: true },
      {
        colour: '#0b5d4e',
        phone: '+49 40 123',
        email: 'info@museum.example',
        website: 'https://museum.example',
        'mail/replyTo': 'office@museum.example',
        'mail/words': words,
      },
      { imprint: { texts: { de: 'Wir' } }, terms: { address: 'https://museum.example/terms' } },
    );
    assert.equal(replyTo, 'office@museum.example');
    assert.match(text, /\n\nWelcome!\n\n<b>Bring<\/b> a pullover\.\n\n[\s\S]*\n\nSee you\.\n\n/);
    assert.match(text, /\n\+49 40 123 · info@museum\.example · https:\/\/museum\.example\n/);
    assert.match(text, /Imprint: https:\/\/tickets\.museum\.example\/imprint\?language=en\n/);
    assert.match(text, /Terms and conditions: https:\/\/museum\.example\/terms\n/);
    assert.match(html, /class="red" style="[^"]*color:#0b5d4e">/);
    assert.match(html, /\.red\{color:#[0-9a-f]{6}!important\}/);
    assert.match(html, /&lt;b&gt;Bring&lt;\/b&gt;/);
    assert.match(html, /<a href="mailto:info@museum\.example"/);
  });

  it('says on the receipt why there is no value added tax, in the reader’s language or the next best', async () => {
    const note = { vatNote: { de: 'Steuerfrei nach § 4 Nr. 20 UStG' } };
    const order = { kind: 'ticket', isOrder: true, isExempt: true } as const;
    const german = await writeGolden({ ...order, language: 'de' }, note);
    assert.match(german.text, /Umsatzsteuer: Steuerfrei nach § 4 Nr\. 20 UStG\n/);
    const french = await writeGolden({ ...order, language: 'fr' }, note);
    assert.match(french.html, /lang="de"[^>]*>[^<]*Steuerfrei/);
    const other = await writeGolden({ ...order, language: 'de', isExempt: false }, note);
    assert.doesNotMatch(other.text, /Steuerfrei/);
  });
});

describe('a mail', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      'x\r\nBcc: eve@example.com',
      'x\nBcc: eve@example.com\n\nbody',
      'x\r\n\r\nbody',
      'x\u2028Bcc: eve@example.com',
      'x\u0000y',
      '=?utf-8?q?x=0D=0ABcc:_eve@example.com?=',
      '"><script>alert(1)</script>',
      `${'long '.repeat(60)}`,
    ),
  );

  it('has the headers that it is given and no others, whatever is in its texts', async () => {
    const usual = headerNames(await raw({})).toSorted();
    await fc.assert(
      fc.asyncProperty(texts, texts, async (subject, name) => {
        const message = await raw({ subject: `Your ticket: ${subject}` }, { ...SENDER, name });
        assert.deepEqual(headerNames(message).toSorted(), usual);
        const { to, from } = await simpleParser(message);
        assert.deepEqual(
          to?.value.map(({ address }) => address),
          ['ada@example.com'],
        );
        assert.deepEqual(
          from?.value.map(({ address }) => address),
          ['tickets@museum.example'],
        );
      }),
      { numRuns: 300 },
    );
  });

  it('goes to the one address that was given, however odd', async () => {
    for (const to of [
      'ada+tag@example.com',
      "o'hara@example.com",
      '!#$%&*/=?^_`{|}~-@example.com',
      '"a,b"@example.com',
      '"a b"@example.com',
      '"a@evil.example"@example.com',
      '"eve@evil.example, x"@example.com',
      '"a\\"b"@example.com',
      'a@[192.0.2.1]',
    ]) {
      const { to: parsed } = await simpleParser(await raw({ to }));
      assert.equal(parsed?.value.length, 1, to);
      assert.doesNotMatch(parsed?.value[0]?.address ?? '', /evil\.example$/, to);
    }
  });

  it('says in its headers that a program wrote it, and asks for no receipt', async () => {
    const names = headerNames(await raw({}));
    for (const name of ['auto-submitted', 'message-id', 'date', 'mime-version', 'content-language'])
      assert.ok(names.includes(name), name);
    for (const name of ['disposition-notification-to', 'return-receipt-to', 'x-mailer', 'bcc'])
      assert.ok(!names.includes(name), name);
  });
});

describe('the HTML of a mail', () => {
  const layout: Layout = {
    language: 'en',
    museum: 'Museum',
    subject: 'Subject',
    heading: 'Heading',
    paragraphs: ['Paragraph'],
    details: [[['Label', 'Value']]],
    pictures: [{ cid: 'a@b', alt: 'Alt' }],
    footer: 'Footer',
  };

  it('shows every text as it is, and nothing of it as HTML', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&amp;';
    const html = htmlOf({
      ...layout,
      museum: evil,
      subject: evil,
      heading: evil,
      paragraphs: [evil],
      details: [[[evil, evil]]],
      pictures: [{ cid: evil, alt: evil }],
      footer: evil,
      link: { text: evil, address: evil },
      shown: { address: evil, alt: evil },
      logo: { cid: evil, width: 1, height: 1 },
    });
    const plain = {
      ...layout,
      link: { text: 'Link', address: '/' },
      shown: { address: '/', alt: 'Alt' },
      logo: { cid: 'a', width: 1, height: 1 },
    };
    const tags = (text: string) => text.match(/<[a-z!/][^>]*/gi)?.map((tag) => tag.split(/[\s>]/)[0]);
    assert.deepEqual(tags(html), tags(htmlOf(plain)));
    assert.ok(!html.includes('<img src=x'));
    assert.equal(html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;').length, 15);
  });

  it('takes nothing from elsewhere but the picture of what its tickets are for, and knows the dark', () => {
    const html = htmlOf(layout);
    assert.doesNotMatch(html, /https?:|<script|<link|url\(|@import|<form/);
    const shown = { address: 'https://museum.example/pictures/a-960.jpg', alt: 'A sea' };
    const addresses = htmlOf({ ...layout, shown }).match(/https?:[^"]+/g);
    assert.deepEqual(addresses, [shown.address]);
    assert.match(html, /prefers-color-scheme:dark/);
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    assert.match(html, /<html lang="en">/);
  });

  it('says the same in text', () => {
    const text = textOf({ ...layout, link: { text: 'Link', address: 'https://museum.example/order/x' } });
    for (const said of [
      'Museum',
      'Heading',
      'Paragraph',
      'Link\nhttps://museum.example/order/x',
      'Label: Value',
      'Footer',
    ])
      assert.ok(text.includes(said));
    assert.ok(text.includes('\n-- \n')); // RFC 3676, section 4.3
  });
});

describe('the mail about a change', () => {
  const at = (place: string | null): HolderState => ({ validity: 'valid', place });
  const lost: HolderState = { validity: 'day-lost', place: 'A' };

  it('says what the holder does not know yet', () => {
    assert.equal(changeBetween(at('A'), at('A')), undefined);
    assert.equal(changeBetween(at('A'), at('B')), 'moved');
    assert.equal(changeBetween(at('A'), lost), 'day-lost');
    assert.equal(changeBetween(at(null), { validity: 'closed', place: null }), 'closed');
  });

  it('does not tell a second reason, but tells when there is none any more', () => {
    assert.equal(changeBetween(lost, { validity: 'cancelled', place: 'A' }), undefined);
    assert.equal(changeBetween(lost, lost), undefined);
    assert.equal(changeBetween(lost, at('B')), 'restored');
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { asMessage, GOLDEN_MAILS, writeGolden } from '../../scripts/golden-mails.ts';

const kept = (file: string) => readFileSync(new URL(`../../docs/mail/${file}`, import.meta.url), 'utf8');
const IF_MEANT = 'look at it, and if it is meant: node scripts/write-golden-mails.ts';

describe('the mails in docs/mail', () => {
  for (const golden of GOLDEN_MAILS) {
    it(`are written as they are: ${golden.name}`, async () => {
      const written = await writeGolden(golden);
      assert.equal(written.html, kept(`${golden.name}.html`), IF_MEANT);
      assert.equal(written.text, kept(`${golden.name}.txt`), IF_MEANT);
      const message = await asMessage(written, golden);
      const { subject, html, text } = await simpleParser(message, { skipImageLinks: true });
      assert.equal(subject, written.subject);
      assert.equal(String(html).trimEnd(), written.html.trimEnd());
      assert.equal(text?.trimEnd(), written.text.trimEnd());
    });
  }
});

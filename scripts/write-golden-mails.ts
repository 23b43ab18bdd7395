/**
 * Writes the mails in docs/mail anew, and the page that lists them. Look at each before it is committed:
 * `node scripts/write-golden-mails.ts`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { asMessage, GOLDEN_MAILS, writeGolden } from './golden-mails.ts';

const folder = new URL('../docs/mail/', import.meta.url);
/** Whole messages are kept of these: they hold the pictures. */
const WHOLE = ['ticket', 'cancelled'];

mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) if (/\.(?:eml|html|txt)$/.test(file)) rmSync(new URL(file, folder));
const cells: string[] = [];
for (const golden of GOLDEN_MAILS) {
  const written = await writeGolden(golden);
  const { name } = golden;
  writeFileSync(new URL(`${name}.html`, folder), written.html);
  writeFileSync(new URL(`${name}.txt`, folder), written.text);
  if (WHOLE.includes(name)) writeFileSync(new URL(`${name}.eml`, folder), await asMessage(written, golden));
  const whole = WHOLE.includes(name) ? `, [message](${name}.eml)` : '';
  cells.push(`| ${written.subject} | [HTML](${name}.html), [text](${name}.txt)${whole} |`);
}
writeFileSync(new URL('README.md', folder), page());

function page(): string {
  return `# Mails

What visitors are mailed, as the service writes it. In the HTML the picture of the ticket is a part of the message itself, so a
browser that opens the file alone shows its words instead. A test writes each again and compares; after a change that is
meant, \`node scripts/write-golden-mails.ts\` writes them anew.

| subject | mail |
|---|---|
${cells.join('\n')}
`;
}

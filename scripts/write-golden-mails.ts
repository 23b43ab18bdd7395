/**
 * Writes the mails in docs/mail anew, and the page that lists them. Look at each before it is committed:
 * `node scripts/write-golden-mails.ts`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { asMessage, GOLDEN_MAILS, writeGolden } from './golden-mails.ts';
import { type Look, MailPictures } from './mail-pictures.ts';

const folder = new URL('../docs/mail/', import.meta.url);
/** Whole messages are kept of these: they hold the pictures. */
const WHOLE = ['ticket', 'cancelled'];
/** The first mail is drawn as it looks elsewhere, too. */
const LOOKS: Readonly<Record<string, Look>> = { dark: { isDark: true }, phone: { width: 320 } };

mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder))
  if (/\.(?:eml|html|png|txt)$/.test(file)) rmSync(new URL(file, folder));
const pictures = await MailPictures.open();
const cells: string[] = [];
for (const golden of GOLDEN_MAILS) {
  const written = await writeGolden(golden);
  const { name } = golden;
  writeFileSync(new URL(`${name}.png`, folder), await pictures.draw(written));
  for (const [look, how] of name === 'ticket' ? Object.entries(LOOKS) : [])
    writeFileSync(new URL(`${name}-${look}.png`, folder), await pictures.draw(written, how));
  writeFileSync(new URL(`${name}.html`, folder), written.html);
  writeFileSync(new URL(`${name}.txt`, folder), written.text);
  if (WHOLE.includes(name)) writeFileSync(new URL(`${name}.eml`, folder), await asMessage(written, golden));
  const whole = WHOLE.includes(name) ? `, [message](${name}.eml)` : '';
  cells.push(
    `| ${written.subject} | [picture](${name}.png), [HTML](${name}.html), [text](${name}.txt)${whole} |`,
  );
}
await pictures.close();
writeFileSync(new URL('README.md', folder), page());

function page(): string {
  return `# Mails

Mails to visitors as the service writes them. In the HTML, the picture of the ticket is an inline part of the message, so a
browser that opens only the file shows its alternative text instead. A test writes each mail again and compares it. After an intended
change, \`node scripts/write-golden-mails.ts\` writes them again, with their pictures.

![A ticket mail](ticket.png)

The same [in the dark](ticket-dark.png) and [on a phone](ticket-phone.png).

| subject | mail |
|---|---|
${cells.join('\n')}
`;
}

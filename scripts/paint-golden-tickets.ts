/**
 * Paints the pictures in docs/tickets anew, and the page that shows them. Look at each before it is committed:
 * `node scripts/paint-golden-tickets.ts`.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { TicketRenderer } from '../src/images/draw-ticket.ts';
import { GOLDEN_TICKETS } from './golden-tickets.ts';

const folder = new URL('../docs/tickets/', import.meta.url);
const renderer = new TicketRenderer();

for (const file of readdirSync(folder)) if (file.endsWith('.png')) rmSync(new URL(file, folder));
for (const { name, face } of GOLDEN_TICKETS)
  writeFileSync(new URL(`${name}.png`, folder), renderer.draw(face));
writeFileSync(new URL('README.md', folder), page());

function page(): string {
  const cells = GOLDEN_TICKETS.map(({ name, shows }) => `| ![${shows}](${name}.png) | ${shows} |`);
  return `# Tickets

Ticket pictures as the service draws them. Their codes are signed with the published test key of
[the ticket code](../ticket-code.md), so no gate admits them. A test draws each again and compares it pixel by pixel. After an
intended change, \`node scripts/paint-golden-tickets.ts\` draws them again.

| ticket | shows |
|---|---|
${cells.join('\n')}
`;
}

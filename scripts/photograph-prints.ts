/**
 * Writes the pictures in fixtures/prints anew: tickets as they are printed on each paper. Look at each before it is
 * committed: `node --test scripts/photograph-prints.ts`.
 */
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { openPrintPage, PAPERS, type Paper, PRINTS, printed } from '../fixtures/prints.ts';

test('pictures of printed tickets', async (t) => {
  const { page, address } = await openPrintPage(t);
  for (const paper of Object.keys(PAPERS) as Paper[])
    writeFileSync(new URL(`${paper}.png`, PRINTS), await printed(page, address, paper));
});

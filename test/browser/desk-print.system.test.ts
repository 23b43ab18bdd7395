import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { furnishedMuseum, openDesk } from '../../fixtures/desk-pages.ts';
import {
  difference,
  openPrintPage,
  PAPERS,
  type Paper,
  PRINTS,
  pixelsOf,
  printed,
} from '../../fixtures/prints.ts';
import { fillDay, TODAY } from '../../fixtures/samples.ts';

/** The share of pixels by which two browsers may disagree about a print. What is meant, scripts/photograph-prints.ts keeps. */
const TOLERANCE = 0.001;

test('tickets are printed on each paper as on the pictures that are kept of them', async (t) => {
  const { page, address } = await openPrintPage(t);
  for (const paper of Object.keys(PAPERS) as Paper[]) {
    const kept = await pixelsOf(readFileSync(new URL(`${paper}.png`, PRINTS)));
    const pixels = await pixelsOf(await printed(page, address, paper));
    assert.equal(pixels.size, kept.size, paper);
    assert.ok(difference(pixels, kept) < TOLERANCE, `${paper}: ${difference(pixels, kept)}`);
  }
});

test('a print that has moved, or lacks a line, would be noticed', async (t) => {
  const { page, address } = await openPrintPage(t);
  const changes = {
    'a margin of two pixels': '.sheet { padding-block-start: 2px; margin-block-end: -2px }',
    'a line that is covered':
      '.sheet:last-child { position: relative } .sheet:last-child::after { content: ""; position: absolute; inset: 74% 0 22%; background: white }',
    'words of the page': '.sheet p { display: block !important }',
  };
  for (const paper of Object.keys(PAPERS) as Paper[]) {
    const kept = await pixelsOf(readFileSync(new URL(`${paper}.png`, PRINTS)));
    for (const [what, style] of Object.entries(changes)) {
      await printed(page, address, paper);
      // By the debugger: the page itself lets in no style but its own files.
      await page.evaluate(`{
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(${JSON.stringify(style)});
        document.adoptedStyleSheets = [sheet];
      }`);
      const changed = await pixelsOf(await page.screenshot({ fullPage: true }));
      assert.ok(difference(changed, kept) > TOLERANCE, `${paper}: ${what}: ${difference(changed, kept)}`);
    }
  }
});

test('a day’s figures are printed on one A4, without anything to press', async (t) => {
  const museum = await furnishedMuseum(t);
  await fillDay(museum, TODAY, 8);
  const page = await openDesk(t, museum, '/desk');
  const day = `from=${TODAY}&to=${TODAY}`;
  for (const path of [
    '/desk',
    `/desk/reports?${day}&by=day`,
    `/desk/reports?${day}&by=event`,
    `/desk/reports?${day}&by=seller`,
    `/desk/reports?report=visits&${day}&by=event`,
    `/desk/reports?report=visits&${day}&by=hour`,
  ]) {
    await page.goto(path);
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, path);
    await page.emulateMedia({ media: 'print' });
    const pressed = page
      .locator('nav, form, button, summary, .button, [download], .foot')
      .filter({ visible: true });
    assert.deepEqual(await pressed.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML)), [], path);
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible());
    await page.emulateMedia({ media: null });
  }
});

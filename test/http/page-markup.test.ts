import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';
import { Visitor } from '../../fixtures/browsing.ts';
import { crawl } from '../../fixtures/crawl.ts';
import { furnishedMuseum } from '../../fixtures/desk-pages.ts';
import { TODAY } from '../../fixtures/samples.ts';
import { shopperIn } from '../../fixtures/shop.ts';
import { announceArabicEvent, museumWithVisitors } from '../../fixtures/shop-pages.ts';

it('every page is valid HTML, and gives no element a role that it has already', async (t) => {
  const museum = await furnishedMuseum(t);
  const [ticket] = (await museum.api('GET', `/tickets?ticketDate=${TODAY}`)).json;
  const visitor = new Visitor(museum);
  const signIn = { path: '/sign-in', answer: await visitor.get('/sign-in') };
  await visitor.signIn('admin');
  const found = await crawl(visitor, [
    ...['/', '/desk', '/desk/sessions', '/desk/nothing', `/desk/tickets/${ticket.ticketId}`],
    ...['/gate', '/gate/occupancy', '/docs', '/docs/guides', '/docs/guides/gate', '/problems'],
  ]);
  assert.ok(found.length > 60, `${found.length} pages`);
  assert.deepEqual(await faultsOf([signIn, ...found]), []);
});

it('the pages for visitors are valid too', async (t) => {
  const museum = await museumWithVisitors(t, { MUSEUM_PAYMENTS: 'desk,stripe' });
  await announceArabicEvent(museum);
  const shopper = shopperIn(museum);
  const faulty = await shopper.order('2027-03-03', { 'general.standard': '1' });
  const held = await shopper.buy('2027-03-03', { 'general.standard': '1', 'time.general': '14:00' });
  const free = await shopper.buy('2027-03-03', { 'general.children': '1', 'time.general': '14:00' });
  const found = await crawl(new Visitor(museum), [
    ...['/', '/visit', '/visit?date=2027-03-05', '/visit?date=none', '/order/none', held, free],
  ]);
  assert.ok(found.length > 10, `${found.length} pages`);
  const sent = { path: 'the form with faults', answer: { text: faulty.html } };
  assert.deepEqual(await faultsOf([sent, ...found]), []);
});

/** Reads the rules once. For each page anew, that would take as long as to check it. */
class RulesReadOnce extends StaticConfigLoader {
  #rules: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(handle: string): ResolvedConfig | Promise<ResolvedConfig> {
    this.#rules ??= super.getConfigFor(handle);
    return this.#rules;
  }
}

const checker = new HtmlValidate(new RulesReadOnce({ extends: ['html-validate:standard'] }));

/** What is wrong with the HTML of the pages. */
async function faultsOf(
  pages: readonly { readonly path: string; readonly answer: { readonly text: string } }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, answer } of pages) {
    const { results } = await checker.validateString(answer.text);
    for (const { line, message } of results.flatMap(({ messages }) => messages))
      faults.push(`${path}, line ${line}: ${message}`);
    const [role] = /<\w+ [^>]*role="(?:table|rowgroup|row|cell|\w+header)"/.exec(answer.text) ?? [];
    if (role !== undefined) faults.push(`${path}: ${role}`);
  }
  return faults;
}

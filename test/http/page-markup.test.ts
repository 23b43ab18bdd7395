import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { Visitor } from '../support/browsing.ts';
import { crawl } from '../support/crawl.ts';
import { furnishedMuseum } from '../support/desk-pages.ts';
import { TODAY } from '../support/samples.ts';

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
  const checker = new HtmlValidate({ extends: ['html-validate:standard'] });
  const faults: string[] = [];
  for (const { path, answer } of [signIn, ...found]) {
    const { results } = await checker.validateString(answer.text);
    for (const { line, message } of results.flatMap(({ messages }) => messages))
      faults.push(`${path}, line ${line}: ${message}`);
    const [role] = /<\w+ [^>]*role="(?:table|rowgroup|row|cell|\w+header)"/.exec(answer.text) ?? [];
    if (role !== undefined) faults.push(`${path}: ${role}`);
  }
  assert.deepEqual(faults, []);
});

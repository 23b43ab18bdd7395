import type { TestContext } from 'node:test';
import { pino } from 'pino';
import type { Answer } from '../../src/http/answer.ts';
import { send } from '../../src/http/answer.ts';
import { createServer } from '../../src/http/server.ts';
import { type Assets, routeAssets } from '../../src/pages/assets.ts';
import { csrfField, fieldsOf, type Submitted } from '../../src/pages/forms.ts';
import { type Html, html, type Piece } from '../../src/pages/html.ts';
import { type Page, page, siteAssets } from '../../src/pages/layout.ts';
import { table } from '../../src/pages/table.ts';
import { chooseLanguage, type Language } from '../../src/pages/texts.ts';
import { explainedProblems, problemAnswer } from '../../src/web/api/index.ts';
import { routeProblemPages } from '../../src/web/open/index.ts';
import { landingPage } from '../../src/web/open/landing-page.ts';

const site = { settings: { now: { name: 'Museum of Tides', language: 'en' } }, isDemo: false } as const;

/** Serves answers and assets. @returns the address */
export async function serve(
  test: TestContext,
  answers: Readonly<Record<string, Answer | ((language: Language) => Answer)>>,
  assets: readonly Assets[] = [],
): Promise<string> {
  const fastify = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: 0,
    renderRefusal: problemAnswer,
  });
  test.after(() => fastify.close());
  routeAssets(fastify, [siteAssets, ...assets]);
  routeProblemPages(fastify, explainedProblems(), site);
  for (const [path, answer] of Object.entries(answers)) {
    fastify.get(path, (request, reply) => {
      const { language: asked } = request.query as { language?: string };
      const accepted = asked ?? request.headers['accept-language'];
      send(
        request,
        reply,
        typeof answer === 'function' ? answer(chooseLanguage({ accepted }, 'en')) : answer,
      );
    });
  }
  return fastify.listen({ port: 0, host: '127.0.0.1' });
}

type Name = 'name' | 'location' | 'day' | 'admits' | 'mail' | 'text' | 'password';
const FAULTY: Submitted<Name> = {
  values: {
    name: '"><script>document.title="broken"</script>',
    location: 'Room 4',
    admits: 'all',
    text: 'كتاب',
  },
  faults: { name: 'Give the event a name of at most 100 characters.', day: 'Choose a day from today on.' },
  fault: 'Nothing was changed.',
};

/** One of each kind of page. */
export const SAMPLES = {
  '/': (language) => landingPage({ ...site, language }, ['desk', 'gate', 'reference']),
  '/today': samplePage('Saturday 13 March 2027', today(), {
    lead: 'Open until 18:00. It is 11:42.',
    message: 'Sold 3 tickets for €50.00.',
  }),
  '/empty': samplePage('Events', table('Events', [], [], 'No events yet.')),
  '/form': samplePage('Change an event', form()),
  '/faulty': samplePage('Change an event', form(FAULTY), { isFaulty: true }),
} satisfies Record<string, Answer | ((language: Language) => Answer)>;

export function samplePage(title: string, main: Html, more: Partial<Page> = {}): Answer {
  const links = ['Today', 'Sell', 'Tickets', 'Events', 'Calendar', 'Reports'];
  return page(site, {
    language: 'en',
    title,
    main,
    navigation: { links: links.map((text) => ({ href: `/${text.toLowerCase()}`, text })), here: '/today' },
    account: { name: 'Mira · manager', signOutAt: '/sign-out', csrfToken: 't0ken' },
    isTranslated: true,
    ...more,
  });
}

function today(): Html {
  const figures = { 'sold for today': 412, 'let in': 187, 'inside now': 164, 'places left': 88 };
  return html`<div class="beside"><dl class="figures">
${Object.entries(figures).map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>\n`)}</dl>
<a class="button action" href="/sell">Sell a ticket</a></div>
${sampleTable(
  'Today’s visitors',
  ['Today', 'Where', 'Sold', 'Let in', 'Left'],
  [
    ['General entry', 'All rooms', 298, 151, 102],
    ['Sorolla and the sea', 'East wing, room 4', 74, 36, 6],
    ['Programmiererwerkstattwochenendveranstaltung für Piraten', 'Learning centre', 40, 0, 0],
  ],
  2,
)}`;
}

/** A table whose cells are in the order of the heads. @param words how many columns come before those of numbers */
export function sampleTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Piece[])[],
  words = heads.length,
): Html {
  const columns = heads.map((head, index) => ({
    head,
    cell: (cells: readonly Piece[]) => cells[index],
    isNumber: index >= words,
  }));
  return table(caption, rows, columns);
}

function form(submitted?: Submitted<Name>): Html {
  const fields = fieldsOf<Name>('en', submitted);
  return html`${fields.faults()}<form method="post" action="/form">
${csrfField('t0ken')}
${fields.input('name', { label: 'Name', hint: 'As visitors know it.', with: { required: true } })}
${fields.input('location', { label: 'Where', value: 'East wing' })}
${fields.input('day', { label: 'Day', value: '2027-03-14', with: { type: 'date' } })}
${fields.select('admits', {
  label: 'This door admits',
  options: [
    { value: 'all', text: 'everything today' },
    { value: 'none', text: 'nothing' },
  ],
})}
${fields.textarea('text', { label: 'Description', with: { rows: 4 } })}
${fields.checkbox('mail', { label: 'Mail the visitors', hint: '214 people.', value: 'yes' })}
${fields.input('password', { label: 'Password', with: { type: 'password', autocomplete: 'current-password' } })}
<button class="action">Save</button> <button class="plain">Cancel</button>
</form>`;
}

/**
 * What keeps strangers out of the pages, over all of them. Held elsewhere: that a session is always a new one, the flags
 * of its cookie behind TLS too, and forms from other sites and with a wrong token at signing in and out
 * (sessions.test.ts); the same for what the gate's page asks for (gate-page.test.ts); which role sees what
 * (roles.test.ts, desk-today.test.ts); the policy of a page (src/pages/layout.test.ts), of the reference
 * (src/web/open/reference-pages.test.ts); that templates escape (src/pages/html.test.ts); addresses of webhooks
 * (src/webhooks/webhook-address.test.ts).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hiddenField, Visitor } from '../../fixtures/browsing.ts';
import { crawl, type Found } from '../../fixtures/crawl.ts';
import { furnishedMuseum } from '../../fixtures/desk-pages.ts';
import { HOSTILE, hostileMuseum, SHOWN } from '../../fixtures/hostile-museum.ts';
import type { Museum } from '../../fixtures/museum.ts';
import { decode, type Tag, tagsOf } from '../../fixtures/tags.ts';
import { ROLES } from '../../src/core/roles.ts';

const STARTS = [
  '/',
  '/desk',
  '/gate',
  '/gate/occupancy',
  '/sign-in',
  '/problems',
  '/desk/sessions',
  '/desk/nothing',
];

async function signedIn(museum: Museum, username: string, password?: string): Promise<Visitor> {
  const visitor = new Visitor(museum, { 'accept-language': 'en' });
  assert.equal((await visitor.signIn(username, '/', password)).status, 303);
  return visitor;
}

/** Where somebody begins who would see everything; tickets are found by a form alone: two of each state. */
async function startsOf(museum: Museum): Promise<string[]> {
  const ofDays = ['2027-03-01', '2027-03-08'].map((day) => museum.api('GET', `/tickets?ticketDate=${day}`));
  const tickets = (await Promise.all(ofDays)).flatMap(
    ({ json }) => json as { ticketId: string; state: string }[],
  );
  const some = Object.values(Object.groupBy(tickets, ({ state }) => state)).flatMap((alike = []) =>
    alike.slice(0, 2),
  );
  return [
    ...STARTS,
    ...some.flatMap(({ ticketId }) => [`/desk/tickets/${ticketId}`, `/desk/print?tickets=${ticketId}`]),
  ];
}

/** The pages of every role, and of somebody who is not signed in. */
async function everyPage(museum: Museum): Promise<Found[]> {
  const starts = await startsOf(museum);
  const found = [...(await crawl(new Visitor(museum), starts))];
  for (const role of ROLES) found.push(...(await crawl(await signedIn(museum, role), starts)));
  return found;
}

/** Pages that are the same for everyone, whoever is signed in. */
const IS_FOR_ALL = /^\/(?:$|problems)/;

/** What can run in a browser: a script in the page, or an address that is one. */
function isScript({ name, attributes }: Tag): boolean {
  const addresses = ['href', 'src', 'action', 'formaction'].map((each) => attributes.get(each) ?? '/');
  return (
    (name === 'script' && !attributes.get('src')?.startsWith('/assets/')) ||
    addresses.some((address) => !/^(?:[/#?]|mailto:|https?:)/.test(address)) ||
    [...attributes.keys()].some((each) => /^on|^style$|^srcdoc$/i.test(each))
  );
}

/** The same, and pictures: of those that nobody put there on purpose, the hostile texts have one. */
function isHarm(tag: Tag): boolean {
  return isScript(tag) || tag.attributes.get('src') === 'x';
}

/** Text of a page as it is read, and what its fields hold. */
function readable(page: string): string {
  const values = tagsOf(page).map(({ attributes }) => attributes.get('value') ?? '');
  return [decode(page.replaceAll(/<[^>]*>/g, '')), ...values].join('\n');
}

describe('the security of the pages', () => {
  it('every page, of errors too, runs nothing of its own, is framed by nobody, and is kept by nobody', async (t) => {
    const museum = await furnishedMuseum(t);
    const found = await everyPage(museum);
    const admin = await signedIn(museum, 'admin');
    const csrf = await admin.token('/desk');
    const errors = [
      await admin.post('/desk/sell', {}),
      await admin.post('/desk/sell', { csrf }, { origin: 'https://evil.example' }),
      await admin.post('/desk/tickets', { csrf, email: 'x' }),
      await admin.post('/desk/tickets', { csrf, email: 'x'.repeat(70_000) }),
      await admin.post('/desk/tickets', {}, { 'content-type': 'text/plain' }),
      await admin.get('/desk/tickets/%00'),
      await (await signedIn(museum, 'viewer')).get('/desk/accounts'),
      await new Visitor(museum).signIn('admin', '/', 'wrong'),
    ];
    assert.deepEqual(
      errors.map(({ status }) => status),
      [403, 403, 400, 413, 415, 404, 403, 401],
    );
    const pages = [...found, ...errors.map((answer, index) => ({ path: `error ${index}`, answer }))];
    assert.ok(pages.length > 100, `${pages.length} pages`);
    for (const { path, answer } of pages) {
      const policy = `${answer.headers['content-security-policy']}`;
      assert.match(policy, /^default-src 'none';.*frame-ancestors 'none'/, path);
      assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*|https?:/, path);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', path);
      assert.equal(answer.headers['cross-origin-opener-policy'], 'same-origin', path);
      if (!IS_FOR_ALL.test(path)) assert.equal(answer.headers['cache-control'], 'no-store', path);
      assert.deepEqual(tagsOf(answer.text).filter(isScript), [], path);
    }
    const assets = new Set(
      pages.flatMap(
        ({ answer }) => answer.text.match(/\/assets\/[^"&]+/g)?.filter((each) => !each.includes('}')) ?? [],
      ),
    );
    assert.ok(assets.size >= 10);
    for (const asset of assets) {
      const { status, headers } = await museum.ask('GET', asset, { as: 'nobody' });
      assert.deepEqual(
        [status, headers['cache-control']],
        [200, 'public, max-age=31536000, immutable'],
        asset,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff', asset);
    }
  });

  it('every form is refused without its token, with that of another session, and from another site', async (t) => {
    const museum = await furnishedMuseum(t);
    const found = await crawl(await signedIn(museum, 'admin'), await startsOf(museum));
    const victim = await signedIn(museum, 'admin');
    const [own, stolen] = [
      await victim.token('/desk'),
      await (await signedIn(museum, 'admin')).token('/desk'),
    ];
    const actions = new Set(found.flatMap(({ answer }) => postsOf(answer.text)));
    for (const name of ['/undo', '/void', '/exchange', '/edit', '/cancel', '/hours', '/sell', '/accounts'])
      assert.ok(
        [...actions].some((action) => action.endsWith(name)),
        name,
      );
    const before = await everything(museum);
    const host = `127.0.0.1:${museum.port}`;
    const foreign = [
      [{}, {}],
      [{ csrf: '' }, {}],
      [{ csrf: stolen }, {}],
      [{ csrf: own }, { origin: 'https://evil.example' }],
      [{ csrf: own }, { origin: 'null' }],
      [{ csrf: own }, { origin: `http://evil.${host}` }],
      [{ csrf: own }, { 'sec-fetch-site': 'cross-site' }],
      [{ csrf: own }, { 'sec-fetch-site': 'same-site', origin: `http://${host}` }],
    ] as const;
    for (const action of actions) {
      for (const [form, headers] of foreign) {
        const answer = await victim.post(action, { ...form, reason: 'x' }, { host, ...headers });
        assert.equal(answer.status, 403, `${action} ${JSON.stringify([form, headers])}`);
      }
    }
    assert.deepEqual(await everything(museum), before);
  });

  it('a cookie is for this site alone, and nobody’s word but a trusted proxy’s is taken for TLS', async (t) => {
    const museum = await furnishedMuseum(t);
    const clerk = new Visitor(museum, { 'x-forwarded-proto': 'https' });
    const given = await clerk.signIn('cashier');
    const [ticket] = (await museum.api('GET', '/tickets?ticketDate=2027-03-01')).json;
    const answers = [
      given,
      await clerk.get('/desk?language=de'),
      await clerk.get(`/desk/print?tickets=${ticket.ticketId}&paper=a6`),
    ];
    for (const { headers } of answers) {
      const cookies = headers['set-cookie'] ?? [];
      assert.equal(cookies.length, 1);
      assert.match(`${cookies}`, /; SameSite=Strict|; SameSite=Lax/);
      assert.doesNotMatch(`${cookies}`, /; Domain=|; Secure/);
    }
    assert.match(
      `${answers[0]?.headers['set-cookie']} ${answers[2]?.headers['set-cookie']}`,
      /HttpOnly.*HttpOnly/,
    );
  });

  it('no address leads to another site, however it is written', async (t) => {
    const museum = await furnishedMuseum(t);
    const own = 'http://museum.example';
    const visitor = new Visitor(museum);
    const evil = [
      ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\\/evil.example'],
      ...[
        'https://evil.example',
        'HTTPS:evil.example',
        'https:/evil.example',
        ' //evil.example',
        '/\t/evil.example',
      ],
      ...[
        '/\n//evil.example',
        '/./\r/evil.example',
        '/.//evil.example',
        '/%2e//evil.example',
        '/desk/..//evil.example',
      ],
      ...[
        'javascript:alert(1)',
        'JaVaScript:alert(1)',
        '\u0001javascript:alert(1)',
        'data:text/html,x',
        '@evil.example',
      ],
      ...[
        'http://museum.example@evil.example',
        '/%2F/evil.example',
        '/%5Cevil.example',
        '%2F%2Fevil.example',
      ],
    ];
    for (const to of evil) {
      const ways = [
        await visitor.signIn('cashier', to),
        await visitor.get(`/sign-in?to=${encodeURIComponent(to)}`),
        await visitor.get(`/sign-in?language=de&to=${encodeURIComponent(to)}`),
        await new Visitor(museum).get(`/sign-in?to=${encodeURIComponent(to)}`),
      ];
      for (const { headers, text } of ways) {
        const next = headers.location ?? hiddenField(text, 'to');
        assert.equal(new URL(next, own).origin, own, `${to}: ${next}`);
      }
    }
    for (const path of [
      '//evil.example/',
      '//evil.example/desk',
      '/\\evil.example/',
      '/.//evil.example/',
      '/desk/..//evil.example/',
      '/%2F/evil.example/',
    ]) {
      const { headers, status } = await visitor.get(`${path}?language=de`);
      if (headers.location === undefined) assert.equal(status, 404, path);
      else assert.equal(new URL(headers.location, own).origin, own, `${path}: ${headers.location}`);
    }
    const from = { host: 'museum.example', referer: 'http://museum.example//evil.example/' };
    const form = await new Visitor(museum).post('/desk/sell', {}, from);
    assert.match(form.text, /name="to" value="\/"/);
  });

  it('no text that anybody sets is anything but text on any page of any role', async (t) => {
    const { museum, name, password } = await hostileMuseum(t);
    const found = await everyPage(museum);
    const somebody = await signedIn(museum, name, password);
    found.push(...(await crawl(somebody, await startsOf(museum))));
    const searched = await somebody.get('/desk/tickets?date=2027-03-01');
    found.push({ path: 'found', answer: searched });
    for (const { path, answer } of found) assert.deepEqual(tagsOf(answer.text).filter(isHarm), [], path);
    const read = found.map(({ answer }) => readable(answer.text)).join('\n');
    assert.deepEqual(
      SHOWN.filter((what) => !read.includes(`${what}${HOSTILE}`)),
      [],
    );
  });

  it('what is typed comes back as text, in whatever field', async (t) => {
    const { museum } = await hostileMuseum(t);
    const admin = await signedIn(museum, 'admin');
    const found = await crawl(admin, await startsOf(museum));
    const csrf = await admin.token('/desk');
    let typed = 0;
    for (const { answer: asked } of found) {
      for (const { action, method, fields } of formsOf(asked.text)) {
        const form = { ...Object.fromEntries(fields.map((field) => [field, HOSTILE])), csrf };
        const query = new URLSearchParams(form);
        const answer =
          method === 'post' ? await admin.post(action, form) : await admin.get(`${action}?${query}`);
        if (!`${answer.headers['content-type']}`.startsWith('text/html')) continue;
        typed += 1;
        assert.deepEqual(tagsOf(answer.text).filter(isHarm), [], action);
      }
    }
    assert.ok(typed > 20, `${typed} forms`);
  });
});

/** Addresses to which forms of the page are posted. */
function postsOf(page: string): string[] {
  return tagsOf(page)
    .filter(({ name, attributes }) => name === 'form' && attributes.get('method') === 'post')
    .map(({ attributes }) => attributes.get('action') ?? '');
}

/** Forms of the page in which something is typed, with the names of their fields. */
function formsOf(page: string) {
  const forms: { action: string; method: string | undefined; fields: string[] }[] = [];
  const typed = new Set<object>();
  for (const { name, attributes } of tagsOf(page)) {
    const form = forms.at(-1);
    if (name === 'form')
      forms.push({ action: attributes.get('action') ?? '', method: attributes.get('method'), fields: [] });
    const field = attributes.get('name');
    if (form === undefined || field === undefined || attributes.get('type') === 'hidden') continue;
    form.fields.push(field);
    if (['input', 'textarea'].includes(name)) typed.add(form);
  }
  return forms.filter((form) => typed.has(form) && form.action !== '');
}

/** All that a form could have changed. */
async function everything({ store }: Museum): Promise<unknown> {
  const tables = ['journal', 'tickets', 'accounts', 'check_ins', 'webhooks', 'special_events', 'deliveries'];
  return Promise.all(tables.map((table) => store.get(`SELECT count(*) AS "rows" FROM ${table}`)));
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, answerOf } from '../../fixtures/client.ts';
import { openApiDocument } from '../../src/web/api/openapi.ts';
import { Declaration } from './declaration.ts';
import { curlLine } from './fault.ts';
import { Known } from './known.ts';
import { readOptions } from './options.ts';
import { faultOf } from './pages.ts';
import { MARKUP, wounded } from './values.ts';

const declaration = new Declaration(JSON.parse(JSON.stringify(openApiDocument())));
const capacity = { capacity: 5 };

function answer(status: number, body: unknown, headers: Answer['headers'] = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return answerOf(status, { 'content-type': type, ...headers }, [Buffer.from(text)]);
}

function problem(status: number, more: object = {}) {
  return { type: '/problems/forbidden', title: 'No', status, detail: 'No.', ...more };
}

/** Every GET has one. */
const TAG = { etag: '"x"' };

describe('the fuzz finds an answer of the API that is not as declared:', () => {
  const CASES: Readonly<Record<string, readonly [Answer, RegExp | undefined]>> = {
    'right ones are right': [answer(200, capacity, TAG), undefined],
    'so are refusals': [answer(403, problem(403)), undefined],
    'another status': [answer(418, problem(418)), /418 is not declared/],
    'a body that is not as the schema says': [answer(200, { capacity: 'five' }, TAG), /\/capacity must be/],
    'no JSON': [answer(200, 'capacity: 5', TAG), /no JSON/],
    'another media type': [
      answer(200, capacity, { ...TAG, 'content-type': 'text/html' }),
      /text\/html, which is not/,
    ],
    'a header that is not declared': [answer(200, capacity, { 'x-powered-by': 'x' }), /headers x-powered-by/],
    'a declared header that is missing': [answer(401, problem(401)), /lacks the header Www-Authenticate/],
    'a problem that says another status': [answer(403, problem(404)), /says the status 404/],
  };
  for (const [what, [given, fault]] of Object.entries(CASES))
    it(what, () => {
      const found = declaration.faultOf('GET', '/capacity/general', given, 'admin') ?? '';
      assert.match(found, fault ?? /^$/);
    });

  it('a success for a role that may not', () => {
    const found = declaration.faultOf('PUT', '/capacity/general', answer(200, capacity), 'viewer') ?? '';
    assert.match(found, /for the role viewer, which may not/);
  });

  it('an unknown address that is answered with success, and a 405 without Allow', () => {
    assert.match(declaration.faultOf('GET', '/nothing', answer(200, {})) ?? '', /200 of an unknown address/);
    assert.match(declaration.faultOf('PUT', '/museum', answer(405, problem(405))) ?? '', /without Allow/);
  });
});

describe('the fuzz finds a page that is not one:', () => {
  const PAGE = '<!doctype html>\n<html lang="en">\n<title>A</title><h1>A</h1></html>\n';
  const HEADERS = {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  };
  const get = { method: 'GET', path: '/desk/accounts', headers: {} };
  const post = { ...get, method: 'POST' };
  const page = (status: number, text: string, headers: Answer['headers'] = {}) =>
    answerOf(status, { ...HEADERS, ...headers }, [Buffer.from(text)]);
  it('a whole page is right', () => assert.equal(faultOf(get, page(200, PAGE), 'admin'), undefined));
  it('markup that somebody typed', () =>
    assert.match(faultOf(get, page(200, PAGE.replace('A', MARKUP)), 'admin') ?? '', /shows markup/));
  it('a page without a policy', () =>
    assert.match(
      faultOf(get, page(200, PAGE, { 'content-security-policy': undefined }), 'admin') ?? '',
      /policy/,
    ));
  it('half a page', () =>
    assert.match(faultOf(get, page(200, PAGE.slice(0, 40)), 'admin') ?? '', /no whole page/));
  it('a redirect to another site', () =>
    assert.match(faultOf(get, page(303, '', { location: '//evil.invalid/' }), 'admin') ?? '', /leads to/));
  it('a form that is done for a role that may not', () =>
    assert.match(faultOf(post, page(200, PAGE), 'cashier') ?? '', /for the role cashier, which may not/));
});

it('a fault comes with a curl command that sends the very bytes', () => {
  const sent = { method: 'POST', path: '/v1.1/tickets?a=%27', headers: { accept: '', 'x-a': ['1', "it's"] } };
  assert.equal(
    curlLine({ ...sent, body: Buffer.from([0x7b, 0xff, 0x27]) }, 'http://127.0.0.1:1'),
    "curl -sSi --path-as-is -X POST 'http://127.0.0.1:1/v1.1/tickets?a=%27' -H 'accept;' -H 'x-a: 1'" +
      " -H $'x-a: it\\x27s' --data-binary $'{\\xff\\x27'",
  );
});

it('placeholders stand for what answers have told, and the same wounds make the same request', () => {
  const known = new Known();
  assert.match(known.resolve('{{eventId:3}}'), /^[0-9a-f-]{36}$/);
  known.learnFrom(answer(200, { eventId: 'one', code: '{{eventId:9}}' }));
  known.learnFrom(answer(404, { eventId: 'none' }));
  assert.equal(known.resolve('/a/{{eventId:3}}'), '/a/one');
  const all = [{ at: 2, how: 'put', value: [0] } as const];
  assert.deepEqual(wounded({ a: 1, b: { c: 2 } }, all), wounded({ a: 1, b: { c: 2 } }, all));
});

it('says what is wrong with its arguments', () => {
  assert.deepEqual(readOptions(['--seed', '7', '--requests', '9', '--interface', 'gate, api']), {
    ...{ seed: 7, requests: 9, interfaces: ['gate', 'api'], isOnPostgres: false },
  });
  assert.equal(readOptions(['--help']), undefined);
  assert.throws(() => readOptions(['--requests', 'many']), /--requests is a whole number, not "many"/);
  assert.throws(
    () => readOptions(['--interface', 'door']),
    /--interface is some of api,octo,shop,desk,gate,payments/,
  );
  assert.equal(readOptions(['--database', 'postgres'])?.isOnPostgres, true);
  assert.throws(() => readOptions(['--database', 'mysql']), /--database is sqlite or postgres, not "mysql"/);
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { once } from '../../core/once.ts';
import { acceptsEncoding } from '../../http/accept.ts';
import { type Answer, permanentRedirect, send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';
import { demoNotice, type Site, siteAssets, siteHead } from '../../pages/layout.ts';
import { GUIDE_LINKS } from './guide-pages.ts';
import { NO_MUSEUM, PUBLIC_LINKS } from './public-page.ts';

/**
 * The interface for readers: /openapi.json, and /docs, which shows it in Swagger UI. Everything comes from this
 * service, so that it works without the internet. Files are read when they are first asked for.
 */
export function routeReferencePages(app: FastifyInstance, site: Site = NO_MUSEUM): void {
  app.get('/docs/', (request, reply) => send(request, reply, permanentRedirect('/docs')));
  const page = { type: 'text/html; charset=utf-8', read: () => referencePage(site) };
  for (const [address, { type, read }] of Object.entries({ ...FILES, '/docs': page })) {
    const load = once(async () => packed(type, await read()));
    app.get(address, async (request, reply) => send(request, reply, pick(request, await load())));
  }
}

/** Swagger UI's styles and ours don't go together; the head has a sheet of its own. */
function referencePage({ museumName, isDemo }: Site): string {
  const navigation = { links: [...PUBLIC_LINKS, ...GUIDE_LINKS], here: '/docs' };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Museum: the interface</title>
<link rel="icon" href="/docs/favicon.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="${siteAssets.address('reference.css')}">
${isDemo ? `<link rel="stylesheet" href="${siteAssets.address('demo.css')}">\n` : ''}</head>
<body>
${isDemo ? demoNotice('en') : ''}${siteHead({ language: 'en', museumName, navigation })}
<main id="reference"><noscript>
<h1>The interface</h1>
<p>It is described in <a href="/openapi.json">openapi.json</a>.</p>
</noscript></main>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
}

// Without validatorUrl: null, Swagger UI would send the document to a validator on the internet.
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)');
dark.onchange = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.onchange();
SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, displayRequestDuration: true,
});
`;

/** Only resources of this origin are loaded. Swagger UI's own pictures are data: URLs in its style sheet. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface ServedFile {
  readonly type: string;
  read(): Promise<string | Uint8Array> | string;
}

const FILES: Readonly<Record<string, ServedFile>> = {
  '/openapi.json': {
    type: 'application/json',
    read: () => readFile(new URL('../../../openapi.json', import.meta.url)),
  },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', read: () => START },
  '/docs/swagger-ui.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => swaggerFile('swagger-ui-bundle.js'),
  },
  '/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', read: () => swaggerFile('swagger-ui.css') },
  '/docs/favicon.png': { type: 'image/png', read: () => swaggerFile('favicon-32x32.png') },
};

function swaggerFile(name: string): Promise<Uint8Array> {
  return readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${name}`)));
}

/** The same file for clients that take gzip and for those that don't. */
interface Packed {
  readonly plain: Answer;
  readonly gzipped: Answer;
}

async function packed(type: string, body: string | Uint8Array): Promise<Packed> {
  const headers = {
    'content-type': type,
    'content-security-policy': SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  };
  const small = await promisify(gzip)(body);
  return {
    plain: tagged({ status: 200, headers, body }),
    gzipped: tagged({ status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: small }),
  };
}

function pick(request: FastifyRequest, { plain, gzipped }: Packed): Answer {
  return readOnCondition(request, acceptsEncoding('gzip', request.headers) ? gzipped : plain);
}

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Answer, send } from '../../http/answer.ts';
import { readOnCondition, tagged } from '../../http/conditional.ts';
import { favicon, siteSheets } from '../../pages/layout.ts';
import { LANGUAGES, type Language } from '../../pages/texts.ts';
import { gateAssets } from './gate-assets.ts';
import { type GateMuseum, gatePage } from './gate-page.ts';
import { gateTexts } from './gate-texts.ts';

/** All files that the page may load; a test compares them with the requests of a browser. */
const FILES = [
  ...['gate.css', 'admitted.svg', 'refused.svg', 'left.svg', 'icon.svg', 'icon-192.png'],
  ...['gate.js', 'awake.js', 'storage.js', 'camera.js', 'decide-alone.js', 'door.js', 'hand-in.js'],
  ...['entry-time.js', 'instant-of.js', 'cards.js', 'card-pattern.js', 'check-digit.js'],
  ...[
    'browser-family.js',
    'controller.js',
    'counting.js',
    'hand-in-counts.js',
    'cut-scan.js',
    'knowledge.js',
    'keyboard-advice.js',
    'meant-code.js',
    'memory.js',
    'name.js',
    'override.js',
    'reader.js',
    'reader-worker.js',
    'scan.js',
    'screen.js',
  ],
  ...[
    'service.js',
    'signals.js',
    'verdict.js',
    'verdict-languages.js',
    'read-ticket-code.js',
    'imported-code.js',
    'keyboard-layouts.js',
    'scanned-code.js',
    'imported.js',
    'spelled-code.js',
  ],
  ...['zxing.js', 'share.js', 'zxing.wasm'],
];

/** Routes the files with which the page can be installed and opens offline. They hold nothing secret. */
export function routeInstallable(app: FastifyInstance, museum: GateMuseum): void {
  const config = { isPublic: true };
  for (const language of LANGUAGES) {
    const made = (make: () => Answer) => madeFor(() => museum.settings.version, make);
    const answers = {
      [pageIn(language)]: made(() => tagged(gatePage(museum, language))),
      [`/gate/worker-${language}.js`]: made(() => worker(museum, language)),
      [`/gate/manifest-${language}.webmanifest`]: made(() => manifest(museum, language)),
    };
    for (const [path, answer] of Object.entries(answers))
      app.get(path, { config }, async (request, reply) =>
        send(request, reply, readOnCondition(request, answer())),
      );
  }
}

function pageIn(language: Language): string {
  return `/gate/page-${language}`;
}

/** Makes the answer when it is first needed, and again for another version of the settings. */
function madeFor(versionOf: () => number, make: () => Answer): () => Answer {
  let made: { readonly version: number; readonly answer: Answer } | undefined;
  return () => {
    const version = versionOf();
    if (made?.version !== version) made = { version, answer: make() };
    return made.answer;
  };
}

/** The worker changes with the page and any of its files. It caches the page in all languages, for use offline. */
function worker(museum: GateMuseum, language: Language): Answer {
  const page = pageIn(language);
  const assets = FILES.map((name) => gateAssets.address(name));
  const files = [...LANGUAGES.map(pageIn), favicon(), ...siteSheets(museum), ...assets];
  const texts = LANGUAGES.map((each) => gatePage(museum, each).body);
  const version = hash('sha256', [page, ...texts, ...files].join('\n'), 'hex').slice(0, 16);
  const source = readFileSync(new URL('assets/worker.js', import.meta.url), 'utf8');
  const body = `globalThis.contents = ${JSON.stringify({ version, page, files })};\n${source}`;
  return tagged({ status: 200, headers: { ...headersFor('text/javascript'), ...ALLOWED }, body });
}

/** The worker is below /gate/ but has to control /gate as well. */
const ALLOWED = { 'service-worker-allowed': '/gate' };

function manifest({ settings: museum }: GateMuseum, language: Language): Answer {
  const name = `${gateTexts(language)('title')} · ${museum.now.name}`;
  const icon = (file: string, sizes: string, type: string, purpose: string) => ({
    src: gateAssets.address(file),
    ...{ sizes, type, purpose },
  });
  const body = JSON.stringify({
    ...{ id: '/gate', name, short_name: gateTexts(language)('title'), lang: language },
    ...{ start_url: '/gate', scope: '/gate', display: 'standalone', orientation: 'any' },
    ...{ background_color: '#fbfaf7', theme_color: '#b3261e' },
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml', 'any'),
      icon('icon-192.png', '192x192', 'image/png', 'any'),
      icon('icon-512.png', '512x512', 'image/png', 'maskable'),
    ],
  });
  return tagged({ status: 200, headers: headersFor('application/manifest+json'), body });
}

function headersFor(type: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/**
 * The service worker: caches the page on the device, so that it opens offline. Each version has a cache of its own, filled
 * completely before it is used; an older one is deleted when no page uses it any more. Waiting scans are in IndexedDB, which
 * the worker never changes.
 *
 * In front of this file the service writes the version, the page's address here, and all that the page is made of.
 */
(() => {
  /** @type {import('./types.ts').Contents} */
  const { version, page, files } = Reflect.get(globalThis, 'contents');
  const NAME = `museum-gate-${version}`;
  /** The timeout for loading the page from the service. */
  const TIMEOUT_MS = 3_000;
  /** @type {{ clients: { claim(): Promise<void> } }} */
  const worker = Object(globalThis);

  addEventListener('install', (event) => {
    const life = /** @type {import('./types.ts').LifeEvent} */ (event);
    life.waitUntil(fill());
  });

  addEventListener('activate', (event) => {
    const life = /** @type {import('./types.ts').LifeEvent} */ (event);
    life.waitUntil(dropOthers().then(() => worker.clients.claim()));
  });

  addEventListener('fetch', (event) => {
    const asked = /** @type {import('./types.ts').FetchEvent} */ (event);
    const { pathname, origin } = new URL(asked.request.url);
    if (origin !== location.origin || asked.request.method !== 'GET') return;
    if (asked.request.mode === 'navigate' && pathname === '/gate') asked.respondWith(openPage(asked.request));
    else if (asked.request.mode === 'navigate') asked.respondWith(orGate(asked.request));
    else if (pathname.startsWith('/assets/')) asked.respondWith(fromCache(asked.request));
  });

  async function fill() {
    const cache = await caches.open(NAME);
    await cache.addAll(files);
  }

  async function dropOthers() {
    const names = (await caches.keys()).filter((name) => name.startsWith('museum-gate-') && name !== NAME);
    await Promise.all(names.map((name) => caches.delete(name)));
  }

  /**
   * The page from the service; if that does not answer in time, the cached page in the requested language.
   * @param {Request} request
   */
  async function openPage(request) {
    const cache = await caches.open(NAME);
    const chosen = new URL(request.url).searchParams.get('language');
    const kept = (await cache.match(`/gate/page-${chosen}`)) ?? (await cache.match(page)) ?? Response.error();
    try {
      const response = await Promise.race([fetch(request), timeout()]);
      return response.status >= 500 ? kept : response;
    } catch {
      return kept;
    }
  }

  /**
   * Other pages are not cached. Offline, requests for them are redirected to the gate.
   * @param {Request} request
   */
  function orGate(request) {
    return fetch(request).catch(() => Response.redirect('/gate'));
  }

  /** @returns {Promise<never>} */
  function timeout() {
    return new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), TIMEOUT_MS));
  }

  /** @param {Request} request */
  async function fromCache(request) {
    return (await (await caches.open(NAME)).match(request)) ?? fetch(request);
  }
})();

/** The longest time for finding out why a request has failed. */
const MAX_MS = 2_000;

/**
 * In a browser, a request that the museum does not allow the page (CORS) fails in the same way as one to a museum that is away.
 * @param {typeof globalThis.fetch} fetch
 * @param {URL} url of the request that has failed
 * @param {{ headers: Headers, timeout: number, signal: AbortSignal | undefined }} asked its headers, its timeout in milliseconds
 * and what ends it: they hold for what is asked here, too
 * @param {string} baseUrl
 * @returns {Promise<string | undefined>} the origin of the page, when the museum refuses it; undefined: it is allowed, or the
 * museum is away
 */
export async function refusedOrigin(fetch, url, { headers, timeout, signal: stop }, baseUrl) {
  const origin = globalThis.location?.origin;
  if (origin === undefined || origin === url.origin) return undefined;
  const limit = AbortSignal.timeout(Math.min(Math.ceil(timeout), MAX_MS));
  const signal = stop === undefined ? limit : AbortSignal.any([stop, limit]);
  // Every page may read the public keys. A gateway in front of a museum that is away does not answer so.
  const isUp = () => succeeds(fetch(new URL('/.well-known/jwks.json', url), { cache: 'no-store', signal }));
  // Any answer will do, but to a request with the same headers. The museum is asked before and after it.
  const isRefused = async () =>
    !(await succeeds(fetch(`${baseUrl}/museum`, { headers, cache: 'no-store', signal })));
  return (await isUp()) && (await isRefused()) && (await isUp()) ? origin : undefined;
}

/** @param {Promise<Response>} asked */
function succeeds(asked) {
  return asked.then(
    () => true,
    () => false,
  );
}

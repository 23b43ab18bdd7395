/**
 * Updates the figures of the page: it loads the page again and copies them. Without a connection the last figures stay and
 * are marked as old. A device that was asleep reloads as soon as it wakes.
 */
const EVERY = 3_000;
const TIMEOUT_MS = 3_000;

/** The elements to copy, including the day. */
const PARTS = ['day', 'figures', 'connection'];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isLooking = false;

async function look() {
  if (isLooking || document.visibilityState === 'hidden') return;
  isLooking = true;
  clearTimeout(timer);
  try {
    show(await ask());
  } catch {
    showOld();
  } finally {
    isLooking = false;
    timer = setTimeout(look, EVERY);
  }
}

/** @returns {Promise<Document>} the page as it is now */
async function ask() {
  const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status >= 500) throw new Error(`${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** @param {Document} page */
function show(page) {
  for (const id of PARTS) {
    const now = page.getElementById(id);
    // The session is over, or the permission was removed: the reloaded page says so.
    if (now === null) return location.reload();
    const shown = document.getElementById(id);
    if (shown !== null && !shown.isEqualNode(now)) take(shown, now);
  }
}

/**
 * Keeps the element itself, so that screen readers announce the change.
 * @param {Element} shown
 * @param {Element} now
 */
function take(shown, now) {
  for (const { name, value } of now.attributes) shown.setAttribute(name, value);
  shown.replaceChildren(...now.childNodes);
}

function showOld() {
  const connection = document.getElementById('connection');
  if (connection === null || connection.dataset.connection === 'offline') return;
  connection.dataset.connection = 'offline';
  connection.removeAttribute('aria-live'); // so that screen readers don't announce the time each minute
  connection.textContent = connection.dataset.noConnection ?? '';
}

for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, look);
document.addEventListener('visibilitychange', look);

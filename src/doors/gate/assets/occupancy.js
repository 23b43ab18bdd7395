/**
 * Keeps the figures of the page true: asks for the page again and takes its figures. What was known last stays, and is
 * called old, while there is no connection; a device that was asleep asks as soon as it wakes.
 */
const EVERY = 3_000;
const TIMEOUT_MS = 3_000;

/** What changes: another day may have begun. */
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
    // Somebody has to sign in, or may not see it any more: the page says so itself.
    if (now === null) return location.reload();
    const shown = document.getElementById(id);
    if (shown !== null && !shown.isEqualNode(now)) take(shown, now);
  }
}

/**
 * What is announced stays the same element.
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
  connection.removeAttribute('aria-live'); // while all is well, nobody is told each minute what time it is
  connection.textContent = connection.dataset.noConnection ?? '';
}

for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, look);
document.addEventListener('visibilitychange', look);

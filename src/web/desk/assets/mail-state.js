// @ts-check
// While a mail waits, the page asks what became of it, less and less often. Without this, reloading the page shows it.
/** Milliseconds. */
const [FIRST, LONGEST] = [1_000, 60_000];
const line = document.querySelector('[data-mail="waiting"]');

if (line instanceof HTMLElement) askIn(line, FIRST);

/**
 * @param {HTMLElement} line
 * @param {number} ms
 */
function askIn(line, ms) {
  setTimeout(async () => {
    const answer = document.hidden ? undefined : await fetch(location.href).catch(() => undefined);
    if (answer?.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const now = /** @type {HTMLElement | null} */ (page.querySelector('[data-mail]'));
      if (now === null) return; // the session is over
      if (now.textContent !== line.textContent) line.replaceChildren(...now.childNodes);
      if (now.dataset.mail !== 'waiting') return;
    }
    askIn(line, Math.min(1.5 * ms, LONGEST));
  }, ms);
}

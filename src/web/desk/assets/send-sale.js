// @ts-check
// Sends the sale so that a lost connection loses nothing, and the browser's Back then shows what was sold. Without this,
// the browser sends the form.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-lost]'));
const first = form?.querySelector('select, input[type="number"]');

if (form) {
  showSold();
  addEventListener('pageshow', showSold);
  if (document.activeElement === document.body) {
    /** @type {HTMLElement | undefined | null} */ (first)?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }
  form.addEventListener('submit', async (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.name) return; // shows another day, or adds up
    event.preventDefault();
    const body = new URLSearchParams(/** @type {string[][]} */ ([...new FormData(form)]));
    say('');
    const answer = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
    if (answer === undefined) return say(form.dataset.lost ?? '');
    // What can't be sold is shown by the page that the browser itself gets. It sends the same key: nothing is sold twice.
    if (!answer.redirected) return form.submit();
    history.replaceState({ sold: answer.url }, '');
    location.assign(answer.url);
  });
}

function showSold() {
  if (history.state?.sold) location.replace(history.state.sold);
}

/** @param {string} sentence */
function say(sentence) {
  const status = /** @type {HTMLElement} */ (form?.querySelector('[role="status"]'));
  status.textContent = sentence;
}

// @ts-check
// Says how many tickets of an order are chosen, by number and by code. Without this, only the next page says it. What is about to be done
// is hidden while others are chosen than those that it is about.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form.order-tickets'));
const bar = /** @type {HTMLElement | null | undefined} */ (document.querySelector('[data-chosen]'));
const act = /** @type {HTMLElement | null} */ (document.querySelector('.act'));
const { lang } = document.documentElement;

if (form && bar) {
  /** @type {Record<string, string>} */
  const texts = JSON.parse(bar.dataset.chosen ?? '{}');
  const plurals = new Intl.PluralRules(lang);
  const tell = () => {
    const count = chosenIn(form);
    if (act) act.hidden = isChanged(form);
    const text = texts[plurals.select(count)] ?? texts.other ?? '';
    bar.textContent =
      count === 0 ? (bar.dataset.none ?? '') : text.replace('{count}', count.toLocaleString(lang));
  };
  form.addEventListener('input', tell);
  addEventListener('pageshow', tell); // the browser may have filled the form in again
  tell();
}

/**
 * As the service counts: those of a row that are ticked, else so many.
 * @param {HTMLFormElement} form
 */
function chosenIn(form) {
  return [...form.querySelectorAll('tr')].reduce((sum, row) => {
    const ticked = row.querySelectorAll('input:checked').length;
    const number = row.querySelector('input[type="number"]');
    return sum + (ticked || (number instanceof HTMLInputElement ? wantedIn(number) : 0));
  }, 0);
}

/** @param {HTMLFormElement} form */
function isChanged(form) {
  return [...form.querySelectorAll('input')].some(
    ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked,
  );
}

/** @param {HTMLInputElement} number */
function wantedIn({ value, max }) {
  return Math.min(Math.max(0, Math.floor(Number(value))), Number(max));
}

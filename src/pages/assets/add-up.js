// @ts-check
/**
 * Keeps the sum of a form up to date: each field says in `data-cents` what one costs, in `data-cents-at` at which entry times it
 * costs something else, and the form in `data-currency` in what. `data-less` is what a code makes it cheaper until something else is
 * chosen.
 * @param {HTMLFormElement} form
 * @param {HTMLOutputElement} sum
 * @param {(cents: number) => void} [told] is called with each sum
 */
export function keepSum(form, sum, told) {
  const money = moneyIn(/** @type {string} */ (form.dataset.currency));
  let less = Number(form.dataset.less ?? 0);
  const addUp = () => {
    const counted = [...form.querySelectorAll('input')].filter(
      ({ dataset, type, checked }) => dataset.cents !== undefined && (type !== 'radio' || checked),
    );
    const cents = counted.reduce((total, input) => total + centsOf(input) * Number(input.value), -less);
    sum.value = money(cents);
    told?.(cents);
  };
  form.addEventListener('input', ({ target }) => {
    const isChoice = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isChoice && (target.dataset.cents !== undefined || target.name.startsWith('time.'))) less = 0;
    addUp();
  });
  addUp();
  form.addEventListener('wheel', keepNumber, { passive: true });
}

/**
 * What one of the field costs, at the entry time that is chosen.
 * @param {HTMLInputElement} input
 */
export function centsOf({ dataset: { cents, centsAt }, form, name }) {
  if (!centsAt || !form) return Number(cents);
  const time = new FormData(form).get(`time.${name.split('.', 1)[0]}`);
  return Number(JSON.parse(centsAt)[String(time)] ?? cents);
}

/**
 * Writes cents as core/words.ts does: with as many decimals as the currency has, and never fewer than the price.
 * @param {string} currency
 * @returns {(cents: number) => string}
 */
export function moneyIn(currency) {
  const { lang } = document.documentElement;
  const money = new Intl.NumberFormat(lang, { style: 'currency', currency });
  const exact = new Intl.NumberFormat(lang, { style: 'currency', currency, minimumFractionDigits: 2 });
  const usualDecimals = money.resolvedOptions().maximumFractionDigits ?? 2;
  return (cents) => (usualDecimals < 2 && cents % 100 !== 0 ? exact : money).format(cents / 100);
}

/**
 * The wheel over a number that has the focus scrolls the page, as it does everywhere else: what may not be edited for that
 * moment does not take it.
 * @param {WheelEvent} event
 */
function keepNumber({ target }) {
  if (!(target instanceof HTMLInputElement) || target.type !== 'number') return;
  target.readOnly = true;
  setTimeout(() => {
    target.readOnly = false;
  });
}

// @ts-check
/**
 * Keeps the sum of a form up to date: each field says in `data-cents` what one costs, the form in `data-currency` in what.
 * @param {HTMLFormElement} form
 * @param {HTMLOutputElement} sum
 * @param {(cents: number) => void} [told] is called with each sum
 */
export function keepSum(form, sum, told) {
  const currency = /** @type {string} */ (form.dataset.currency);
  const { lang } = document.documentElement;
  // As core/words.ts has it: as many decimals as the currency has, and never fewer than the price.
  const money = new Intl.NumberFormat(lang, { style: 'currency', currency });
  const exact = new Intl.NumberFormat(lang, { style: 'currency', currency, minimumFractionDigits: 2 });
  const usualDecimals = money.resolvedOptions().maximumFractionDigits ?? 2;
  const addUp = () => {
    const counted = [...form.querySelectorAll('input')].filter(({ dataset }) => dataset.cents !== undefined);
    const cents = counted.reduce(
      (total, { dataset, value }) => total + Number(dataset.cents) * Number(value),
      0,
    );
    sum.value = (usualDecimals < 2 && cents % 100 !== 0 ? exact : money).format(cents / 100);
    told?.(cents);
  };
  form.addEventListener('input', addUp);
  addUp();
  form.addEventListener('wheel', keepNumber, { passive: true });
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

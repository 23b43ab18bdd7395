// @ts-check
// The sum follows what is typed. Without this, the button "Add up" does it.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const sum = form?.querySelector('output');

if (form && sum) {
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
  };
  form.addEventListener('input', addUp);
  form.querySelector('button[value="add-up"]')?.remove();

  /** @type {Record<string, string>} */
  const methods = { c: 'cash', k: 'card' };
  // One key says how it is paid, and sells: no letter belongs into the fields for numbers and times.
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isTyping = target instanceof HTMLInputElement && !['number', 'radio'].includes(target.type);
    const method = isTyping || event.ctrlKey || event.altKey || event.metaKey ? undefined : methods[key];
    const radio = method && form.querySelector(`input[name="paidBy"][value="${method}"]`);
    if (!(radio instanceof HTMLInputElement)) return;
    event.preventDefault();
    radio.checked = true;
    form.requestSubmit();
  });
}

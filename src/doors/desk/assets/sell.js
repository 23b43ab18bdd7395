// @ts-check
// The sum follows what is typed. Without this, the button "Add up" does it.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const sum = form?.querySelector('output');

if (form && sum) {
  const currency = /** @type {string} */ (form.dataset.currency);
  const locale = document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const addUp = () => {
    const counted = [...form.querySelectorAll('input')].filter(({ dataset }) => dataset.cents !== undefined);
    const cents = counted.reduce(
      (total, { dataset, value }) => total + Number(dataset.cents) * Number(value),
      0,
    );
    sum.value = money.format(cents / 100);
  };
  form.addEventListener('input', addUp);
  form.querySelector('button[value="add-up"]')?.remove();
}

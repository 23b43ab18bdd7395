// @ts-check
// The sum and the change follow what is typed. Without this, the button "Add up" does it, and the change is shown after the sale.
import { keepSum } from '../../../pages/assets/add-up.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const sum = form?.querySelector('output');
const change = /** @type {HTMLElement | null | undefined} */ (form?.querySelector('[data-change]'));
let total = 0;

if (form && sum) {
  keepSum(form, sum, (cents) => {
    total = cents;
    askForPayment(form);
    showChange(form);
  });
  form.addEventListener('change', () => showChange(form));
  form.querySelector('button[value="add-up"]')?.remove();

  /** @type {Record<string, string>} */
  const methods = { c: 'cash', k: 'card', i: 'invoice', v: 'voucher', o: 'other', r: 'reserve', t: 'two' };
  // One key says how it is paid, and sells: no letter belongs into the fields for numbers and times.
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isTyping = target instanceof HTMLInputElement && !['number', 'radio'].includes(target.type);
    const method = isTyping || event.ctrlKey || event.altKey || event.metaKey ? undefined : methods[key];
    const radio = method && form.querySelector(`input[name="paidBy"][value="${method}"]`);
    if (!(radio instanceof HTMLInputElement)) return;
    event.preventDefault();
    radio.checked = true;
    if (method === 'two') /** @type {HTMLElement | null} */ (form.querySelector('#method-1'))?.focus();
    else form.requestSubmit();
  });
}

/**
 * How it is paid is asked only when there is something to pay.
 * @param {HTMLFormElement} form
 */
function askForPayment(form) {
  const asked = /** @type {HTMLElement | null} */ (form.querySelector('[data-payment]'));
  const choice = asked?.querySelector('fieldset');
  if (!asked || !choice) return;
  asked.hidden = total === 0;
  choice.disabled = total === 0;
  for (const radio of choice.querySelectorAll('input')) radio.required = true;
}

/** @param {HTMLFormElement} form */
function showChange(form) {
  const line = change?.parentElement;
  if (!change || !line) return;
  const typed = new FormData(form);
  const back = centsIn(typed.get('given')) - cashIn(typed);
  line.hidden = !typed.get('given') || !(back >= 0);
  const money = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'currency',
    currency: form.dataset.currency,
  });
  if (!line.hidden) change.textContent = money.format(back / 100);
}

/** @param {FormData} typed */
function cashIn(typed) {
  if (typed.get('paidBy') !== 'two') return total;
  const first = centsIn(typed.get('amount-1'));
  const second = typed.get('amount-2') ? centsIn(typed.get('amount-2')) : total - first;
  return (typed.get('method-1') === 'cash' ? first : 0) + (typed.get('method-2') === 'cash' ? second : 0);
}

/** @param {FormDataEntryValue | null} text */
function centsIn(text) {
  return Math.round(
    Number(
      String(text ?? '')
        .trim()
        .replace(',', '.'),
    ) * 100,
  );
}

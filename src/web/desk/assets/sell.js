// @ts-check
// The sum follows what is typed. Without this, the button "Add up" does it.
import { keepSum } from '../../../pages/assets/add-up.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const sum = form?.querySelector('output');

if (form && sum) {
  keepSum(form, sum, askForPayment);
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

/**
 * How it is paid is asked only when there is something to pay.
 * @param {number} cents
 */
function askForPayment(cents) {
  const choice = /** @type {HTMLFieldSetElement | null | undefined} */ (
    form?.querySelector('fieldset[role="radiogroup"]')
  );
  if (!choice) return;
  choice.hidden = cents === 0;
  choice.disabled = cents === 0;
  for (const radio of choice.querySelectorAll('input')) radio.required = true;
}

// @ts-check
// The basket, the sum and the change follow what is typed. Without this, the buttons "Add up" and those of the notes do it.
import { centsOf, keepSum, moneyIn } from '../../../pages/assets/add-up.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const sum = form?.querySelector('output');
const change = /** @type {HTMLElement | null | undefined} */ (form?.querySelector('[data-change]'));
const basket = form?.querySelector('[data-basket]');
const money = moneyIn(form?.dataset.currency ?? 'EUR');
let total = 0;

if (form && sum) {
  keepSum(form, sum, (cents) => {
    total = cents;
    showBasket(form);
    askForPayment(form);
    showChange(form);
  });
  form.addEventListener('change', () => showChange(form));
  form.querySelector('button[value="add-up"]')?.remove();
  for (const note of form.querySelectorAll('button')) if (note.name === 'note') give(form, note);

  /** @type {Record<string, string>} */
  const methods = { c: 'cash', k: 'card', i: 'invoice', v: 'voucher', o: 'other', r: 'reserve', t: 'two' };
  // One key says how it is paid, and sells: no letter belongs into the fields for numbers and times.
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key === 'Escape' && target instanceof HTMLElement) target.blur(); // so that keys lead elsewhere
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

/** @param {HTMLFormElement} form */
function showBasket(form) {
  const chosen = [...form.querySelectorAll('input')].filter(
    ({ dataset, value }) => dataset.what && Number(value) > 0,
  );
  basket?.replaceChildren(...chosen.map((input) => lineOf(form, input)));
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
function lineOf(form, input) {
  const { dataset, name, value } = input;
  const { what, ask } = dataset;
  const time = new FormData(form).get(`time.${name.split('.', 1)[0]}`);
  const line = document.createElement('li');
  const add = (/** @type {string} */ tag, /** @type {string} */ text) =>
    line.append(Object.assign(document.createElement(tag), { textContent: text }), ' ');
  add('span', [`${Number(value)} × ${what}`, time].filter(Boolean).join(', '));
  add('span', money(centsOf(input) * Number(value)));
  if (ask) add('strong', ask);
  return line;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} note
 */
function give(form, note) {
  note.addEventListener('click', (event) => {
    event.preventDefault();
    const given = /** @type {HTMLInputElement | null} */ (form.querySelector('#given'));
    if (given) given.value = note.value;
    showChange(form);
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
  if (!line.hidden) change.textContent = money(back);
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

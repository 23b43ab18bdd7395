// @ts-check
// What is chosen and what it costs follow what is typed, and buttons add and take away one. Without this, the numbers are typed,
// and the basket is that of the last post.
import { centsOf, keepSum, moneyIn } from '../../../pages/assets/add-up.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const basket = /** @type {HTMLElement | null | undefined} */ (form?.querySelector('.basket'));
const sum = basket?.querySelector('output');

if (form && basket && sum) {
  /** @type {HTMLInputElement[]} */
  const counts = [...form.querySelectorAll('input')].filter(
    (input) => input.type === 'number' && input.closest('.count'),
  );
  for (const donation of form.querySelectorAll('.donation')) keepOneAmount(donation);
  const fill = fillBasket(form, basket, counts);
  const keepApplied = keepCode(form, basket, sum);
  keepSum(form, sum, (cents) => fill(cents));
  keepApplied?.();
  for (const input of counts) addSteps(input);
  form.addEventListener('focusin', ({ target }) => keepAbove(/** @type {HTMLElement} */ (target), basket));
}
openTarget();
addEventListener('hashchange', openTarget);

/**
 * An amount that is typed is the one that is chosen, and goes when another is.
 * @param {Element} donation
 */
function keepOneAmount(donation) {
  const typed = /** @type {HTMLInputElement} */ (donation.querySelector('input[type="number"]'));
  const other = /** @type {HTMLInputElement} */ (donation.querySelector('input[value="other"]'));
  typed.addEventListener('input', () => {
    other.checked = true;
  });
  donation.addEventListener('change', ({ target }) => {
    if (target === other) typed.focus();
    else if (target !== typed) typed.value = '';
  });
}

/** A link to an offer opens its row. */
function openTarget() {
  const offer = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('details');
  if (!offer) return;
  offer.open = true;
  offer.scrollIntoView();
}

/**
 * What the service has worked out with a code.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} basket
 * @param {HTMLOutputElement} sum
 * @returns {(() => void) | undefined} shows it again, until something else is chosen
 */
function keepCode(form, basket, sum) {
  const applied = /** @type {HTMLElement | null} */ (form.querySelector('.applied'));
  if (!applied) return undefined;
  const list = /** @type {HTMLElement} */ (basket.querySelector('.chosen'));
  const button = /** @type {HTMLElement} */ (basket.querySelector('button[data-free]'));
  const [lines, total, text] = [[...list.children], sum.value, button.textContent];
  let isCurrent = true;
  const show = () => {
    if (!isCurrent) return;
    list.replaceChildren(...lines);
    sum.value = total;
    button.textContent = text;
  };
  return () => {
    show();
    form.addEventListener('input', ({ target }) => {
      const isChoice = !(target instanceof HTMLInputElement && ['email', 'code'].includes(target.name));
      if (isCurrent && isChoice) applied.textContent = applied.dataset.again ?? '';
      if (isChoice) isCurrent = false;
      show();
    });
  };
}

/**
 * The lines of the basket, how many tickets there are, and what the button says: what costs nothing is ordered at once.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} basket
 * @param {readonly HTMLInputElement[]} counts
 * @returns {(cents: number) => void}
 */
function fillBasket(form, basket, counts) {
  const list = /** @type {HTMLElement} */ (basket.querySelector('.chosen'));
  const howMany = /** @type {HTMLElement} */ (basket.querySelector('.how-many'));
  const button = /** @type {HTMLButtonElement} */ (basket.querySelector('button[data-free]'));
  const usual = button.textContent;
  const { lang } = document.documentElement;
  const plural = new Intl.PluralRules(lang);
  const money = moneyIn(/** @type {string} */ (form.dataset.currency));
  return (cents) => {
    const chosen = counts.filter(({ value }) => Number(value) > 0);
    const tickets = chosen.filter((input) => !input.closest('.articles'));
    const count = tickets.reduce((total, { value }) => total + Number(value), 0);
    const donations = [...form.querySelectorAll('.donation')].flatMap((each) => donationLine(each, money));
    list.replaceChildren(...chosen.map((input) => line(input, money)), ...donations);
    const { one, other } = howMany.dataset;
    const text = (plural.select(count) === 'one' && one) || other || '';
    howMany.textContent = text.replace('{count}', count.toLocaleString(lang));
    button.textContent = (cents === 0 && count > 0 && button.dataset.free) || usual;
  };
}

/**
 * @param {Element} donation
 * @param {(cents: number) => string} money
 * @returns {HTMLElement[]}
 */
function donationLine(donation, money) {
  const inputs = [...donation.querySelectorAll('input')];
  const cents = inputs
    .filter(({ type, checked }) => type === 'number' || checked)
    .reduce((sum, { dataset, value }) => sum + Number(dataset.cents ?? 0) * Number(value), 0);
  if (!(cents > 0)) return [];
  const item = document.createElement('li');
  const name = document.createElement('span');
  name.dir = 'auto';
  name.textContent = donation.querySelector('legend')?.textContent ?? '';
  const cost = document.createElement('span');
  cost.className = 'cost';
  cost.textContent = money(cents);
  item.append(name, cost);
  return [item];
}

/**
 * @param {HTMLInputElement} input
 * @param {(cents: number) => string} money
 */
function line(input, money) {
  const { value, labels, form, id } = input;
  const [label] = labels ?? [];
  const offer = label?.closest('details');
  const time = new FormData(form ?? undefined).get(`time.${id.split('.', 1)[0]}`);
  const what = [offer?.querySelector('h2')?.textContent, time].filter(Boolean).join(', ');
  const price = centsOf(input);
  const item = document.createElement('li');
  const words = document.createElement('span');
  words.dir = 'auto';
  const heading = document.createElement('b');
  heading.textContent = what;
  const name = label?.querySelector('[dir]')?.textContent;
  if (offer) words.append(heading, document.createElement('br'));
  words.append(`${value} × ${name}`);
  const cost = document.createElement('span');
  cost.className = 'cost';
  cost.textContent =
    price === 0 ? (label?.querySelector('.cost')?.textContent ?? '') : money(price * Number(value));
  item.append(words, cost);
  return item;
}

/**
 * On a phone, the bar at the foot hides nothing that has the focus.
 * @param {HTMLElement} target
 * @param {HTMLElement} basket
 */
function keepAbove(target, basket) {
  if (getComputedStyle(basket).position !== 'fixed' || basket.contains(target)) return;
  const hidden = target.getBoundingClientRect().bottom + 8 - basket.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden);
}

/**
 * For fingers and mice alone: with a keyboard or a screen reader the field itself counts up and down.
 * @param {HTMLInputElement} input
 */
function addSteps(input) {
  input.before(stepButton('−', () => input.stepDown(), input));
  input.after(stepButton('+', () => input.stepUp(), input));
  input.parentElement?.classList.add('stepped');
}

/**
 * @param {string} text
 * @param {() => void} step
 * @param {HTMLInputElement} input
 */
function stepButton(text, step, input) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: text, tabIndex: -1, className: 'step' });
  button.ariaHidden = 'true';
  button.addEventListener('click', () => {
    step();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return button;
}

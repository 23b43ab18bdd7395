// @ts-check
// The total follows what is typed, and buttons add and take away one. Without this, the numbers are typed, and the total stands
// on the next page.
import { keepSum } from '../../../pages/assets/add-up.js';

const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-currency]'));
const sum = form?.querySelector('output');

if (form && sum) {
  keepSum(form, sum);
  sum.closest('[hidden]')?.removeAttribute('hidden');
  for (const input of form.querySelectorAll('input')) if (input.type === 'number') addSteps(input);
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

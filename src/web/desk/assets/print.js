// @ts-check
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('button[data-print]'));
const hint = document.querySelector('[data-print-hint]');

if (button) {
  button.hidden = false;
  hint?.remove();
  button.addEventListener('click', () => window.print());
  button.focus();
}

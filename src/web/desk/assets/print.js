// @ts-check
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('button[data-print]'));
const hint = document.querySelector('[data-print-hint]');

if (button) {
  button.hidden = false;
  hint?.remove();
  button.addEventListener('click', () => window.print());
  // Where printing is what comes next, and not one of the things to do.
  if (button.dataset.print === 'next') button.focus();
}

// @ts-check
// Enter in the field of the day shows that day. Without this, the browser sends the whole form, or asks for what is missing.
const day = /** @type {HTMLInputElement | null} */ (document.querySelector('.choose input[type="date"]'));
const show = /** @type {HTMLButtonElement | null} */ (document.querySelector('.choose button'));

day?.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || show === null) return;
  event.preventDefault();
  day.form?.requestSubmit(show);
});

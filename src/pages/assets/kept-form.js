// @ts-check
// A form that was sent after the session had ended is there again as it was, once the same account has signed in. Until then
// the tab keeps its fields, unless it has a password. Without this, the sign-in page only says that nothing was saved.
const KEPT = 'museum-form';
/** @typedef {{ account: string, at: string, fields: [string, string][], isRefused?: boolean }} Kept */

const account = /** @type {HTMLElement | null} */ (document.querySelector('[data-account]'))?.dataset.account;
const kept = /** @type {Kept | null} */ (JSON.parse(sessionStorage.getItem(KEPT) ?? 'null'));
const said = /** @type {HTMLElement | null} */ (document.querySelector('[data-kept]'));

if (account !== undefined) {
  sessionStorage.removeItem(KEPT);
  if (kept?.isRefused && kept.account === account) fillAgain(kept);
  document.addEventListener('submit', ({ target }) => keep(/** @type {HTMLFormElement} */ (target), account));
} else if (kept !== null && said !== null) {
  sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, isRefused: true }));
  said.hidden = false;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} account
 */
function keep(form, account) {
  sessionStorage.removeItem(KEPT);
  // Beside a password there may be other secrets, such as that of a second factor.
  if (form.method !== 'post' || form.querySelector('input[type="password"]') !== null) return;
  // Files are chosen again.
  const fields = [...new FormData(form)].filter(
    ([name, value]) => name !== 'csrf' && typeof value === 'string',
  );
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ account, at: form.action, fields }));
  } catch {
    // There is no space for it.
  }
}

/**
 * The service answers with the form as it was, and does nothing.
 * @param {Kept} kept
 */
function fillAgain({ at, fields }) {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: at, hidden: true });
  const csrf = document.querySelector('input[name="csrf"]')?.getAttribute('value') ?? '';
  for (const [name, value] of [...fields, ['csrf', csrf], ['step', 'again']]) {
    const field = document.createElement('textarea'); // unlike an input, it keeps line breaks
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

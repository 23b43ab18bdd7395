// @ts-check
// A single key follows the link with that data-key, or leads to the field with it. It can be switched off on the page of
// one's sessions, for people who dictate or type with difficulty (WCAG 2.2, 2.1.4).
const OFF = 'museum-shortcuts-off';
/** Milliseconds. Keys that follow each other faster than this are typed by a hand scanner, not by a person. */
const OF_A_SCAN = 50;
let pressedAt = Number.NEGATIVE_INFINITY;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let going;
const targets = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-key]')]);
const choice = /** @type {HTMLElement | null} */ (document.querySelector('[data-shortcuts]'));
const box = choice?.querySelector('input');

show();
// The browser focuses the field only when it first paints the page. Keys typed before that are for the field too.
if (document.activeElement === document.body)
  /** @type {HTMLElement | null} */ (document.querySelector('[autofocus]'))?.focus();
document.addEventListener('keydown', (event) => {
  if (event.key.length > 1) return; // Shift, which some keyboards want for a key
  const isOfScan = event.timeStamp - pressedAt < OF_A_SCAN;
  pressedAt = event.timeStamp;
  clearTimeout(going);
  if (isOfScan || isOff() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.matches('input, select, textarea')) return;
  const target = targets.find(({ dataset }) => dataset.key === event.key);
  if (target === undefined) return;
  event.preventDefault();
  going = setTimeout(() => go(target), OF_A_SCAN);
});

if (choice && box) {
  choice.hidden = false;
  box.checked = !isOff();
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '1');
    show();
  });
}

/** @param {HTMLElement} target */
function go(target) {
  if (!(target instanceof HTMLInputElement)) return target.click();
  target.focus();
  target.select();
}

function isOff() {
  return localStorage.getItem(OFF) !== null;
}

/** Says the keys beside what they lead to, for eyes and for screen readers. */
function show() {
  document.documentElement.classList.toggle('has-shortcuts', !isOff());
  for (const target of targets) {
    if (isOff()) target.removeAttribute('aria-keyshortcuts');
    else target.setAttribute('aria-keyshortcuts', target.dataset.key ?? '');
  }
}

/**
 * The gate's page: ties what is typed and pressed to the gate's work.
 *
 * @import { Settings } from './types.ts'
 */
import { stayAwake } from './awake.js';
import { openBook } from './book.js';
import { Camera } from './camera.js';
import { Keeper } from './keeper.js';
import { askWhy } from './override.js';
import { element, Screen } from './screen.js';
import { Service } from './service.js';

/** @type {Settings} */
const settings = JSON.parse(element('gate-page').dataset.settings ?? '');
const screen = new Screen(settings);

/** What is set up here stays on the device. */
const DOOR = ['gate', 'admits', 'direction'];

/** @param {Keeper} keeper */
function attend(keeper) {
  element('scan').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = screen.field.value;
    screen.field.value = '';
    if (text.trim() !== '') keeper.scan(text);
  });
  element('undo').addEventListener('click', () => keeper.undo());
  element('sign-in').addEventListener('click', () => location.reload());
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, () => keeper.look());
}

/** A hand scanner types: whatever is typed and is meant for nothing else goes into the field. */
function keepFocus() {
  const focus = () => screen.field.focus({ preventScroll: true });
  const isElsewhere = () => document.activeElement?.matches('input, select, textarea, dialog *') === true;
  addEventListener('click', ({ target }) => {
    const isUsed = target instanceof Element && target.closest('input, select, summary, label, a') !== null;
    if (!isUsed) focus();
  });
  addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (key === 'Escape') screen.makeWay();
    if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !isElsewhere()) focus();
  });
  addEventListener('focus', () => isElsewhere() || focus());
  focus();
}

/** @param {() => void} changed */
function keepDoor(changed) {
  for (const id of DOOR) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (element(id));
    const kept = localStorage.getItem(`museum-gate-${id}`) ?? '';
    if (kept !== '') field.value = kept;
    field.dataset.kept = kept;
    showDoor();
    field.addEventListener('change', () => {
      localStorage.setItem(`museum-gate-${id}`, field.value);
      field.dataset.kept = field.value;
      showDoor();
      changed();
      screen.field.focus();
    });
  }
}

function showDoor() {
  element('door-name').textContent = screen.door.gate;
}

/** So that the page opens without a network the next time. */
function keepPage() {
  navigator.storage?.persist?.().catch(() => undefined);
  navigator.serviceWorker
    ?.register(settings.worker, { scope: '/gate' })
    .catch((error) => console.warn('The page is not kept for when there is no network.', error));
}

async function start() {
  if (!isSecureContext) screen.tell('unsafe');
  const service = new Service(settings.language);
  const book = await openBook();
  const keeper = new Keeper({ book, service, screen, settings });
  keepDoor(() => keeper.forget());
  attend(keeper);
  askWhy(keeper, screen);
  new Camera(screen, (text) => keeper.scan(text));
  keepFocus();
  stayAwake();
  keepPage();
  await keeper.open();
}

start().catch((error) => {
  screen.tell('notKept');
  console.error(error);
});

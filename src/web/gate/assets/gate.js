/**
 * The entry point of the gate's page: connects the inputs to the controller.
 *
 * @import { Settings } from './types.ts'
 */
import { stayAwake } from './awake.js';
import { Camera } from './camera.js';
import { GateController } from './controller.js';
import { Counting } from './counting.js';
import { CutScan } from './cut-scan.js';
import { Door } from './door.js';
import { KeyboardAdvice } from './keyboard-advice.js';
import { askWhy, isAsking } from './override.js';
import { element, Screen } from './screen.js';
import { Service } from './service.js';
import { openCounts, openStorage } from './storage.js';

/** @type {Settings} */
const settings = JSON.parse(element('gate-page').dataset.settings ?? '');
const screen = new Screen(settings);

/**
 * @param {GateController} controller
 * @param {Service} service
 */
function attend(controller, service) {
  const { field } = screen;
  const cut = new CutScan(performance.now());
  // Clears what was scanned while the page was loading: the next scan must not be appended to it.
  if (field.value !== '') screen.tell('scanAgain');
  field.value = '';
  field.addEventListener('input', ({ timeStamp }) => cut.goOn(timeStamp));
  element('scan').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value;
    field.value = '';
    if (cut.end(text, event.timeStamp)) screen.tell('scanAgain');
    else if (text.trim() !== '') controller.scan(text);
  });
  element('undo').addEventListener('click', () => controller.undo());
  element('shown').addEventListener('click', () => controller.admitShown());
  element('sign-in').addEventListener('click', () => location.reload());
  addEventListener('submit', (event) => {
    const isToSignOut = event.target instanceof Element && event.target.closest('.foot') !== null;
    if (!isToSignOut) return;
    event.preventDefault();
    service.signOut().then((isOver) => (isOver ? location.assign('/gate') : screen.tell('notSignedOut')));
  });
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, () => controller.look());
}

/**
 * A hand scanner types. Keys that no other input needs go into the field, or into that of an open dialog. They also go
 * there while a select has the focus, which would otherwise change its choice.
 */
function keepFocus() {
  const focus = () => (isAsking() ? element('why') : screen.field).focus({ preventScroll: true });
  const isTyping = () => document.activeElement?.matches('input') === true;
  addEventListener('click', ({ target }) => {
    const isUsed = target instanceof Element && target.closest('input, select, summary, label, a') !== null;
    if (!isUsed) focus();
  });
  addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (key === 'Escape') screen.makeWay();
    if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !isTyping()) focus();
  });
  addEventListener('focus', () => isTyping() || isAsking() || focus());
  focus();
}

/** Registers the service worker, so that the page opens offline the next time. */
function keepPage() {
  navigator.storage?.persist?.().catch(() => undefined);
  navigator.serviceWorker
    ?.register(settings.worker, { scope: '/gate' })
    .catch((error) => console.warn('The page is not kept for when there is no network.', error));
}

async function start() {
  if (!isSecureContext) screen.tell('unsafe');
  const service = new Service(settings.language);
  const door = new Door(screen);
  const storage = openStorage();
  const keyboardAdvice = new KeyboardAdvice(screen);
  const controller = new GateController({ storage, service, screen, door, keyboardAdvice, settings });
  door.attend((code) => controller.scan(code));
  attend(controller, service);
  askWhy(controller, screen);
  new Camera(screen, (text) => controller.scan(text));
  keepFocus();
  stayAwake();
  keepPage();
  const counting = new Counting({ storage, counts: openCounts(), service, screen, door });
  await counting.attend((code) => controller.scan(code));
  await controller.open();
}

start().catch((error) => {
  // localStorage throws it where the browser blocks the data of sites.
  screen.tell(error.name === 'SecurityError' ? 'notKept' : 'broken');
  console.error(error);
});

/**
 * The dialog for overriding a refusal, which asks for the reason.
 *
 * @import { GateController } from './controller.js'
 * @import { Screen } from './screen.js'
 */
import { ticketCodeIn } from './scan.js';
import { element } from './screen.js';

const LONGEST = 200;

/**
 * @param {GateController} controller
 * @param {Screen} screen
 */
export function askWhy(controller, screen) {
  /** @type {HTMLDialogElement} */
  const dialog = element('overriding');
  /** @type {HTMLInputElement} */
  const why = element('why');
  element('override').addEventListener('click', () => {
    screen.makeWay();
    screen.write(element('refusal'), screen.message);
    why.value = '';
    dialog.returnValue = '';
    dialog.showModal();
  });
  element('keep-out').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    screen.field.focus();
    if (dialog.returnValue !== 'let-in') return;
    // A hand scanner may have typed the next visitor's ticket into the field: that is no reason.
    const code = ticketCodeIn(why.value);
    if (code === undefined) controller.override(why.value.trim().slice(0, LONGEST));
    else controller.scan(code);
  });
}

/** Whether the dialog is open, so that nothing else is scanned meanwhile. */
export function isAsking() {
  return document.querySelector('dialog[open]') !== null;
}

// @ts-check
// Ignores the second click of a double click: only the second answer would be shown, and a new password is in the first.
/** Milliseconds. */
const ONE_CLICK = 2_000;
/** @type {EventTarget | null} */
let pressed = null;
let pressedAt = 0;

document.addEventListener('submit', (event) => {
  const button = event.submitter ?? event.target;
  if (button === pressed && event.timeStamp - pressedAt < ONE_CLICK) return event.preventDefault();
  pressed = button;
  pressedAt = event.timeStamp;
});

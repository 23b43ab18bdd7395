// @ts-check
// Ignores the second click of a double click: only the second answer would be shown, and a new password is in the first.
/** Milliseconds. */
const ONE_CLICK = 2_000;
/** @type {EventTarget | null} */
let sent = null;
let sentAt = 0;

document.addEventListener('submit', (event) => {
  if (event.target === sent && event.timeStamp - sentAt < ONE_CLICK) return event.preventDefault();
  sent = event.target;
  sentAt = event.timeStamp;
});

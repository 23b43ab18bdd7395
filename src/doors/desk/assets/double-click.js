// @ts-check
// Who clicks a button twice means it once: only the second answer would be seen, and a new password stands in the first.
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

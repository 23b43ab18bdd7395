// Loaded into the service before it starts: what it asks payment providers goes to the server of the torture.
const { fetch } = globalThis;
globalThis.fetch = (address, init) =>
  fetch(`${address}`.replace(/^https:\/\//, `${process.env.TORTURE_PROVIDER}/`), init);

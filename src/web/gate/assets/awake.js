/** Keeps the screen from going dark while the page is in front, where the browser and the battery allow it. */
export function stayAwake() {
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}

/**
 * The text that says how to allow the camera. An installed page and the browsers of iPhones other than Safari leave that to the
 * settings of the device.
 * @param {string} userAgent
 * @param {boolean} isInstalled whether the page is an app of its own
 */
export function cameraDeniedIn(userAgent, isInstalled) {
  if (isInstalled || /(?:CriOS|FxiOS|EdgiOS)\//.test(userAgent)) return 'cameraDenied';
  if (/Firefox\//.test(userAgent)) return 'cameraDeniedFirefox';
  if (/Chrom(?:e|ium)\//.test(userAgent)) return 'cameraDeniedChromium';
  return /Safari\//.test(userAgent) ? 'cameraDeniedSafari' : 'cameraDenied';
}

/** Reads the QR in a picture: the browser's own way where there is one, else zxing, which the museum serves itself. */

/** @typedef {(video: HTMLVideoElement) => Promise<string | undefined>} Reader */

/**
 * @typedef {object} Detector
 * @property {(video: HTMLVideoElement) => Promise<{ rawValue: string }[]>} detect
 */

/**
 * @typedef {object} DetectorClass
 * @property {() => Promise<string[]>} getSupportedFormats
 */

/** Larger pictures take longer, and a ticket that fills a third of this is read. */
const WIDTH = 960;

/** @returns {Promise<Reader>} */
export async function openReader() {
  return (await ownReader()) ?? zxingReader();
}

/** @returns {Promise<Reader | undefined>} */
async function ownReader() {
  /** @type {(DetectorClass & (new (options: { formats: string[] }) => Detector)) | undefined} */
  const BarcodeDetector = Reflect.get(globalThis, 'BarcodeDetector');
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector === undefined || !formats.includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

/** @returns {Promise<Reader>} */
async function zxingReader() {
  const { prepareZXingModule, readBarcodes } = await import('./zxing.js');
  prepareZXingModule({ overrides: { locateFile: () => './zxing.wasm' } });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (video.videoWidth === 0 || context === null) return undefined;
    const scale = Math.min(1, WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return found?.text;
  };
}

/**
 * The camera as a scanner. If it can't be used, the page says why, and codes can still be typed.
 *
 * @import { Screen } from './screen.js'
 */
import { cameraDeniedIn } from './browser-family.js';
import { isAsking } from './override.js';
import { openReader } from './reader.js';
import { element } from './screen.js';

const CHOSEN = 'museum-gate-camera';

/** @type {Readonly<Record<string, string>>} */
const FAULTS = {
  NotAllowedError: 'cameraDenied',
  SecurityError: 'cameraDenied',
  NotFoundError: 'cameraMissing',
  OverconstrainedError: 'cameraMissing',
  NotReadableError: 'cameraBusy',
  AbortError: 'cameraBusy',
};

export class Camera {
  #screen;
  #found;
  /** @type {HTMLVideoElement} */
  #video = element('picture');
  /** @type {MediaStream | undefined} */
  #stream;
  #hasLight = false;
  /** A code that stays in view is not scanned again, not even after an undo. */
  #inView = new Recent();

  /**
   * @param {Screen} screen
   * @param {(text: string) => void} found
   */
  constructor(screen, found) {
    this.#screen = screen;
    this.#found = found;
    element('use-camera').addEventListener('click', () => this.#start());
    element('stop-camera').addEventListener('click', () => this.#stop());
    element('other-camera').addEventListener('click', () => this.#changeCamera());
    element('torch').addEventListener('click', () => this.#switchLight());
  }

  async #start() {
    this.#screen.tell('nothing');
    try {
      if (navigator.mediaDevices === undefined) throw new DOMException('', 'NotFoundError');
      this.#stream = await this.#openStream();
      this.#video.srcObject = this.#stream;
      await this.#video.play();
      await this.#showControls(true);
      this.#watch(this.#stream, await openReader());
    } catch (error) {
      this.#stop();
      const name = error instanceof Error ? error.name : '';
      const fault = FAULTS[name] ?? 'cameraFailed';
      const isInstalled = matchMedia('(display-mode: standalone)').matches;
      this.#screen.tell(fault === 'cameraDenied' ? cameraDeniedIn(navigator.userAgent, isInstalled) : fault);
    }
  }

  /** The camera that was chosen, if it is available; else the one at the back. */
  async #openStream() {
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
    const chosen = localStorage.getItem(CHOSEN);
    const rear = { video: { ...size, facingMode: { ideal: 'environment' } } };
    if (chosen === null) return navigator.mediaDevices.getUserMedia(rear);
    const same = { video: { ...size, deviceId: { exact: chosen } } };
    return navigator.mediaDevices.getUserMedia(same).catch(() => navigator.mediaDevices.getUserMedia(rear));
  }

  #stop() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = undefined;
    this.#video.srcObject = null;
    this.#showLight(false);
    this.#showControls(false);
  }

  /** @param {boolean} isOn */
  async #showControls(isOn) {
    element('camera').hidden = !isOn;
    element('use-camera').hidden = isOn;
    if (!isOn) return;
    element('other-camera').hidden = (await this.#cameras()).length < 2;
    element('torch').hidden = !('torch' in (this.#track?.getCapabilities?.() ?? {}));
  }

  get #track() {
    return this.#stream?.getVideoTracks()[0];
  }

  async #cameras() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  }

  async #changeCamera() {
    const cameras = await this.#cameras();
    const now = cameras.indexOf(this.#track?.getSettings().deviceId ?? '');
    localStorage.setItem(CHOSEN, cameras[(now + 1) % cameras.length] ?? '');
    this.#stop();
    await this.#start();
  }

  async #switchLight() {
    const isOn = !this.#hasLight;
    const light = /** @type {MediaTrackConstraintSet} */ ({ torch: isOn });
    await this.#track?.applyConstraints({ advanced: [light] }).then(
      () => this.#showLight(isOn),
      () => this.#screen.tell('noLight'),
    );
  }

  /** @param {boolean} isOn */
  #showLight(isOn) {
    this.#hasLight = isOn;
    element('torch').ariaPressed = `${isOn}`;
  }

  /**
   * Looks at one frame after the other, until the stream is another one.
   * @param {MediaStream} stream
   * @param {import('./reader.js').Reader} read
   */
  #watch(stream, read) {
    const look = async () => {
      if (stream !== this.#stream) return;
      try {
        const text = isAsking() ? undefined : await read(this.#video);
        // The override dialog may have opened meanwhile: this code would be admitted in place of the refused one.
        if (text && !isAsking() && !this.#inView.isAgain(text)) this.#found(text);
        requestAnimationFrame(look);
      } catch {
        this.#stop();
        this.#screen.tell('cameraFailed');
      }
    };
    requestAnimationFrame(look);
  }
}

/** A code that is seen again within this time has stayed in view. */
const SAME_SCAN = 5_000;

/** The codes of the last five seconds. */
class Recent {
  /** @type {Map<string, number>} */
  #seen = new Map();

  /**
   * @param {string} text
   * @returns {boolean} whether it was seen just now as well
   */
  isAgain(text) {
    const now = Date.now();
    for (const [code, seenAt] of this.#seen) if (now - seenAt >= SAME_SCAN) this.#seen.delete(code);
    const key = text.trim().toUpperCase();
    const isAgain = this.#seen.has(key);
    this.#seen.set(key, now);
    return isAgain;
  }
}

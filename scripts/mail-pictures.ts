import { type Browser, chromium as driver } from 'playwright-core';
import sharp from 'sharp';
import { chromium } from '../fixtures/chromium.ts';
import type { WrittenMail } from '../src/mail/mail-writer.ts';

/** How a mail program shows a mail. */
export interface Look {
  readonly isDark?: boolean;
  readonly width?: number;
}

/** Draws mails in a browser, which shows what is in their HTML much as mail programs do. */
export class MailPictures {
  readonly #browser: Browser;

  static async open(): Promise<MailPictures> {
    return new MailPictures(await driver.launch(await chromium()));
  }

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** @returns PNG */
  async draw(
    { html, pictures, logo }: WrittenMail,
    { isDark = false, width = 640 }: Look = {},
  ): Promise<Buffer> {
    const page = await this.#browser.newPage({
      colorScheme: isDark ? 'dark' : 'light',
      viewport: { width, height: 400 },
    });
    const whole = [...pictures, ...(logo === undefined ? [] : [logo])].reduce(
      (text, { cid, bytes }) =>
        text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`),
      html,
    );
    await page.setContent(whole, { waitUntil: 'load' });
    const drawn = await page.screenshot({ fullPage: true });
    await page.close();
    return sharp(drawn).png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertSound,
  assertSoundInEveryLook,
  openPage,
  type Page,
  troublesOf,
  wideElements,
} from '../../fixtures/browser.ts';
import { film } from '../../fixtures/film.ts';
import { openAssets } from '../../src/pages/assets.ts';
import { Html } from '../../src/pages/html.ts';
import { SAMPLES, samplePage, sampleTable, serve } from './sample-pages.ts';

const PATHS = [...Object.keys(SAMPLES), '/problems', '/problems/sold-out'];

test('each kind of page is accessible, fits, and asks for nothing elsewhere, however one looks at it', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES));
  for (const path of PATHS) {
    await page.goto(path);
    await assertSoundInEveryLook(page);
  }
});

test('each kind of page is accessible and fits at 400 % zoom', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES), { width: 320, height: 256, scale: 4 });
  for (const path of PATHS) {
    await page.goto(path);
    await assertSound(page);
  }
});

test('pages fit when letters are twice as large, and when they are read from right to left', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES), { width: 640 });
  for (const path of PATHS) {
    await page.goto(path);
    await page.evaluate(`Object.assign(document.documentElement, { dir: 'rtl' }).style.fontSize = '200%'`);
    assert.deepEqual(await wideElements(page), [], path);
  }
});

test('a long user name stays in its place, and whoever is signed in has a line of their own', async (t) => {
  const name = 'maximiliane.mustermann@landesmuseum.example · manager';
  const account = { name, sessionsAt: '/desk/sessions', signOutAt: '/sign-out', csrfToken: 't0ken' };
  const links = [{ href: '/desk', text: 'Today' }];
  const address = await serve(t, {
    '/': samplePage('Tickets', new Html(''), { account, navigation: { links } }),
  });
  for (const width of [1280, 900]) {
    const page = await openPage(t, address, { width });
    await page.goto('/');
    const beside = await page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.foot'))`,
    );
    assert.equal(beside, 0, `${width} wide`);
    const who = await page.getByRole('link', { name }).boundingBox();
    const signOut = await page.getByRole('button', { name: 'Sign out' }).boundingBox();
    assert.ok(who && signOut && signOut.y >= who.y + who.height, `${width} wide`);
  }
});

test('on a phone what a cell says ends where the others end, and a cell without anything is left out', async (t) => {
  const columns = ['Day', 'What takes place there', 'Left'];
  const rows = [
    ['Monday', 'Lanterns', '12'],
    ['Tuesday', 'Programmiererwerkstatt', ''],
  ];
  const main = sampleTable('Events', columns, rows);
  const page = await openPage(t, await serve(t, { '/': samplePage('Events', main) }), { width: 320 });
  await page.goto('/');
  const cells = page.getByRole('cell');
  assert.equal(await cells.count(), 3);
  const ends = await page.evaluate<number[]>(
    `[...document.querySelectorAll('td > div:not(:empty)')].map((each) => Math.round(each.getBoundingClientRect().right))`,
  );
  assert.deepEqual(ends, [300, 300, 300]);
});

test('however long a name is, the words above its table stay whole', async (t) => {
  const columns = ['What', 'Where', 'Sold', 'Exchanged'];
  const name = 'Wunderkammer'.repeat(6);
  const main = sampleTable('Events', columns, [[name, name, '12', '0']]);
  const page = await openPage(t, await serve(t, { '/': samplePage('Events', main) }), { width: 640 });
  await page.goto('/');
  const lines = await page.evaluate<number[]>(
    `[...document.querySelectorAll('thead th')].map(({ firstChild }) => {
      const range = document.createRange();
      range.selectNodeContents(firstChild);
      return range.getClientRects().length;
    })`,
  );
  assert.deepEqual(lines, [1, 1, 1, 1]);
  assert.deepEqual(await wideElements(page), []);
});

test('a finger hits whatever can be pressed', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES), { width: 320, touch: true });
  for (const path of ['/', '/today', '/form']) {
    await page.goto(path);
    const small = await page.evaluate<string[]>(`(() => {
      const pressed = 'button, .button, .way, .ways a, summary, select, textarea, input:not([type=hidden], [type=checkbox]), .check label';
      return [...document.querySelectorAll(pressed)].filter((each) => {
        const { width, height } = each.getBoundingClientRect();
        return width < 44 || height < 44;
      }).map((each) => each.outerHTML);
    })()`);
    assert.deepEqual(small, []);
  }
});

test('a finger hits the links of a list, whose rows stay as close as they are', async (t) => {
  const link = new Html('<a href="/">Sorolla and the sea</a>');
  const main = sampleTable(
    'Events',
    ['Day', 'Event'],
    [
      ['Monday', link],
      [link, ''],
    ],
  );
  const address = await serve(t, { '/': samplePage('Events', main) });
  const seen = [];
  for (const touch of [true, false]) {
    const page = await openPage(t, address, { width: 320, touch });
    await page.goto('/');
    const links = await page.getByRole('link', { name: 'Sorolla' }).all();
    const boxes = await Promise.all(links.map((each) => each.boundingBox()));
    if (touch) for (const box of boxes) assert.ok(box && box.height >= 44, `${box?.height}`);
    seen.push((await page.getByRole('table').boundingBox())?.height);
  }
  assert.equal(seen[0], seen[1]);
});

test('in forced colours too only the way that one is on is marked', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES));
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/today');
  const marks = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.way')].map((way) => getComputedStyle(way).borderInlineStartColor)`,
  );
  const [here, ...others] = marks;
  assert.deepEqual(new Set(others), new Set(['rgb(255, 255, 255)']));
  assert.notEqual(here, others[0]);
});

test('the keyboard leads past the navigation to the content, and to a field with a fault', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES));
  await page.goto('/today');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'Skip to the content');
  assert.ok(await page.getByText('Skip to the content').isVisible());
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'Sell a ticket');

  await page.goto('/faulty');
  await page.locator('.faults:focus').waitFor(); // given at the next frame
  assert.match(await focused(page), /^There is a problem/);
  assert.equal(await page.title(), 'Error: Change an event · Museum of Tides');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab'); // the browser goes on from the place that a link leads to
  const name = page.getByLabel('Name', { exact: true });
  assert.equal(await name.inputValue(), '"><script>document.title="broken"</script>');
  assert.equal(
    await page.evaluate(`document.querySelector('#name').getAttribute('aria-describedby')`),
    'name-hint name-fault',
  );
});

test('a page has an icon, by which its tab is found', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES));
  await page.goto('/today');
  const width = await page.evaluate(`(async () => {
    const picture = new Image();
    picture.src = document.querySelector('link[rel=icon]').href;
    await picture.decode();
    return picture.width;
  })()`);
  assert.ok(Number(width) > 0);
  assert.deepEqual(troublesOf(page), []);
});

test('a page runs no script and takes no style that is written into it', async (t) => {
  const injected = new Html(
    '<script>document.title = "broken"</script><p style="color: red" onclick="document.title = \'broken\'">Press</p>',
  );
  const page = await openPage(t, await serve(t, { '/injected': samplePage('Sound', injected) }));
  await page.goto('/injected');
  await page.getByText('Press').click();
  assert.equal(await page.title(), 'Sound · Museum of Tides');
  const troubles = troublesOf(page);
  assert.equal(troubles.length, 3, troubles.join('\n'));
  for (const trouble of troubles) assert.match(trouble, /Content Security Policy/);
});

test('a page speaks the language of the browser, until somebody chooses another', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES), { locale: 'nl-BE' });
  await page.goto('/');
  assert.ok(await page.getByRole('link', { name: 'Kassa' }).isVisible());
  await page.getByText('Nederlands').click();
  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByRole('link', { name: 'Billetterie' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'fr');
});

test('a day’s figures print on one sheet of white A4, without what can’t be pressed on paper', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES), { dark: true });
  await page.goto('/today');
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  assert.equal(sheets?.length, 1);
  await page.emulateMedia({ media: 'print' });
  assert.equal(
    await page.evaluate('getComputedStyle(document.documentElement).backgroundColor'),
    'rgb(255, 255, 255)',
  );
  for (const unprinted of ['nav', '.foot', '.button', '.skip'])
    assert.equal(await page.locator(unprinted).first().isVisible(), false, unprinted);
  assert.ok(await page.getByRole('table').isVisible());
});

test('a page comes from a few thousand bytes, and the next one from fewer', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES));
  const bytes = async (path: string) => {
    await page.goto(path);
    return page.evaluate<number>(
      `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
    );
  };
  const [first, second] = [await bytes('/today'), await bytes('/form')];
  assert.ok(first < 15_000, `${first} bytes at first`);
  assert.ok(second < 6_000, `${second} bytes then`);
});

test('the camera of a page sees a film, in which zxing reads a ticket that is turned, blurred and dim', async (t) => {
  const zxing = new URL('../../node_modules/zxing-wasm/dist/', import.meta.url);
  const assets = openAssets([], () => ({
    'zxing.js': new URL('es/reader/index.js', zxing),
    'share.js': new URL('es/share.js', zxing),
    'reader.wasm': new URL('reader/zxing_reader.wasm', zxing),
  }));
  const ticket = new URL('../../docs/tickets/special-event.png', import.meta.url).pathname;
  const camera = await film(t, [
    { of: undefined, frames: 5 },
    { of: ticket, turned: 25, blurred: 1.5, light: 0.4, frames: 20 },
  ]);
  const answer = samplePage('Camera', new Html(''), {
    policy: { 'script-src': "'self' 'wasm-unsafe-eval'" },
  });
  const headers = { ...answer.headers, 'permissions-policy': 'camera=(self)' };
  const page = await openPage(t, await serve(t, { '/camera': { ...answer, headers } }, [assets]), { camera });
  await page.goto('/camera');
  const seen = await page.evaluate<string[]>(`(async () => {
    const { prepareZXingModule, readBarcodes } = await import('${assets.address('zxing.js')}');
    prepareZXingModule({ overrides: { locateFile: () => '${assets.address('reader.wasm')}' } });
    const video = document.createElement('video');
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280 } });
    await video.play();
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d', { willReadFrequently: true });
    for (;;) {
      canvas.drawImage(video, 0, 0);
      const found = await readBarcodes(canvas.getImageData(0, 0, video.videoWidth, video.videoHeight), { formats: ['QRCode'] });
      if (found.length > 0) return found.map(({ text }) => text);
      await new Promise(requestAnimationFrame);
    }
  })()`);
  assert.equal(seen.length, 1);
  assert.match(`${seen[0]}`, /^\S{100,}$/);
  assert.deepEqual(troublesOf(page), []);
});

test('a page verifies signatures by Ed25519', async (t) => {
  const page = await openPage(t, await serve(t, SAMPLES));
  await page.goto('/');
  const isVerified = await page.evaluate<boolean>(`(async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const signed = new TextEncoder().encode('ticket');
    return crypto.subtle.verify('Ed25519', publicKey, await crypto.subtle.sign('Ed25519', privateKey, signed), signed);
  })()`);
  assert.ok(isVerified);
});

function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.innerText');
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cameraDeniedIn } from './assets/browser-family.js';

const ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test('how to allow the camera is told for each family of browsers', () => {
  for (const [userAgent, told] of [
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36', 'Chromium'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36 Edg/153.0', 'Chromium'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0', 'Firefox'],
    [`${ON_IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
      'Safari',
    ],
    [`${ON_IPHONE} CriOS/153.0 Mobile/15E148 Safari/604.1`, ''],
    ['something else', ''],
  ] as const)
    assert.equal(cameraDeniedIn(userAgent, false), `cameraDenied${told}`, userAgent);
  assert.equal(cameraDeniedIn('Chrome/153.0', true), 'cameraDenied');
});

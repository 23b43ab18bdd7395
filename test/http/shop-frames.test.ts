import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSqlite } from '../../fixtures/databases.ts';
import { SHOP_SETTINGS, shopperIn } from '../../fixtures/shop.ts';

const SITES = 'https://museum.example http://localhost:4000';
const FRAMED = { ...SHOP_SETTINGS, MUSEUM_FRAME_ORIGINS: SITES.replace(' ', ', ') };
const DAY = '2027-03-02';

describeOnSqlite((openMuseum) => {
  test('sites that the operator names may show the pages for visitors in a frame, and no others', async (t) => {
    const museum = await openMuseum(t, { settings: FRAMED });
    const shopper = shopperIn(museum);
    const body = { texts: { en: 'Who we are' } };
    await museum.api('PUT', '/settings/texts/imprint', { body });
    const framedBy = async (path: string) => {
      const { headers } = await shopper.get(path);
      return /frame-ancestors ([^;]*)/.exec(`${headers['content-security-policy']}`)?.[1];
    };
    const order = await shopper.buy(DAY, { 'general.standard': '1' });
    for (const path of ['/', `/visit?date=${DAY}`, order, '/order/none', '/events/none', '/imprint'])
      assert.equal(await framedBy(path), SITES, path);
    for (const path of ['/desk', '/gate', '/sign-in', '/docs'])
      assert.equal(await framedBy(path), "'none'", path);
  });

  test('paying leads out of the frame', async (t) => {
    const shopper = shopperIn(await openMuseum(t, { settings: FRAMED }));
    const order = await shopper.buy(DAY, { 'general.standard': '1' });
    assert.ok(
      (await shopper.get(order)).html.includes(
        `<form method="post" action="${order}/pay" class="ways-to-pay" target="_top">`,
      ),
    );
  });

  test('pages of other sites, such as the museum’s own, lead out of the frame', async (t) => {
    const museum = await openMuseum(t, { settings: FRAMED });
    const [website, address] = ['https://museum.example/', 'https://museum.example/terms'];
    await museum.api('PATCH', '/settings', { body: { website } });
    await museum.api('PUT', '/settings/texts/terms', { body: { address } });
    const { html } = await shopperIn(museum).get('/');
    assert.match(html, /href="https:\/\/museum\.example\/" target="_top"/);
    assert.match(html, /href="\/terms" target="_top"/);
  });

  test('without such sites, nobody may', async (t) => {
    const shopper = shopperIn(await openMuseum(t, { settings: SHOP_SETTINGS }));
    const { headers } = await shopper.get('/');
    assert.match(`${headers['content-security-policy']}`, /frame-ancestors 'none'/);
  });
});

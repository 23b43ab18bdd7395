import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { until } from '../../fixtures/until.ts';
import { OPERATOR } from '../core/actor.ts';
import { openStore } from '../store/index.ts';
import { adoptSettings, CurrentSettings, changeSettings, getSettings, type SettingRules } from './index.ts';

const RULES: SettingRules = {
  fixed: {},
  connected: ['desk'],
  countErased: async () => 0,
  isAllFree: async () => true,
};

test('what one instance has changed, another uses without being told', async (t) => {
  const path = join(await temporaryFolder(t), 'museum.db');
  const [here, there] = [
    await openStore({ kind: 'sqlite', path }),
    await openStore({ kind: 'sqlite', path }),
  ];
  const settings = await CurrentSettings.open(there, RULES);
  t.after(async () => {
    settings.close();
    await here.close();
    await there.close();
  });
  const { version } = settings;
  await here.transaction((tx) =>
    changeSettings({ tx, actor: OPERATOR, now: 0 }, { patch: { name: 'Sea' } }, RULES),
  );
  await until(() => settings.now.name === 'Sea');
  assert.notEqual(settings.version, version);
});

test('what the environment sets can be adopted, and stays when it is gone', async (t) => {
  const store = await openStore({ kind: 'sqlite', path: join(await temporaryFolder(t), 'museum.db') });
  t.after(() => store.close());
  const fixed = { name: 'Sea', 'shop/cancelHours': 48 };
  const adopt = () => store.transaction((tx) => adoptSettings({ tx, actor: OPERATOR, now: 0 }, fixed));
  assert.deepEqual(await adopt(), ['MUSEUM_NAME', 'MUSEUM_SHOP_CANCEL_HOURS']);
  assert.deepEqual(await adopt(), ['MUSEUM_NAME', 'MUSEUM_SHOP_CANCEL_HOURS']);
  const { settings, fixed: left } = await getSettings(store, OPERATOR, { fixed: {} });
  assert.deepEqual([settings.name, settings.shop.cancelHours, left], ['Sea', 48, []]);
});

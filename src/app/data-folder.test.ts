import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataHome, defaultDataDir, demoDataDir } from './data-folder.ts';

test('a checkout has its data in the folder where it is started', () => {
  assert.equal(defaultDataDir({ XDG_DATA_HOME: '/srv', LOCALAPPDATA: 'C:\\Data' }), './data');
});

test('a demonstration lies beside the museum, in a checkout and in an installed package', () => {
  assert.equal(demoDataDir({}), './demo');
  const data = defaultDataDir({ XDG_DATA_HOME: '/srv' }, true);
  assert.equal(demoDataDir({ XDG_DATA_HOME: '/srv' }, true), `${data}-demo`);
});

test('an installed package has its data in the system’s folder for the data of programs', () => {
  const home = join('/', 'home', 'ada');
  assert.equal(dataHome({}, 'linux', home), join(home, '.local', 'share'));
  assert.equal(dataHome({ XDG_DATA_HOME: '' }, 'freebsd', home), join(home, '.local', 'share'));
  assert.equal(dataHome({ XDG_DATA_HOME: '/srv/data' }, 'linux', home), '/srv/data');
  assert.equal(dataHome({ XDG_DATA_HOME: 'data' }, 'linux', home), join(home, '.local', 'share'));
  assert.equal(dataHome({}, 'darwin', home), join(home, 'Library', 'Application Support'));
  assert.equal(dataHome({ LOCALAPPDATA: 'D:\\Local' }, 'win32', home), 'D:\\Local');
  assert.equal(dataHome({}, 'win32', home), join(home, 'AppData', 'Local'));
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../fixtures/temporary-store.ts';
import { ConfigError, type Environment, readConfig, readPort } from './config.ts';
import { readEnvironment, strayNames } from './environment.ts';

/** The message must begin with the name of the variable that is wrong. */
function refuses(environment: Environment, variable: string, fault: RegExp): void {
  assert.throws(
    () => readConfig(environment),
    (error) => {
      assert(error instanceof ConfigError);
      assert.ok(error.message.startsWith(`${variable}: `), error.message);
      assert.match(error.message, fault);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    },
  );
}

describe('the settings', () => {
  test('have a default each, so that a museum can open without any', () => {
    assert.deepEqual(readConfig({}), {
      port: 8080,
      host: '127.0.0.1',
      tls: undefined,
      dataDir: resolve('data'),
      database: { kind: 'sqlite', path: resolve('data/museum.db') },
      admin: undefined,
      mail: undefined,
      museumPass: undefined,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      currency: 'EUR',
      generalPriceCents: 0,
      logLevel: 'info',
      logFormat: 'numbers',
      mock: true,
      corsOrigins: undefined,
      frameOrigins: [],
      rateLimit: undefined,
      trustProxy: 0,
      webhookAllowPrivate: false,
      publicUrl: undefined,
      octo: false,
      fixed: {},
      connected: ['desk'],
      keys: { stripe: undefined, mollie: undefined },
      logo: undefined,
      backupDir: undefined,
      oidc: undefined,
      tracing: undefined,
    });
  });

  test('are all read', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      MUSEUM_DATA_DIR: '/srv/museum',
      MUSEUM_DATABASE_URL: 'postgres://museum:secret@db:5432/museum',
      MUSEUM_ADMIN_USERNAME: 'head',
      MUSEUM_ADMIN_PASSWORD: ' open sesame ',
      MUSEUM_NAME: 'Museum für Naturkunde',
      MUSEUM_TIME_ZONE: 'America/St_Johns',
      MUSEUM_CURRENCY: 'CHF',
      MUSEUM_LANGUAGE: 'fr',
      MUSEUM_GENERAL_PRICE: '12.5',
      MUSEUM_VAT: '8.1',
      MUSEUM_SALES_DAYS: '90',
      MUSEUM_ENTRY_EARLY: '0',
      MUSEUM_ENTRY_LATE: '15',
      MUSEUM_PARTNER_VOID_HOURS: '48',
      MUSEUM_REENTRY: 'never',
      MUSEUM_RETENTION_DAYS: '30',
      MUSEUM_MOCK: 'off',
      MUSEUM_CORS_ORIGINS: 'https://shop.example.com, http://localhost:3000',
      MUSEUM_FRAME_ORIGINS: 'https://museum.example, http://localhost:4000 https://shop.example',
      MUSEUM_RATE_LIMIT: '600',
      MUSEUM_TRUST_PROXY: 'on',
      MUSEUM_SMTP_URL: 'smtps://user:secret@mail.example.org',
      MUSEUM_MAIL_FROM: 'tickets@example.org',
      MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'on',
      MUSEUM_SHOP: 'on',
      MUSEUM_OCTO: 'on',
      MUSEUM_PUBLIC_URL: 'https://tickets.example.org/',
      MUSEUM_PAYMENTS: 'stripe, desk, mollie',
      MUSEUM_STRIPE_KEY: 'sk_test_secret',
      MUSEUM_STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      MUSEUM_MOLLIE_KEY: 'test_secret',
      MUSEUM_OIDC_ISSUER: 'https://id.example.org/',
      MUSEUM_OIDC_CLIENT_ID: 'tickets',
      MUSEUM_OIDC_CLIENT_SECRET: 'secret',
      MUSEUM_OIDC_GROUPS_CLAIM: 'roles',
      MUSEUM_OIDC_ROLES: 'CN=Desk = cashier, it=admin',
      MUSEUM_OIDC_ONLY: 'on',
      MUSEUM_MPM_CLIENT_ID: 'museum',
      MUSEUM_MPM_CLIENT_SECRET: 'secret',
      MUSEUM_MPM_URL: 'https://partner-api-test.museumpassmusees.be/',
      MUSEUM_MPM_TOKEN_URL: 'https://account-test.uitid.be/token',
      MUSEUM_SHOP_CANCEL_HOURS: '48',
      MUSEUM_SHOP_MOVE_HOURS: 'off',
      MUSEUM_ADDRESS: 'Quay 1, 10115 Berlin',
      MUSEUM_COLOUR: '#0B5D4E',
      MUSEUM_LOGO: '/srv/museum/logo.svg',
      MUSEUM_BACKUP_DIR: '/var/backups/museum',
      MUSEUM_TLS_CERT: '/etc/museum/cert.pem',
      MUSEUM_TLS_KEY: '/etc/museum/key.pem',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team = tickets',
      OTEL_SERVICE_NAME: 'tickets',
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'words',
    });
    assert.deepEqual(config, {
      port: 0,
      host: '::1',
      tls: { cert: '/etc/museum/cert.pem', key: '/etc/museum/key.pem' },
      dataDir: '/srv/museum',
      database: { kind: 'postgres', url: 'postgres://museum:secret@db:5432/museum' },
      admin: { username: 'head', password: ' open sesame ' },
      timeZone: 'America/St_Johns',
      currency: 'CHF',
      generalPriceCents: 1250,
      logLevel: 'debug',
      logFormat: 'words',
      mock: false,
      corsOrigins: ['https://shop.example.com', 'http://localhost:3000'],
      frameOrigins: ['https://museum.example', 'http://localhost:4000', 'https://shop.example'],
      rateLimit: 600,
      trustProxy: 1,
      mail: {
        server: {
          host: 'mail.example.org',
          port: 465,
          isSecure: true,
          requireTls: false,
          user: 'user',
          password: 'secret',
        },
        sender: { name: '', address: 'tickets@example.org' },
      },
      museumPass: {
        clientId: 'museum',
        clientSecret: 'secret',
        address: 'https://partner-api-test.museumpassmusees.be',
        tokenAddress: 'https://account-test.uitid.be/token',
      },
      fixed: {
        name: 'Museum für Naturkunde',
        address: 'Quay 1, 10115 Berlin',
        colour: '#0b5d4e',
        language: 'fr',
        vat: 8.1,
        'shop/open': true,
        'shop/payments': ['stripe', 'desk', 'mollie'],
        'shop/cancelHours': 48,
        'shop/moveHours': 'off',
        'entry/early': 0,
        'entry/late': 15,
        'entry/reentry': 'never',
        salesDays: 90,
        partnerVoidHours: 48,
        retentionDays: 30,
      },
      connected: ['desk', 'stripe', 'mollie'],
      webhookAllowPrivate: true,
      publicUrl: 'https://tickets.example.org',
      octo: true,
      keys: {
        stripe: { key: 'sk_test_secret', webhookSecret: 'whsec_secret' },
        mollie: { key: 'test_secret' },
      },
      oidc: {
        issuer: 'https://id.example.org/',
        clientId: 'tickets',
        clientSecret: 'secret',
        groupsClaim: 'roles',
        roles: new Map([
          ['it', 'admin'],
          ['CN=Desk', 'cashier'],
        ]),
        isOnly: true,
      },
      logo: '/srv/museum/logo.svg',
      backupDir: '/var/backups/museum',
      tracing: {
        endpoint: 'http://collector:4318',
        headers: { authorization: 'Bearer abc', 'x-team': 'tickets' },
        serviceName: 'tickets',
      },
    });
  });

  test('count as not given when they are empty, and lose the spaces around them', () => {
    const config = readConfig({ PORT: '', HOST: '  ', MUSEUM_CURRENCY: ' USD ', MUSEUM_ADMIN_PASSWORD: '' });
    assert.deepEqual(
      [config.port, config.host, config.currency, config.admin],
      [8080, '127.0.0.1', 'USD', undefined],
    );
  });

  test('that are wrong are refused by name, with what would be right', () => {
    assert.equal(readConfig({ MUSEUM_RETENTION_DAYS: '0' }).fixed.retentionDays, 0);
    for (const days of ['-1', '1.5', 'a year', '36501'])
      refuses({ MUSEUM_RETENTION_DAYS: days }, 'MUSEUM_RETENTION_DAYS', /0 to keep the data for ever/);
    for (const port of ['80a', '-1', '65536', '8080.0', '1e3', '0x50'])
      refuses({ PORT: port }, 'PORT', /0 to 65535/);
    for (const zone of ['Mars/Base', '+02:00', 'CEST', 'Europe'])
      refuses({ MUSEUM_TIME_ZONE: zone }, 'MUSEUM_TIME_ZONE', /IANA name/);
    for (const currency of ['eur', 'EURO', '€', 'ZZZ'])
      refuses({ MUSEUM_CURRENCY: currency }, 'MUSEUM_CURRENCY', /ISO 4217/);
    for (const price of ['-1', '1.234', '1,50', 'free', '1000000.01', '1e3', '.5'])
      refuses({ MUSEUM_GENERAL_PRICE: price }, 'MUSEUM_GENERAL_PRICE', /two decimals/);
    refuses(
      { MUSEUM_CURRENCY: 'JPY', MUSEUM_GENERAL_PRICE: '12.5' },
      'MUSEUM_GENERAL_PRICE',
      /whole amounts of JPY/,
    );
    for (const vat of ['-1', '100.01', '7,7', '1.234', 'none'])
      refuses({ MUSEUM_VAT: vat }, 'MUSEUM_VAT', /from 0 to 100/);
    for (const days of ['0', '3651', '1.5', 'all'])
      refuses({ MUSEUM_SALES_DAYS: days }, 'MUSEUM_SALES_DAYS', /1 to 3650/);
    for (const minutes of ['-1', '1441', '0.5', 'none']) {
      refuses({ MUSEUM_ENTRY_EARLY: minutes }, 'MUSEUM_ENTRY_EARLY', /0 to 1440/);
      refuses({ MUSEUM_ENTRY_LATE: minutes }, 'MUSEUM_ENTRY_LATE', /0 to 1440/);
      for (const hours of ['-1', '1.5', 'a day', '8761'])
        refuses({ MUSEUM_PARTNER_VOID_HOURS: hours }, 'MUSEUM_PARTNER_VOID_HOURS', /0 to 8760/);
    }
    for (const limit of ['0', '-5', 'none', '1.5'])
      refuses({ MUSEUM_RATE_LIMIT: limit }, 'MUSEUM_RATE_LIMIT', /at least 1/);
    for (const origins of [
      'shop.example.com',
      'ftp://shop.example.com',
      'https://a.example/',
      'https://a.example,,',
      '*, https://a.example',
      'null',
    ])
      refuses({ MUSEUM_CORS_ORIGINS: origins }, 'MUSEUM_CORS_ORIGINS', /is not an origin/);
    for (const [origin, meant] of [
      ['https://музей.рф', 'https://xn--e1adhj9a.xn--p1ai'],
      ['https://shop.example.com/', 'https://shop.example.com'],
    ] as const)
      refuses({ MUSEUM_CORS_ORIGINS: origin }, 'MUSEUM_CORS_ORIGINS', new RegExp(`such as ${meant},`));
    for (const origins of [
      'museum.example',
      'http://museum.example',
      'https://museum.example/',
      "https://museum.example; script-src 'unsafe-inline'",
      'https://*.museum.example',
      '*',
      'https://museum.example,,',
    ])
      refuses({ MUSEUM_FRAME_ORIGINS: origins }, 'MUSEUM_FRAME_ORIGINS', /Use https origins/);
    for (const issuer of ['id.example.org', 'http://id.example.org', 'https://id.example.org/?a=b'])
      refuses({ MUSEUM_OIDC_ISSUER: issuer }, 'MUSEUM_OIDC_ISSUER', /its https address/);
    for (const roles of ['desk', '=cashier', 'desk=', 'desk=boss', ','])
      refuses({ MUSEUM_OIDC_ROLES: roles }, 'MUSEUM_OIDC_ROLES', /desk=cashier|admin, manager/);
    refuses({ MUSEUM_OIDC_ONLY: 'on' }, 'MUSEUM_OIDC_ISSUER', /not set, but MUSEUM_OIDC_ONLY is/);
    const issuer = { MUSEUM_OIDC_ISSUER: 'http://127.0.0.1:9000/realms/museum' };
    refuses({ ...issuer, MUSEUM_OIDC_CLIENT_ID: 'museum' }, 'MUSEUM_OIDC_CLIENT_SECRET', /is not set/);
    for (const level of ['loud', 'INFO']) refuses({ LOG_LEVEL: level }, 'LOG_LEVEL', /fatal, error, warn/);
    refuses({ LOG_FORMAT: 'text' }, 'LOG_FORMAT', /numbers, words/);
    for (const choice of ['yes', 'true', 'ON']) refuses({ MUSEUM_MOCK: choice }, 'MUSEUM_MOCK', /on, off/);
    for (const proxies of [
      '0000000010',
      'yes',
      '0',
      '11',
      '-1',
      '10.0.0.0/33',
      '10.1.2.3, proxy.example.org',
    ])
      refuses(
        { MUSEUM_TRUST_PROXY: proxies },
        'MUSEUM_TRUST_PROXY',
        /neither a number of proxies .* nor a network/,
      );
    refuses({ MUSEUM_WEBHOOK_ALLOW_PRIVATE: 'yes' }, 'MUSEUM_WEBHOOK_ALLOW_PRIVATE', /on, off/);
    refuses({ MUSEUM_LANGUAGE: 'xx' }, 'MUSEUM_LANGUAGE', /en, de, fr, es, nl/);
    const [MUSEUM_SMTP_URL, MUSEUM_MAIL_FROM] = ['smtp://localhost', 'tickets@example.org'];
    refuses({ MUSEUM_SMTP_URL }, 'MUSEUM_MAIL_FROM', /Set both or neither/);
    refuses({ MUSEUM_MAIL_FROM }, 'MUSEUM_SMTP_URL', /Set both or neither/);
    refuses({ MUSEUM_SMTP_URL: 'localhost', MUSEUM_MAIL_FROM }, 'MUSEUM_SMTP_URL', /not the address of/);
    refuses({ MUSEUM_SMTP_URL, MUSEUM_MAIL_FROM: 'museum' }, 'MUSEUM_MAIL_FROM', /not a sender/);
    refuses({ MUSEUM_NAME: 'x'.repeat(101) }, 'MUSEUM_NAME', /longer than 100/);
    refuses({ MUSEUM_ADDRESS: 'x'.repeat(201) }, 'MUSEUM_ADDRESS', /longer than 200/);
    for (const colour of ['red', '#fff', '0b5d4e'])
      refuses({ MUSEUM_COLOUR: colour }, 'MUSEUM_COLOUR', /six hexadecimal digits/);
    refuses({ MUSEUM_COLOUR: '#ff9900' }, 'MUSEUM_COLOUR', /contrast with the page is 2\.\d/);
  });

  test('of the shop are refused with the reason when they are missing or wrong', () => {
    const shop = { MUSEUM_SHOP: 'on', MUSEUM_PUBLIC_URL: 'https://tickets.example.org' };
    for (const url of ['tickets.example.org', 'https://example.org/shop', 'ftp://example.org'])
      refuses({ ...shop, MUSEUM_PUBLIC_URL: url }, 'MUSEUM_PUBLIC_URL', /is not an origin/);
    refuses({ ...shop, MUSEUM_PAYMENTS: 'cash' }, 'MUSEUM_PAYMENTS', /none, desk, stripe, mollie/);
    for (const ways of ['none,desk', 'desk,desk'])
      refuses({ ...shop, MUSEUM_PAYMENTS: ways }, 'MUSEUM_PAYMENTS', /names one twice, or none/);
    refuses({ ...shop, MUSEUM_PAYMENTS: 'stripe' }, 'MUSEUM_STRIPE_KEY', /is not set/);
    const keys = { MUSEUM_PAYMENTS: 'stripe', MUSEUM_STRIPE_KEY: 'pk_live_public' };
    refuses({ ...shop, ...keys }, 'MUSEUM_STRIPE_KEY', /not a secret key/);
    refuses({ ...shop, MUSEUM_PAYMENTS: 'mollie' }, 'MUSEUM_MOLLIE_KEY', /is not set/);
    for (const hours of ['-1', '8761', 'a day'])
      for (const name of ['MUSEUM_SHOP_CANCEL_HOURS', 'MUSEUM_SHOP_MOVE_HOURS'])
        refuses({ ...shop, [name]: hours }, name, /0 to 8760/);
  });

  test('never repeat an address of a database, which may hold a password', () => {
    for (const url of ['mysql://root:secret@db/museum', 'postgres//root:secret@db', 'secret', 'sqlite:']) {
      refuses({ MUSEUM_DATABASE_URL: url }, 'MUSEUM_DATABASE_URL', /^(?!.*secret[@#]).*sqlite:/);
    }
  });

  test('say how to write a password in an address that can’t be parsed', () => {
    const how = /In a user name or password, write % # \/ \? @ as %25 %23 %2F %3F %40\.$/;
    for (const hosts of ['db', 'db,other', 'db:5432,other:5432'])
      refuses({ MUSEUM_DATABASE_URL: `postgres://museum:mp#w@${hosts}/museum` }, 'MUSEUM_DATABASE_URL', how);
  });

  test('have every fault in the address of PostgreSQL found before it is opened', () => {
    const refusesUrl = (url: string, why: RegExp) =>
      refuses({ MUSEUM_DATABASE_URL: url }, 'MUSEUM_DATABASE_URL', why);
    refusesUrl(
      'postgres://museum:secret%@db/museum',
      /^(?!.*secret).*% that does not begin an escaped character/,
    );
    refusesUrl('postgres://db/museum?foo=bar', /unknown parameter "foo"/);
    refusesUrl('postgres://db/museum?sslmode=maybe', /sslmode must be one of/);
    refusesUrl('postgres://museum:secret@db:5432,:5433/museum', /^(?!.*secret).*malformed/);
    refusesUrl('postgres://museum:secret@db:5432,other:much/museum', /^(?!.*secret).*malformed/);
    refusesUrl('postgres:///museum?host=db,,other', /empty name in its list of hosts/);
    refusesUrl('postgres:///museum?host=db,other,third&port=1,2', /3 hosts and 2 ports/);
  });

  test('name the first account in two variables: both or neither, under a name that an account can have', () => {
    const name = { MUSEUM_ADMIN_USERNAME: 'head' };
    const password = { MUSEUM_ADMIN_PASSWORD: 'open sesame' };
    refuses(name, 'MUSEUM_ADMIN_PASSWORD', /is not set/);
    refuses(password, 'MUSEUM_ADMIN_USERNAME', /is not set/);
    refuses({ ...password, MUSEUM_ADMIN_USERNAME: 'a:b' }, 'MUSEUM_ADMIN_USERNAME', /colon/);
  });

  test('allow a database file in the data directory or elsewhere', () => {
    const path = (url: string) => readConfig({ MUSEUM_DATABASE_URL: url }).database;
    assert.deepEqual(path('sqlite:/srv/a museum.db'), { kind: 'sqlite', path: '/srv/a museum.db' });
    assert.deepEqual(path('sqlite:other.db'), { kind: 'sqlite', path: resolve('other.db') });
    assert.equal(path('postgresql://db/museum').kind, 'postgres');
  });
});

test('a port is a whole number of 16 bits', () => {
  assert.deepEqual(['0', '1', '65535', undefined].map(readPort), [0, 1, 65_535, 8080]);
});

test('the file .env gives the settings that the environment does not', async (t) => {
  const folder = await temporaryFolder(t);
  assert.equal(readEnvironment(folder).MUSEUM_NAME, process.env.MUSEUM_NAME);
  await writeFile(join(folder, '.env'), '# the shop\nMUSEUM_NAME="Haus der Kunst"\nPATH=/nowhere\n');
  const environment = readEnvironment(folder);
  assert.equal(environment.MUSEUM_NAME, 'Haus der Kunst');
  assert.equal(environment.PATH, process.env.PATH);
});

test('the password for PostgreSQL may be in the file .env, where its driver does not look', async (t) => {
  const folder = await temporaryFolder(t);
  const { PGPASSWORD } = process.env;
  t.after(() => Object.assign(process.env, { PGPASSWORD: PGPASSWORD ?? '' }));
  await writeFile(join(folder, '.env'), "PGPASSWORD='of the file'\n");
  delete process.env.PGPASSWORD;
  readEnvironment(folder);
  assert.equal(process.env.PGPASSWORD, 'of the file');
  process.env.PGPASSWORD = 'of the environment';
  readEnvironment(folder);
  assert.equal(process.env.PGPASSWORD, 'of the environment');
});

test('the first setting of a file .env counts also behind the byte order mark of an editor', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, '.env'), '\uFEFFMUSEUM_NAME=Haus der Kunst\n');
  assert.equal(readEnvironment(folder).MUSEUM_NAME, 'Haus der Kunst');
});

test('for a name that is no setting, the setting that begins most like it is suggested', () => {
  for (const [name, meant] of [
    ['MUSEUM_RETNTION', 'MUSEUM_RETENTION_DAYS'],
    ['MUSEUM_RENTRY', 'MUSEUM_REENTRY'],
    ['MUSEUM_DATADIR', 'MUSEUM_DATA_DIR'],
    ['MUSEUM_SMTP', 'MUSEUM_SMTP_URL'],
    ['MUSEUM_LOGLEVEL', 'LOG_LEVEL'],
  ] as const)
    assert.deepEqual(strayNames({ [name]: 'x' }), [
      `${name} is not a setting and is ignored. Did you mean ${meant}?`,
    ]);
});

test('a setting whose quote is closed on a later line is refused, because it would swallow those between', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, '.env'),
    'MUSEUM_NAME="Haus der Kunst\nMUSEUM_TRUST_PROXY=on\nMUSEUM_ADMIN_USERNAME="ada"\n',
  );
  assert.throws(() => readEnvironment(folder), {
    name: 'ConfigError',
    message: /^MUSEUM_NAME: the value in \S+ spans several lines/,
  });
});

test('the proxies that say who asks are a number of them, or their networks', () => {
  const cases = {
    off: 0,
    on: 1,
    '2': 2,
    '10': 10,
    '10.1.2.3': ['10.1.2.3'],
    '10.1.2.0/24, fd00::/8': ['10.1.2.0/24', 'fd00::/8'],
  } as const;
  for (const [text, trusted] of Object.entries(cases))
    assert.deepEqual(readConfig({ MUSEUM_TRUST_PROXY: text }).trustProxy, trusted, text);
});

test('a file .env that can’t be read is refused by name', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, '.env'));
  assert.throws(() => readEnvironment(folder), { name: 'ConfigError', message: /^\.env: .*EISDIR/ });
});

test('a time zone has an IANA name; an abbreviation that means several zones is refused', () => {
  for (const name of 'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET Japan PST8PDT'.split(' '))
    assert.ok(readConfig({ MUSEUM_TIME_ZONE: name }).timeZone, name);
  for (const name of 'AST BST CST IST JST PST SST ist'.split(' '))
    refuses({ MUSEUM_TIME_ZONE: name }, 'MUSEUM_TIME_ZONE', /IANA name/);
});

test('an empty TZ is UTC, and an invalid TZ or a POSIX rule is refused', async () => {
  const zoneOf = async (TZ: string) => {
    const script = `import { readConfig } from ${JSON.stringify(new URL('./config.ts', import.meta.url).href)}; console.log(readConfig({}).timeZone)`;
    const args = ['--input-type=module', '--eval', script];
    return (
      await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, TZ } })
    ).stdout.trim();
  };
  assert.equal(await zoneOf('Asia/Kolkata'), 'Asia/Calcutta');
  assert.equal(await zoneOf(':Etc/GMT-14'), 'Etc/GMT-14');
  assert.equal(await zoneOf(''), 'UTC');
  for (const said of ['nonsense', 'GMT+3', 'CET-1CEST,M3.5.0,M10.5.0/3', 'IST-5:30', '<-03>3', 'BST'])
    await assert.rejects(
      zoneOf(said),
      /MUSEUM_TIME_ZONE: is not set, and the time zone of this machine/,
      said,
    );
});

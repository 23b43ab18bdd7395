/** What answers over the network: the service itself, the proxy before it, the mail server, payment providers. */
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../app/config.ts';
import { isLoopback } from '../../app/own-address.ts';
import { KEY_SETTINGS, providersOf } from '../../app/shop.ts';
import { systemClock } from '../../core/clock.ts';
import { IdentityProvider } from '../../identity-provider/index.ts';
import { MailServer, mailFaultOf } from '../../mail/mail-server.ts';
import { type Fetch, ProviderFailure, type ProviderName, ProviderRefused } from '../../payments/index.ts';
import { requireFreePort } from '../preconditions.ts';
import { certificatesCheck } from './certificates.ts';
import { clockFinding } from './clock.ts';
import { about, type Check, type Finding, type Findings } from './finding.ts';

const port = about('port');
const proxy = about('proxy');
const signIn = about('sign-in');
const mail = about('mail');
const payments = about('payments');

const MAX_ANSWER_CHARACTERS = 10_000;
const PROXY_REMEDY =
  'Compare the configuration of the proxy with deploy/nginx.conf or deploy/Caddyfile, and reload it.';

const portCheck: Check = {
  name: 'port',
  whenHung: 'The program at PORT takes connections but does not answer: restart the service.',
  run: async (config) => [await portFinding(config, await askService(config))],
};

const proxyCheck: Check = {
  name: 'proxy',
  whenHung: `Look whether MUSEUM_PUBLIC_URL leads to the proxy, and no firewall is between. ${PROXY_REMEDY}`,
  run: proxyFindings,
};

interface OwnAnswer {
  readonly version: string | undefined;
  readonly ready: { readonly status: number; readonly detail: string | undefined };
}

/** What listens at PORT; undefined when nothing does. */
async function askService({ host, port, tls }: Config): Promise<OwnAnswer | undefined> {
  if (port === 0) return undefined;
  try {
    const health = await ask(host, port, '/healthz', tls !== undefined);
    const { status, version } = parsed(health.body);
    const isOurs = health.status === 200 && status === 'ok' && version !== undefined;
    const ready = isOurs ? await ask(host, port, '/readyz', tls !== undefined) : health;
    return {
      version: isOurs ? version : undefined,
      ready: { status: ready.status, detail: parsed(ready.body).detail },
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What listens and does not speak HTTP, or TLS, is another program.
    if (code?.startsWith('HPE_') || code === 'ECONNRESET' || code === 'EPROTO')
      return { version: undefined, ready: { status: 0, detail: undefined } };
    return undefined;
  }
}

/** Where to ask what listens at that address of the settings. */
const REACHABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function ask(
  host: string,
  port: number,
  path: string,
  isSecure: boolean,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    // The certificate is for the name that browsers ask for, not for this address.
    const where = { host: REACHABLE[host] ?? host, port, path, agent: false, rejectUnauthorized: false };
    (isSecure ? getSecurely : get)(where, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length > MAX_ANSWER_CHARACTERS) response.destroy();
      });
      response.once('close', () => resolve({ status: response.statusCode as number, body }));
    }).once('error', reject);
  });
}

function parsed(body: string): { status?: string; version?: string; detail?: string } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

async function portFinding(config: Config, service: OwnAnswer | undefined): Promise<Finding> {
  const where = `port ${config.port} on ${config.host}`;
  if (config.port === 0) return port.ok('PORT is 0: the service takes a free one at its start.');
  if (service === undefined) {
    try {
      await requireFreePort(config);
      return port.ok(`The service does not run; ${where} is free.`);
    } catch (error) {
      if ((error as Error).name !== 'ConfigError') throw error;
      return port.fault((error as Error).message, 'Change the setting, or stop the other program.');
    }
  }
  const { version, ready } = service;
  if (version === undefined)
    return port.fault(
      `Another program answers at ${where}.`,
      `Stop that program (ss -ltnp shows which it is), or set PORT to another port.`,
    );
  const seen = `The service answers at ${where}, version ${version}`;
  if (ready.status !== 200)
    return port.fault(
      `${seen}, but it is not ready: ${ready.detail ?? `/readyz answered ${ready.status}`}`,
      'See the findings about disk, files and database, and the log of the service.',
    );
  if (version === packageJson.version) return port.ok(`${seen}.`);
  return port.warning(
    `${seen}; this is version ${packageJson.version}.`,
    'Restart the service, so that the version that is installed runs.',
  );
}

async function proxyFindings(config: Config): Promise<Findings> {
  const { publicUrl, trustProxy, host, port } = config;
  if (publicUrl === undefined)
    return proxy.ok('MUSEUM_PUBLIC_URL is not set, so no address of a proxy is known.');
  if (port !== 0 && (await askService(config)) === undefined)
    return proxy.ok(`Not asked: the service behind ${publicUrl} does not run.`);
  const before = Date.now();
  let response: Response;
  try {
    // Signing out without a session does nothing. The answer says what the service knows: it refuses a form whose
    // Origin is not its Host, and its cookie is Secure when the browser used https.
    response = await fetch(`${publicUrl}/sign-out`, {
      method: 'POST',
      headers: { origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
    await response.body?.cancel();
  } catch (error) {
    const { cause = error } = error as Error;
    const { code, message } = cause as NodeJS.ErrnoException;
    return proxy.fault(
      `${publicUrl} gave no answer (${code ?? message}).`,
      /CERT|SELF_SIGNED|ISSUER|ALTNAME|VERIFY/.test(code ?? '')
        ? 'Its certificate is not valid: renew it, or correct MUSEUM_PUBLIC_URL.'
        : 'Look whether the proxy runs, and whether MUSEUM_PUBLIC_URL and the DNS are right.',
    );
  }
  const after = Date.now();
  return [
    ...clockOf(publicUrl, response, before, after),
    proxyFinding(publicUrl, response, trustProxy !== 0, isLoopback(host)),
  ];
}

function clockOf(publicUrl: string, { headers }: Response, before: number, after: number): Finding[] {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return [];
  return [clockFinding(publicUrl, date, date + 1_000, before, after)]; // it is without fractions of a second
}

function proxyFinding(
  publicUrl: string,
  { status, headers }: Response,
  trustsProxy: boolean,
  isBehind: boolean,
): Finding {
  const cookie = headers.get('set-cookie') ?? '';
  if (status === 403)
    return proxy.fault(
      `The service does not get the Host of ${publicUrl}, and refuses every form.`,
      'Let the proxy forward Host as the browser sent it: proxy_set_header Host $host; in nginx.',
    );
  if (status !== 303 || !cookie.startsWith('museum_session='))
    return proxy.fault(
      `${publicUrl} answered ${status}, not as the service does.`,
      status >= 500
        ? `The proxy does not reach the service, or the service has a fault: see its log. ${PROXY_REMEDY}`
        : `Another service answers, or the proxy forwards to another one: correct MUSEUM_PUBLIC_URL. ${PROXY_REMEDY}`,
    );
  const isSecure = /; Secure/.test(cookie);
  if (publicUrl.startsWith('http:'))
    return isLoopback(new URL(publicUrl).hostname)
      ? proxy.ok(`${publicUrl} reaches the service, without TLS, on this machine.`)
      : proxy.warning(
          `${publicUrl} reaches the service without TLS: passwords are sent unencrypted.`,
          'Put a proxy with https in front of it (docs/deploy.md), and set MUSEUM_PUBLIC_URL to https.',
        );
  if (isSecure) return proxy.ok(`${publicUrl} reaches the service, which gets Host and X-Forwarded-Proto.`);
  return proxy.fault(
    `${publicUrl} reaches the service, but it does not know of https: its cookies are not Secure.`,
    trustsProxy
      ? `Let the proxy send X-Forwarded-Proto: proxy_set_header X-Forwarded-Proto $scheme; in nginx. ${isBehind ? '' : 'If its address is public, name it in MUSEUM_TRUST_PROXY.'}`.trimEnd()
      : 'Set MUSEUM_TRUST_PROXY=1 (docs/operations.md, "Behind a proxy").',
  );
}

const signInCheck: Check = {
  name: 'sign-in',
  whenHung: 'Look whether this machine reaches the address in MUSEUM_OIDC_ISSUER.',
  async run({ oidc, publicUrl }) {
    if (oidc === undefined) return signIn.ok('MUSEUM_OIDC_ISSUER is not set: staff sign in with passwords.');
    try {
      await new IdentityProvider(oidc, systemClock).begin('http://museum.invalid');
    } catch (error) {
      return signIn.fault(
        `${oidc.issuer}: ${(error as Error).message}.`,
        'Correct MUSEUM_OIDC_ISSUER, or ask whoever runs the identity provider. Admins sign in at /sign-in?local meanwhile.',
      );
    }
    if (publicUrl !== undefined) return signIn.ok(`${oidc.issuer} answers (docs/sign-in.md).`);
    return signIn.warning(
      `${oidc.issuer} answers, but MUSEUM_PUBLIC_URL is not set, so people come back to the address at which the service listens.`,
      'Set MUSEUM_PUBLIC_URL to the address at which staff reach the service.',
    );
  },
};

const mailCheck: Check = {
  name: 'mail',
  whenHung:
    'Look whether the address and the port in MUSEUM_SMTP_URL are right: many networks block port 25, so use 587 or 465.',
  async run({ mail: settings }) {
    if (settings === undefined) return mail.ok('MUSEUM_SMTP_URL is not set: no mail is sent.');
    const { server: address, sender } = settings;
    const where = `${address.host}:${address.port}`;
    const server = new MailServer(address, sender);
    try {
      const { isEncrypted, isSignedIn } = await server.check();
      const how = isEncrypted ? (address.isSecure ? 'TLS' : 'STARTTLS') : 'no encryption';
      const seen = `${where} answers (EHLO, ${how}${isSignedIn ? ', AUTH' : ''}). No mail was sent.`;
      if (address.user !== undefined && !isSignedIn)
        return mail.warning(
          `${seen} It does not offer to sign in, so the user name was not used.`,
          'Use the port for submission, 587 or 465, or take user name and password out of MUSEUM_SMTP_URL.',
        );
      if (!isEncrypted && !isLoopback(address.host))
        return mail.warning(
          `${seen} Mails travel unencrypted.`,
          'Use smtps://, or smtp:// with a server that offers STARTTLS and ?requireTLS=true.',
        );
      return mail.ok(seen);
    } catch (error) {
      return mail.fault(
        `${where}: ${mailFaultOf(error, sender.address).answer}`,
        'Correct MUSEUM_SMTP_URL, or ask whoever runs the mail server. Mails wait meanwhile.',
      );
    } finally {
      server.close();
    }
  },
};

const paymentsCheck: Check = {
  name: 'payments',
  whenHung: 'Look whether this machine reaches the internet, and the provider’s status page.',
  run: (config) => paymentFindings(config),
};

/** @param fetch reaches the providers */
export async function paymentFindings({ keys, currency }: Config, fetch?: Fetch): Promise<Findings> {
  const providers = providersOf(keys, currency, fetch ?? globalThis.fetch);
  const names = Object.keys(providers) as ProviderName[];
  if (names.length === 0) return payments.ok('No payment provider is set: nothing is paid online.');
  return (
    await Promise.all(
      names.map(async (name) => [
        await keyFinding(name, keys[name]?.key ?? '', () => providers[name]?.checkKey()),
        ...(name === 'stripe' && keys.stripe?.webhookSecret === undefined
          ? [
              payments.warning(
                'MUSEUM_STRIPE_WEBHOOK_SECRET is not set, so anybody can make the service ask Stripe.',
                'Set it to the signing secret that Stripe’s Dashboard shows for the webhook (docs/payments.md).',
              ),
            ]
          : []),
      ]),
    )
  ).flat();
}

async function keyFinding(
  name: ProviderName,
  key: string,
  check: () => Promise<void> | undefined,
): Promise<Finding> {
  const label = { stripe: 'Stripe', mollie: 'Mollie' }[name];
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return error instanceof ProviderRefused
      ? payments.fault(`${error.message}.`, `Correct ${KEY_SETTINGS[name]}: the service does not start.`)
      : payments.fault(
          `${error.message}.`,
          `Look whether this machine reaches the internet, and at the status page of ${label}.`,
        );
  }
  if (/^(?:[a-z]+_)?live_/.test(key)) return payments.ok(`${label} takes the key, which is live.`);
  return payments.warning(
    `${label} takes the key, which is for tests: no money is taken.`,
    `Before visitors buy, set ${KEY_SETTINGS[name]} to a live key.`,
  );
}

export const NETWORK_CHECKS: readonly Check[] = [
  portCheck,
  proxyCheck,
  certificatesCheck,
  signInCheck,
  mailCheck,
  paymentsCheck,
];

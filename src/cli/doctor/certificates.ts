import {
  type CertificateInUse,
  type CertificateOwner,
  certificatesInUse,
  EXPIRES_SOON_MS,
} from '../../app/certificates.ts';
import { certificateName } from '../../core/certificates.ts';
import { instant } from '../../core/clock.ts';
import { about, type Check, type Finding, span } from './finding.ts';

const certificates = about('certificates');

/** The share of the check’s time that the servers may take. */
const SHARE_OF_SERVERS = 0.8;

const REMEDIES: Readonly<Record<CertificateOwner, string>> = {
  https:
    'Renew it, and put it with its chain and its key into the files of MUSEUM_TLS_CERT and MUSEUM_TLS_KEY: the service uses it within ten seconds.',
  public: 'Renew it where the proxy is: certbot renew, or look in the log of Caddy why it did not.',
  postgresql:
    'Renew it on the server of the database (ssl_cert_file) and reload that, or the file of sslcert or sslrootcert here.',
  smtp: 'Ask whoever runs the mail server to renew it.',
};

export const certificatesCheck: Check = {
  name: 'certificates',
  whenHung: 'Look whether the database, the mail server and MUSEUM_PUBLIC_URL can be reached.',
  async run(config, timeoutMs) {
    const found = await certificatesInUse(config, AbortSignal.timeout(timeoutMs * SHARE_OF_SERVERS));
    if (found.length === 0) return certificates.ok('None was seen: nothing here speaks TLS.');
    return found.map((each) => finding(each, Date.now()));
  },
};

function finding({ owner, where, certificate }: CertificateInUse, now: number): Finding {
  const [from, until] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  const which = `${certificateName(certificate)}, at ${where},`;
  if (until <= now)
    return certificates.fault(
      `${which} expired ${span(now - until)} ago, on ${instant(until)}.`,
      REMEDIES[owner],
    );
  if (from > now)
    return certificates.fault(
      `${which} is not valid before ${instant(from)}.`,
      `Compare the clock with another. ${REMEDIES[owner]}`,
    );
  const seen = `${which} expires in ${span(until - now)}, on ${instant(until)}.`;
  return until - now <= EXPIRES_SOON_MS ? certificates.warning(seen, REMEDIES[owner]) : certificates.ok(seen);
}

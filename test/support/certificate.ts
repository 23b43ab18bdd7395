import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/**
 * A self-signed certificate of a new key (X.509 version 1, RFC 5280, section 4.1; ECDSA with SHA-256), both as PEM.
 * @param until when it expires: milliseconds UTC, to the second
 */
export function selfSigned(
  name: string,
  until = Date.parse('2099-12-31T23:59:59Z'),
): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const content = contentOf(name, publicKey, new Date(until));
  const whole = der(0x30, content, ECDSA_WITH_SHA256, bitString(sign('sha256', content, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

function contentOf(name: string, publicKey: KeyObject, until: Date): Buffer {
  const who = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const to = `${until.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
  const [from, end] = ['20000101000000Z', to].map((time) => der(0x18, Buffer.from(time)));
  const serialNumber = der(0x02, Buffer.from([1]));
  const validity = der(0x30, from as Buffer, end as Buffer);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return der(0x30, serialNumber, ECDSA_WITH_SHA256, who, validity, who, spki);
}

/** A value in DER (X.690, section 8.1): its tag, its length and its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const short =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...short]), content]);
}

function bitString(bytes: Buffer): Buffer {
  return der(0x03, Buffer.from([0]), bytes);
}

/** 1.2.840.10045.4.3.2 and 2.5.4.3 */
const ECDSA_WITH_SHA256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));

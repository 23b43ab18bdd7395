/** Archives whose bytes follow from what is in them alone: members by name, one time for all, owned by root. */
import { createReadStream, type Dirent, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';

const BLOCK = 512;
const ZEROS = Buffer.alloc(BLOCK);

/** A member of an archive: text, a file of this machine, or a symbolic link. Folders follow from the names. */
export interface Member {
  /** Without a leading slash. */
  readonly name: string;
  /** Such as 0o644; a link has none. */
  readonly mode?: number;
  readonly content: string | Buffer | { readonly file: string } | { readonly link: string };
}

/** The files and links below a folder, named below `prefix`, with the modes 0644, or 0755 for programs. */
export function membersOf(folder: string, prefix: string): Member[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry: Dirent) => {
    const [path, name] = [join(folder, entry.name), posix.join(prefix, entry.name)];
    if (entry.isDirectory()) return membersOf(path, name);
    if (entry.isSymbolicLink()) return { name, content: { link: readlinkSync(path) } };
    return { name, mode: lstatSync(path).mode & 0o100 ? 0o755 : 0o644, content: { file: path } };
  });
}

/**
 * A tar archive (POSIX.1-1988, "ustar", which GNU tar, BSD tar and dpkg read) of members and their folders.
 *
 * @param seconds the time of every member, in seconds since 1970
 * @throws if a name does not fit into a header
 */
export async function* tar(members: readonly Member[], seconds: number): AsyncGenerator<Buffer> {
  const folders = new Set<string>();
  for (const member of members.toSorted((a, b) => compareBytes(a.name, b.name))) {
    for (const folder of foldersAbove(member.name)) {
      if (folders.has(folder)) continue;
      folders.add(folder);
      yield tarHeader({ name: `${folder}/`, mode: 0o755, type: '5', size: 0, seconds });
    }
    yield* tarMember(member, seconds);
  }
  yield Buffer.concat([ZEROS, ZEROS]);
}

async function* tarMember({ name, mode = 0o777, content }: Member, seconds: number): AsyncGenerator<Buffer> {
  if (!isBytes(content) && 'link' in content) {
    yield tarHeader({ name, mode, type: '2', size: 0, seconds, link: content.link });
    return;
  }
  const size = sizeOf(content);
  yield tarHeader({ name, mode, type: '0', size, seconds });
  if (isBytes(content)) yield Buffer.from(content);
  else yield* createReadStream(content.file);
  yield ZEROS.subarray(0, (BLOCK - (size % BLOCK)) % BLOCK);
}

export function sizeOf(content: Member['content']): number {
  if (isBytes(content)) return Buffer.byteLength(content);
  return 'link' in content ? 0 : statSync(content.file).size;
}

export function isBytes(content: Member['content']): content is string | Buffer {
  return typeof content === 'string' || Buffer.isBuffer(content);
}

function foldersAbove(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

interface Header {
  readonly name: string;
  readonly mode: number;
  readonly type: string;
  readonly size: number;
  readonly seconds: number;
  readonly link?: string;
}

function tarHeader({ name, mode, type, size, seconds, link = '' }: Header): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [prefix, rest] = splitName(name);
  const write = (text: string, offset: number, length: number) => {
    if (Buffer.byteLength(text) > length) throw new Error(`Too long for a tar archive: ${name} ${link}`);
    header.write(text, offset);
  };
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  write(rest, 0, 100);
  write(octal(mode, 7), 100, 7);
  write(octal(0, 7), 108, 7);
  write(octal(0, 7), 116, 7);
  write(octal(size, 11), 124, 11);
  write(octal(seconds, 11), 136, 11);
  write(' '.repeat(8), 148, 8);
  write(type, 156, 1);
  write(link, 157, 100);
  write('ustar', 257, 5);
  write('00', 263, 2);
  write('root', 265, 4);
  write('root', 297, 4);
  write(prefix, 345, 155);
  // The sum is over a header whose own place holds spaces.
  write(`${octal(sum(header), 6)}\0 `, 148, 8);
  return header;
}

/** A name of more than 100 bytes is divided at a slash. */
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  const slash = name.indexOf('/', name.length - 101);
  return slash === -1 || slash === name.length - 1
    ? ['', name]
    : [name.slice(0, slash), name.slice(slash + 1)];
}

function sum(bytes: Buffer): number {
  let total = 0;
  for (const byte of bytes) total += byte;
  return total;
}

/** Whatever the language of the machine. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Writes an archive of the format `ar` as Debian packages are (deb(5)): its members in the order given.
 *
 * @param seconds the time of every member, in seconds since 1970
 */
export async function writeAr(
  file: string,
  members: readonly { readonly name: string; readonly content: string | { readonly file: string } }[],
  seconds: number,
): Promise<void> {
  await using archive = await open(file, 'w');
  await archive.write('!<arch>\n');
  for (const { name, content } of members) {
    const size = sizeOf(content);
    const fields = [name.padEnd(16), `${seconds}`.padEnd(12), '0     0     100644  ', `${size}`.padEnd(10)];
    await archive.write(`${fields.join('')}\`\n`);
    const chunks = typeof content === 'string' ? [Buffer.from(content)] : createReadStream(content.file);
    for await (const chunk of chunks) await archive.writeFile(chunk);
    if (size % 2 === 1) await archive.write('\n');
  }
}

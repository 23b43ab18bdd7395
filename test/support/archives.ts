/** Reads archives as their formats say, apart from the code that writes them. */

export interface TarEntry {
  readonly name: string;
  readonly mode: number;
  readonly owner: string;
  /** In seconds since 1970. */
  readonly time: number;
  /** As the format has it: 0 is a file, 2 a symbolic link, 5 a folder. */
  readonly type: string;
  readonly link: string;
  readonly content: Buffer;
}

/** The entries of a tar archive (POSIX.1-1988, "ustar"), in their order. */
export function readTar(archive: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let offset = 0;
  while (archive[offset] !== 0) {
    const header = archive.subarray(offset, offset + 512);
    const text = (start: number, length: number) =>
      header.toString('utf8', start, start + length).replace(/\0[\s\S]*/, '');
    const number = (start: number, length: number) => Number.parseInt(text(start, length), 8);
    const expected = header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (number(148, 8) !== expected || text(257, 6) !== 'ustar')
      throw new Error(`no header at byte ${offset}`);
    const size = number(124, 12);
    const prefix = text(345, 155);
    entries.push({
      name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
      mode: number(100, 8),
      owner: `${number(108, 8)}:${number(116, 8)} ${text(265, 32)}:${text(297, 32)}`,
      time: number(136, 12),
      type: text(156, 1),
      link: text(157, 100),
      content: archive.subarray(offset + 512, offset + 512 + size),
    });
    offset += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

/** The members of an archive of `ar`, in their order. */
export function readAr(archive: Buffer): { name: string; content: Buffer }[] {
  if (archive.toString('latin1', 0, 8) !== '!<arch>\n') throw new Error('no archive of ar');
  const members: { name: string; content: Buffer }[] = [];
  for (let offset = 8; offset < archive.length; ) {
    const [name = '', , , , , size] = archive.toString('latin1', offset, offset + 58).split(/ +/);
    if (archive.toString('latin1', offset + 58, offset + 60) !== '`\n')
      throw new Error(`no header at byte ${offset}`);
    const [start, length] = [offset + 60, Number(size)];
    members.push({ name, content: archive.subarray(start, start + length) });
    offset = start + length + (length % 2);
  }
  return members;
}

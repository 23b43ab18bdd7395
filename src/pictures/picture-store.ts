import type { Queries, Transaction } from '../store/index.ts';
import type { Picture, PictureFileFormat, PictureFileName, PictureSubject } from './picture.ts';

/** A file of a picture, as it leaves the museum. */
export interface PictureFile {
  readonly width: number;
  /** A logo has one more, as PNG, for tickets and mails. */
  readonly format: PictureFileFormat | 'png';
  readonly content: Buffer;
}

const COLUMNS = ['subject', 'hash', 'width', 'height', 'alt', 'credit', 'changed_at'] as const;

interface PictureRow {
  readonly subject: PictureSubject;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly credit: string | null;
}

/** The pictures of those of them that have one. */
export async function findPictures(
  queries: Queries,
  subjects: readonly PictureSubject[],
): Promise<Map<PictureSubject, Picture>> {
  const rows = await queries.all<PictureRow>(
    'SELECT subject, hash, width, height, alt, credit FROM pictures WHERE subject IN ?',
    [subjects],
  );
  return new Map(rows.map(({ alt, ...row }) => [row.subject, { ...row, alt: JSON.parse(alt) }]));
}

/** The subject of the picture that the file is of, and what is in it. */
export async function findFile(
  queries: Queries,
  { hash, width, format }: PictureFileName,
): Promise<{ readonly subject: PictureSubject; readonly content: Buffer } | undefined> {
  const row = await queries.get<{ subject: PictureSubject; content: string }>(
    `SELECT subject, content FROM pictures JOIN picture_files ON picture_files.hash = pictures.hash
      WHERE pictures.hash = ? AND picture_files.width = ? AND format = ?`,
    [hash, width, format],
  );
  return row && { subject: row.subject, content: Buffer.from(row.content, 'base64') };
}

/** The file of the museum's logo for tickets and mails: a PNG file. */
export async function findLogoFile(queries: Queries): Promise<Buffer | undefined> {
  const row = await queries.get<{ content: string }>(
    `SELECT content FROM pictures JOIN picture_files ON picture_files.hash = pictures.hash
      WHERE subject = 'logo' AND format = 'png'`,
    [],
  );
  return row && Buffer.from(row.content, 'base64');
}

/** Puts the picture in the place of the one that its subject has. */
export async function replacePicture(
  tx: Transaction,
  { subject, hash, width, height, alt, credit }: Picture,
  files: readonly PictureFile[],
  now: number,
): Promise<void> {
  await deletePicture(tx, subject);
  const row = [subject, hash, width, height, JSON.stringify(alt), credit, now];
  await tx.insert('pictures', COLUMNS, [row]);
  const rows = files.map((file) => [hash, file.width, file.format, file.content.toString('base64')]);
  await tx.insert('picture_files', ['hash', 'width', 'format', 'content'], rows);
}

export async function deletePicture(tx: Transaction, subject: PictureSubject): Promise<void> {
  await tx.run('DELETE FROM picture_files WHERE hash IN (SELECT hash FROM pictures WHERE subject = ?)', [
    subject,
  ]);
  await tx.run('DELETE FROM pictures WHERE subject = ?', [subject]);
}

export async function rewordPicture(
  tx: Transaction,
  { subject, alt, credit }: Picture,
  now: number,
): Promise<void> {
  await tx.run('UPDATE pictures SET alt = ?, credit = ?, changed_at = ? WHERE subject = ?', [
    JSON.stringify(alt),
    credit,
    now,
    subject,
  ]);
}

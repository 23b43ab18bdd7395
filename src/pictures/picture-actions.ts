import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../core/actor.ts';
import type { Language } from '../core/language.ts';
import { may, requirePermission } from '../core/permissions.ts';
import { Refusal } from '../core/refusal.ts';
import { findEventTitles, getEvent, lockEvent } from '../events/index.ts';
import { type JournalKind, record } from '../journal/index.ts';
import type { ActionContext, Queries } from '../store/index.ts';
import type { Picture, PictureFileName, PictureSubject, PictureWords } from './picture.ts';
import {
  deletePicture,
  findFile,
  findPictures,
  type PictureFile,
  replacePicture,
  rewordPicture,
} from './picture-store.ts';
import type { RenderedPicture } from './rendered.ts';

/**
 * The actions and queries for pictures. Each throws Refusal forbidden; those for the picture of an event throw event-not-found.
 */

/** Gives the subject this picture, in the place of the one that it has. */
export async function setPicture(
  context: ActionContext,
  subject: PictureSubject,
  { files, width, height }: RenderedPicture,
  words: PictureWords,
): Promise<Picture> {
  const before = await lockPicture(context, subject);
  const picture = { subject, hash: hashOf(subject, files), width, height, ...words };
  await replacePicture(context.tx, picture, files, context.now);
  await recordOn(context, 'picture.set', subject, {
    before: before && factsOf(before),
    after: factsOf(picture),
  });
  return picture;
}

/** What is to be said of a picture in other words; null: in none. */
export interface WordsChange {
  readonly alt?: Readonly<Partial<Record<Language, string | null>>>;
  readonly credit?: string | null;
}

/** Changes what is said of it: languages that are left out keep their text. @throws Refusal picture-not-found */
export async function describePicture(
  context: ActionContext,
  subject: PictureSubject,
  { alt = {}, credit }: WordsChange,
): Promise<Picture> {
  const before = (await lockPicture(context, subject)) ?? refusePicture(subject);
  const texts = Object.entries({ ...before.alt, ...alt }).filter(([, text]) => text !== null);
  const after = {
    ...before,
    alt: Object.fromEntries(texts),
    credit: credit === undefined ? before.credit : credit,
  };
  if (isDeepStrictEqual(after, before)) return before;
  await rewordPicture(context.tx, after, context.now);
  await recordOn(context, 'picture.described', subject, { before: factsOf(before), after: factsOf(after) });
  return after;
}

/** @throws Refusal picture-not-found */
export async function removePicture(context: ActionContext, subject: PictureSubject): Promise<void> {
  const before = (await lockPicture(context, subject)) ?? refusePicture(subject);
  await deletePicture(context.tx, subject);
  await recordOn(context, 'picture.removed', subject, { before: factsOf(before) });
}

/** @throws Refusal picture-not-found */
export async function getPicture(queries: Queries, actor: Actor, subject: PictureSubject): Promise<Picture> {
  await requireSubject(queries, actor, subject);
  return (await findPictures(queries, [subject])).get(subject) ?? refusePicture(subject);
}

/** Checks whether the actor may give the subject a picture, before one is rendered. */
export async function requireSubject(queries: Queries, actor: Actor, subject: PictureSubject): Promise<void> {
  requirePermission(actor, isOfMuseum(subject) ? 'manage-museum' : 'arrange-programme');
  if (!isOfMuseum(subject)) await getEvent(queries, actor, subject);
}

/** What is in a file of a picture; undefined when there is none, or visitors may not see it. */
export async function findPublicFile(queries: Queries, name: PictureFileName): Promise<Buffer | undefined> {
  const found = await findFile(queries, name);
  return found && (await isPublic(queries, found.subject)) ? found.content : undefined;
}

/** What is in a file of a picture that staff look at; that of a draft is only for who arranges the programme. */
export async function findStaffFile(
  queries: Queries,
  actor: Actor,
  name: PictureFileName,
): Promise<Buffer | undefined> {
  requirePermission(actor, 'read-programme');
  const found = await findFile(queries, name);
  if (found === undefined || may(actor.role, 'arrange-programme')) return found?.content;
  return (await findTitle(queries, found.subject))?.isDraft ? undefined : found.content;
}

/** Whether visitors may see what the picture is of. */
async function isPublic(queries: Queries, subject: PictureSubject): Promise<boolean> {
  if (isOfMuseum(subject)) return true;
  const title = await findTitle(queries, subject);
  return title !== undefined && !title.isCancelled && !title.isDraft;
}

async function findTitle(queries: Queries, subject: PictureSubject) {
  return isOfMuseum(subject) ? undefined : (await findEventTitles(queries, [subject])).get(subject);
}

function isOfMuseum(subject: PictureSubject): subject is 'museum' | 'logo' {
  return subject === 'museum' || subject === 'logo';
}

/**
 * The picture, which nobody else changes until the transaction ends: whoever touches the programme waits for those who have. What
 * is kept of it is out of date once that is committed.
 */
async function lockPicture(context: ActionContext, subject: PictureSubject): Promise<Picture | undefined> {
  if (isOfMuseum(subject)) requirePermission(context.actor, 'manage-museum');
  else await lockEvent(context, subject);
  await context.tx.touch('events');
  return (await findPictures(context.tx, [subject])).get(subject);
}

/** With the subject in it: the address of a picture is of one subject, and gone with its picture. */
function hashOf(subject: PictureSubject, files: readonly PictureFile[]): string {
  const bytes = Buffer.concat([Buffer.from(`${subject}\n`), ...files.map(({ content }) => content)]);
  return hash('sha256', bytes, 'hex').slice(0, 32);
}

function factsOf({ subject: _, ...facts }: Picture): object {
  return facts;
}

function recordOn(context: ActionContext, kind: JournalKind, subject: PictureSubject, details: object) {
  return record(context, { kind, subject, details });
}

function refusePicture(subject: PictureSubject): never {
  throw new Refusal('picture-not-found', { of: isOfMuseum(subject) ? subject : 'event' });
}

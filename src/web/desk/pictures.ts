import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../core/language.ts';
import { type PictureFault, type PictureType, Refusal } from '../../core/refusal.ts';
import { hasLength } from '../../core/text.ts';
import { textFor } from '../../core/texts-by-language.ts';
import { getEvent } from '../../events/index.ts';
import type { Answer } from '../../http/answer.ts';
import { fileOf } from '../../http/file-forms.ts';
import { HttpRefusal } from '../../http/http-refusal.ts';
import { csrfField, type Fields, fieldsOf, type Submitted } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Link } from '../../pages/layout.ts';
import { choices, folded } from '../../pages/parts.ts';
import { pictureHtml } from '../../pages/picture.ts';
import {
  describePicture,
  findPictures,
  findStaffFile,
  heightAt,
  LOGO_TYPES,
  PHOTOGRAPH_TYPES,
  PICTURE_LIMITS,
  PICTURE_TYPES,
  type Picture,
  type PictureSubject,
  pictureAddress,
  pictureWidths,
  readFileName,
  removePicture,
  setPicture,
  typeOfFile,
} from '../../pictures/index.ts';
import { runAction } from '../../store/index.ts';
import type { DeskRequest } from './desk-options.ts';
import { deskPage, SETTINGS_PAGE } from './desk-page.ts';
import { done } from './done.ts';
import { eventAddress, pathId } from './links.ts';
import { picturesTexts } from './pictures-texts.ts';
import { faultsAmong, formTo, postForm, type Sent } from './post-form.ts';

type Name = `alt.${Language}` | 'credit' | 'picture';

/** What the page of a picture is about. */
interface PicturePage {
  readonly subject: PictureSubject;
  readonly title: string;
  readonly at: string;
  /** Where it leads when all is done. */
  readonly back: string;
  readonly types: readonly PictureType[];
}

type FindPage = (desk: DeskRequest) => Promise<PicturePage>;

export const eventPicture = handlersOf(async ({ store, actor, language, request }) => {
  const { eventId, name } = await getEvent(store, actor, pathId(request, 'eventId'));
  const back = eventAddress(eventId);
  const title = picturesTexts(language)('ofEvent', { name });
  return { subject: eventId, title, at: `${back}/picture`, back, types: PHOTOGRAPH_TYPES };
});

export const museumPicture = handlersOf(async ({ language }) => {
  const [title, at] = [picturesTexts(language)('ofMuseum'), '/desk/museum/picture'];
  return { subject: 'museum', title, at, back: at, types: PHOTOGRAPH_TYPES };
});

export const museumLogo = handlersOf(async ({ language }) => {
  const [title, at] = [picturesTexts(language)('logo'), '/desk/museum/logo'];
  return { subject: 'logo', title, at, back: at, types: LOGO_TYPES };
});

/** A file of a picture, also of one that visitors don't see. @throws HttpRefusal not-found */
export async function showPictureFile({ store, actor, request }: DeskRequest): Promise<Answer> {
  const name = readFileName((request.params as { readonly file: string }).file);
  const body = name && (await findStaffFile(store, actor, name));
  if (body === undefined) throw new HttpRefusal('not-found', { missing: 'operation' });
  const type = name?.format === 'webp' ? 'image/webp' : 'image/jpeg';
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
}

/** The picture as staff see it. */
export function staffPicture({ language, settings }: DeskRequest, picture: Picture): Html {
  const { hash, width, alt, credit } = picture;
  const addressOf = (name: Parameters<typeof pictureAddress>[0]) => `/desk${pictureAddress(name)}`;
  const files = pictureWidths(width).map((each) => ({
    width: each,
    height: heightAt(picture, each),
    webp: addressOf({ hash, width: each, format: 'webp' }),
    jpg: addressOf({ hash, width: each, format: 'jpg' }),
  }));
  const shown = { files, alt: textFor(alt, [language, settings.now.language]), credit };
  return html`
    <figure class="picture">
      ${pictureHtml(shown, { sizes: '20rem', most: 480, isLazy: false })}
      ${credit !== null && html`<figcaption dir="auto">${credit}</figcaption>`}
    </figure>
  `;
}

function handlersOf(find: FindPage) {
  const show = async (desk: DeskRequest, submitted?: Submitted<Name>) =>
    showPage(desk, await find(desk), submitted);
  return {
    show,
    save: postForm<Name>(async (desk, sent) => savePicture(desk, sent, await find(desk)), show, explain),
    remove: postForm<Name>(async (desk) => {
      const { subject, back } = await find(desk);
      const { store, clock, actor } = desk;
      await runAction({ store, clock }, actor, (context) => removePicture(context, subject));
      return done(back, 'pictureRemoved');
    }, show),
  };
}

async function pictureOf({ store }: DeskRequest, { subject }: PicturePage): Promise<Picture | undefined> {
  return (await findPictures(store, [subject])).get(subject);
}

async function showPage(desk: DeskRequest, page: PicturePage, submitted?: Submitted<Name>): Promise<Answer> {
  const { language, session } = desk;
  const { title, at, back, types, subject } = page;
  const say = picturesTexts(language);
  const picture = await pictureOf(desk, page);
  const fields = fieldsOf<Name>(language, submitted);
  const form = html`
    <form method="post" action="${at}" enctype="multipart/form-data">
      ${csrfField(session.csrfToken)}
      ${fields.input('picture', {
        label: say('file'),
        hint: `${say(subject === 'logo' ? 'logoHint' : 'fileHint')} ${picture ? say('replaceHint') : ''}`.trim(),
        with: { type: 'file', accept: types.join(','), required: picture === undefined },
      })}
      ${wordsFields(desk, fields, picture)}
      <p class="actions">
        <button class="action">${say('save')}</button>
        ${back !== at && html`<a class="button" href="${back}">${say('back')}</a>`}
      </p>
    </form>
  `;
  const removal = picture && formTo(desk, `${at}/remove`, html`<button>${say('remove')}</button>`);
  const main = html`
    ${back === at && choices(say('picture'), museumLinks(say), at, 'views')}
    ${subject === 'logo' && desk.logo && html`<p class="quiet">${say('logoFixed')}</p>`}
    ${picture ? staffPicture(desk, picture) : html`<p class="quiet">${say('none')}</p>`}
    ${form}
    ${removal}
  `;
  const here = back === at ? SETTINGS_PAGE : '/desk/events';
  return deskPage(desk, { title, main, here, form: fields });
}

function museumLinks(say: ReturnType<typeof picturesTexts>): Link[] {
  return [
    { href: '/desk/museum/picture', text: say('ofMuseum') },
    { href: '/desk/museum/logo', text: say('logo') },
  ];
}

function wordsFields(desk: DeskRequest, fields: Fields<Name>, picture: Picture | undefined): Html {
  const { language } = desk;
  const { language: museumLanguage } = desk.settings.now;
  const say = picturesTexts(language);
  const others = LANGUAGES.filter((each) => each !== museumLanguage);
  const altField = (each: Language) =>
    fields.input(`alt.${each}`, {
      label: say('alt', { language: LANGUAGE_NAMES[each] }),
      ...(each === museumLanguage && { hint: say('altHint', { count: PICTURE_LIMITS.alt }) }),
      value: picture?.alt[each] ?? '',
      with: { maxlength: PICTURE_LIMITS.alt, required: each === museumLanguage, lang: each },
    });
  return html`
    ${altField(museumLanguage)}
    ${folded(say('others'), others.map(altField))}
    ${fields.input('credit', {
      label: say('credit'),
      hint: say('creditHint'),
      value: picture?.credit ?? '',
      with: { maxlength: PICTURE_LIMITS.credit },
    })}
  `;
}

async function savePicture(desk: DeskRequest, sent: Sent<Name>, page: PicturePage): Promise<Answer> {
  const { store, clock, actor, language, pictures } = desk;
  const { subject, back, types } = page;
  const faults = wordsFaults(desk, sent);
  if (faults !== undefined) return sent.again(faults);
  const { values } = sent;
  const texts = LANGUAGES.map((each) => [each, values[`alt.${each}` as const] || null] as const);
  const [alt, credit] = [Object.fromEntries(texts), values.credit || null];
  const file = fileOf(desk.request, 'picture');
  if (file === undefined) {
    if ((await pictureOf(desk, page)) === undefined)
      return sent.again({ faults: { picture: picturesTexts(language)('fileMissing') } });
    await runAction({ store, clock }, actor, (context) => describePicture(context, subject, { alt, credit }));
    return done(back, 'pictureSaved');
  }
  const rendered = await pictures.render(file, types, subject === 'logo' ? 'logo' : 'photograph');
  const given = Object.fromEntries(texts.flatMap(([each, text]) => (text === null ? [] : [[each, text]])));
  await runAction({ store, clock }, actor, (context) =>
    setPicture(context, subject, rendered, { alt: given, credit }),
  );
  return done(back, 'pictureSaved');
}

function wordsFaults({ language, settings }: DeskRequest, { values }: Sent<Name>) {
  const { language: museumLanguage } = settings.now;
  const say = picturesTexts(language);
  const { alt: most, credit: mostOfCredit } = PICTURE_LIMITS;
  const altFaults = LANGUAGES.map((each) => {
    const text = values[`alt.${each}` as const] ?? '';
    const isRight = hasLength(text, each === museumLanguage ? 1 : 0, most);
    return [`alt.${each}`, !isRight && say('altFault', { count: most })] as const;
  });
  return faultsAmong<Name>({
    ...Object.fromEntries(altFaults),
    credit: !hasLength(values.credit ?? '', 0, mostOfCredit) && say('creditFault', { count: mostOfCredit }),
  });
}

/** What is wrong with the file. */
function explain(error: unknown, desk: DeskRequest): Submitted<Name> | undefined {
  if (!(error instanceof Refusal) || error.kind !== 'picture-unusable') return undefined;
  const file = fileOf(desk.request, 'picture');
  const isHeic = file !== undefined && typeOfFile(file) === 'image/heic';
  const say = picturesTexts(desk.language);
  const fault = isHeic ? say('heic') : faultInWords(say, (error as Refusal<'picture-unusable'>).facts);
  return { faults: { picture: fault }, status: 422 };
}

function faultInWords(say: ReturnType<typeof picturesTexts>, fault: PictureFault): string {
  if (fault.because === 'too-many-pixels')
    return say('tooManyPixels', { count: fault.megapixels, most: PICTURE_LIMITS.megapixels });
  if (fault.because === 'other-type')
    return say('otherType', { types: fault.types.map((type) => PICTURE_TYPES[type]).join(', ') });
  return say(FAULTS[fault.because]);
}

const FAULTS = {
  empty: 'empty',
  damaged: 'damaged',
  'too-tall': 'tooTall',
  'too-much-work': 'tooMuchWork',
  'too-detailed': 'tooDetailed',
  'svg-text': 'svgText',
  invisible: 'invisible',
} as const;

/**
 * Tickets whose pictures are kept in docs/tickets: one for each script a museum may write, and the ones that
 * are hard to fit. Their codes are signed with a key that everybody knows, so they open no gate.
 */
import { readFileSync } from 'node:fs';
import { signTicketCode } from '../src/codes/ticket-code.ts';
import { fromStoredKey } from '../src/codes/ticket-keys.ts';
import { calendarDay } from '../src/core/calendar-day.ts';
import type { Language } from '../src/core/language.ts';
import { parseUuid, type Uuid } from '../src/core/uuid.ts';
import { wordsIn } from '../src/core/words.ts';
import { drawLogo, type Logo } from '../src/images/logo.ts';
import { faceOf, type TicketFace } from '../src/images/ticket-face.ts';
import { GENERAL } from '../src/offers/index.ts';
import { claimsOf, type KnownTicket, type Ticket } from '../src/tickets/index.ts';

export interface GoldenTicket {
  /** Name of its picture, without `.png`. */
  readonly name: string;
  /** What it shows, for the index of the pictures. */
  readonly shows: string;
  readonly museumName: string;
  readonly known: KnownTicket;
  readonly face: TicketFace;
}

interface Words {
  readonly language?: Language;
  readonly museumName: string;
  /** The event's name, or "General entry". */
  readonly title: string;
  readonly location?: string;
  readonly day?: string;
  readonly priceCents?: number;
  readonly currency?: string;
  readonly logo?: TicketFace['logo'];
}

const vectors = JSON.parse(
  readFileSync(new URL('../docs/ticket-code-vectors.json', import.meta.url), 'utf8'),
);
const [{ kid, x }] = vectors.jwks.keys;
const testKey = fromStoredKey({ keyId: kid, publicKey: x, privateKey: vectors.privateKeys[kid] });

const { onTickets: logo } = (await drawLogo(
  readFileSync(new URL('../fixtures/logo.svg', import.meta.url)),
)) as Logo;

const EVENT_ID = uuid('01987654-3210-7abc-bdef-0123456789ab');

const LONG_MUSEUM =
  'The Royal Collection of Paintings, Drawings, Prints, Sculpture, Furniture, Porcelain and Clocks of the Former Prince-Bishopric and its Dependencies on Both Banks of the River, with the Cabinet of Rarities';
const LONG_TITLE =
  'A Conversation Between the Curators of the Permanent Collection and the Restorers of the Great Altarpiece on What Was Found Beneath the Overpainting, Then a Walk Through the Studio and Refreshments for';
const LONG_LOCATION =
  'The Lecture Theatre on the Second Floor of the North Building, Reached Through the Sculpture Court and the Stair Behind the Cloakroom, or by the Lift Beside the Library Entrance in Canal Street, Room';

export const GOLDEN_TICKETS: readonly GoldenTicket[] = [
  golden('general-entry', 'General entry', {
    museumName: 'National Museum of Antiquities',
    title: 'General entry',
  }),
  golden('general-entry-free', 'General entry, free of charge', {
    museumName: 'Museum of the Sea',
    title: 'General entry',
    day: '2026-05-18',
    priceCents: 0,
  }),
  golden('special-event', 'A special event', {
    museumName: 'National Museum of Antiquities',
    title: 'Light on the Water: Turner and the Sea',
    location: 'East Wing, Gallery 4',
    priceCents: 2500,
  }),
  golden('with-logo', 'A logo, in grey', {
    museumName: 'Museum der Gezeiten und der Seefahrt',
    title: 'Sorolla and the sea',
    location: 'East Wing, Gallery 4',
    logo,
  }),
  golden('in-german', 'Date and price in the museum’s language', {
    language: 'de',
    museumName: 'Museum der Gezeiten',
    title: 'Sorolla und das Meer',
    location: 'Ostflügel, Saal 4',
    day: '2027-03-31',
  }),
  golden('latin-diacritics', 'Latin with diacritics: Polish, Czech, Vietnamese, Turkish, Icelandic', {
    museumName: 'Muzeum Narodowe w Łodzi – Dział Sztuki',
    title: 'Příliš žluťoučký kůň · Nghệ thuật Huế · Ğüzel İşçilik',
    location: 'Þjóðminjasafn Íslands, Suðurgötu 41',
    currency: 'PLN',
    priceCents: 4000,
  }),
  golden('greek', 'Greek, also with ancient accents', {
    museumName: 'Μουσείο Ακρόπολης',
    title: 'Ἀφροδίτη καὶ Ἔρως: ο κύκλος του Πραξιτέλη',
    location: 'Αίθουσα των Αρχαϊκών Έργων',
  }),
  golden('cyrillic', 'Cyrillic: Russian, Ukrainian, Serbian', {
    museumName: 'Національний музей історії України',
    title: 'Скіфське золото: їжак, ґава та київські майстри',
    location: 'Љубав, џеп и ђердан · Большой зал, 2 этаж',
    currency: 'UAH',
    priceCents: 15000,
  }),
  golden('hebrew', 'Hebrew, right to left, with a Latin name and a number in it', {
    museumName: 'מוזיאון ישראל, ירושלים',
    title: 'מגילות מדבר יהודה: The Great Isaiah Scroll (1QIsa) מקרוב',
    location: 'היכל הספר, אולם 3',
    currency: 'ILS',
    priceCents: 5400,
  }),
  golden('arabic', 'Arabic, joined and right to left, with Latin and digits', {
    museumName: 'متحف الفن الإسلامي',
    title: 'كنوز الأندلس: من قرطبة إلى Granada (711–1492)',
    location: 'القاعة الكبرى، الطابق ٢',
    currency: 'QAR',
    priceCents: 5000,
  }),
  golden('devanagari', 'Devanagari', {
    museumName: 'राष्ट्रीय संग्रहालय, नई दिल्ली',
    title: 'हड़प्पा से मौर्य तक: मिट्टी, ताँबा और श्रृंगार',
    location: 'प्रथम तल, कक्ष 12',
    currency: 'INR',
    priceCents: 65000,
  }),
  golden('thai', 'Thai, written without spaces', {
    museumName: 'พิพิธภัณฑสถานแห่งชาติ พระนคร',
    title: 'ศิลปะสุโขทัยและอยุธยาที่ยิ่งใหญ่ เครื่องสังคโลกจากใต้ท้องทะเล',
    location: 'พระที่นั่งศิวโมกขพิมาน',
    currency: 'THB',
    priceCents: 24000,
  }),
  golden('chinese', 'Chinese', {
    museumName: '故宫博物院',
    title: '千里江山——历代青绿山水画特展',
    location: '午门展厅（东雁翅楼）',
    currency: 'CNY',
    priceCents: 6000,
  }),
  golden('japanese', 'Japanese, with its own forms of shared characters', {
    museumName: '国立西洋美術館',
    title: '北斎とジャポニスム　HOKUSAIが西洋に与えた衝撃',
    location: '企画展示室（地下2階）',
    currency: 'JPY',
    priceCents: 170_000,
  }),
  golden('korean', 'Korean', {
    museumName: '국립중앙박물관',
    title: '고려청자: 하늘의 빛깔을 담은 비취색 그릇',
    location: '상설전시관 3층 청자실',
    currency: 'KRW',
    priceCents: 500_000,
  }),
  golden('emoji', 'Emoji: skin tones, joined families, flags, keycaps', {
    museumName: 'Children’s Museum 🦖🎨',
    title: 'Dinosaur sleepover 🦕🌙 for 👨‍👩‍👧‍👦 and 🧑🏽‍🚀',
    location: 'Hall 3️⃣ under the 🐋 · 🇳🇱 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️ ★',
  }),
  golden('many-scripts', 'Armenian, Georgian, Amharic, Tamil, Khmer, Tibetan and Egyptian hieroglyphs', {
    museumName: 'Հայաստանի պատմության թանգարան · საქართველო',
    title: 'ኢትዮጵያ தமிழ் ខ្មែរ བོད་ 𓂀𓆣 ᚠᚢᚦ',
    location: 'বাংলা · తెలుగు · ລາວ · မြန်မာ · ⵜⵉⴼⵉⵏⴰⵖ',
  }),
  golden('longest-texts', 'Names of 200 characters and the highest price', {
    museumName: LONG_MUSEUM,
    title: LONG_TITLE,
    location: LONG_LOCATION,
    day: '2026-09-30',
    currency: 'CHF',
    priceCents: 100_000_000,
  }),
  golden('no-spaces', '200 characters without a space, in Latin, Chinese and emoji', {
    museumName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
      .repeat(3)
      .slice(0, 200),
    title: '永和九年歲在癸丑暮春之初會于會稽山陰之蘭亭'.repeat(10).slice(0, 200),
    location: '🎨🖼️🏛️🗿🏺'.repeat(40).slice(0, 200),
  }),
  golden(
    'hostile-texts',
    'Stacked marks, reordering controls and markup, all of which stay in their places',
    {
      museumName: `M${'\u0301\u0302\u0303\u0316\u0317'.repeat(8)}useum Z̷̡͍a̸͎̾l̵̰͊g̸̙̀o${'\u030D'.repeat(30)}`,
      title: '\u202E<b>Free entry</b> &amp; <i>more</i>\u2066\u2067\u202E €0',
      location: 'Room\u0000 7\n\n\n\u202Eyadot eerF ,yrtnE\t"\'<script>',
      priceCents: 1250,
    },
  ),
];

function golden(name: string, shows: string, words: Words): GoldenTicket {
  const isEvent = words.location !== undefined;
  const { language = 'en', museumName, title, location, priceCents = 1250, currency = 'EUR' } = words;
  const ticketId = uuid('0199f3a2-7b1c-7d3e-8f4a-5b6c7d8e9f01');
  const day = calendarDay(words.day ?? '2026-03-14');
  const ticket: Ticket = {
    number: 1,
    ticketId,
    day,
    product: isEvent ? EVENT_ID : GENERAL,
    entryTime: null,
    category: 'standard',
    categoryNumber: 0,
    places: 1,
    priceCents,
    vat: null,
    entryPlaces: 0,
    currency,
    confirmationCode: isEvent ? 'ticket-event-7k2m9q-4xh3p' : 'ticket-general-9r4vtz-e8c2n',
    keyId: testKey.keyId,
    soldBy: uuid('01a0d5c4-0000-7000-8000-000000000000'),
    soldAt: 0,
    orderId: null,
    soldWith: null,
    chargedCents: null,
    codeId: null,
    fullPriceCents: null,
  };
  const known = { ticket, eventName: title, location };
  const face = {
    ...faceOf(known, museumName, wordsIn(language, { timeZone: 'UTC', currency })),
    ...(words.logo !== undefined && { logo: words.logo }),
    code: signTicketCode(claimsOf(ticket), testKey),
  };
  return { name, shows, museumName, known, face };
}

function uuid(text: string): Uuid {
  return parseUuid(text) as Uuid;
}

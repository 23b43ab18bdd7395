import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { GOLDEN_TICKETS } from '../../scripts/golden-tickets.ts';
import { boldOf, loadFont, withFonts } from './fonts.ts';
import { shapeParagraph } from './paragraph.ts';

const FOLDER = new URL('fonts/', import.meta.url);

const SAMPLES: Record<string, string> = {
  'Latin of the European Union':
    'Àáâãäåāăąæçćċčďđèéêëēėęěğģġħìíîïīįıķĺļľłñńņňòóôõöőøœŕřśşšșťţțþðùúûüūůűųŵýÿŷźżž ß ẞ',
  Vietnamese: 'Bảo tàng Mỹ thuật Việt Nam: ẤẦẨẪẬ ắằẳẵặ ếềểễệ ốồổỗộ ớờởỡợ ứừửữự',
  'Latin of Africa and of the Americas': 'Ɓɓ Ɖɖ Ɛɛ Ƒƒ Ɣɣ Ŋŋ Ɔɔ Ʋʋ Ƴƴ ǁ ǃ Ł ƛ ʔ ə̀ ɩ́',
  'combining marks': 'n\u0308 g\u0303 m\u0302 x\u0304 q\u0323 o\u031b\u0301',
  Greek: 'ΑΒΓ άέήίόύώ ϊΐϋΰ ᾄᾅᾆᾇ ῥῤ ῷ Ϛϛ Ϡϡ',
  Cyrillic: 'АБВ ёЁ їЇ єЄ ґҐ ў Ђђ Љљ Ѓѓ Ќќ Ѣѣ Ѫѫ Җҗ Ққ Ң Өө Үү Һһ',
  Hebrew: 'שָׁלוֹם עֲלֵיכֶם ־ ״ ׳ ך ם ן ף ץ ₪',
  Arabic: 'السَّلَامُ عَلَيْكُمْ ، ؛ ؟ ٠١٢٣٤٥٦٧٨٩ ﷺ',
  'Persian, Urdu, Kurdish, Uyghur': 'گنجینه‌ها پچژک ٹڈڑںھہۂے ڕڵۆێ ئۇيغۇر ۰۱۲۳',
  Devanagari: 'क्षत्रिय ज्ञान श्रृंगार ड़ ढ़ ॐ ।॥ १२३',
  'Bengali, Gurmukhi, Gujarati, Oriya': 'বাংলা ক্ষ ৳ ਪੰਜਾਬੀ ગુજરાતી ଓଡ଼ିଆ',
  'Tamil, Telugu, Kannada, Malayalam, Sinhala': 'தமிழ் ஸ்ரீ తెలుగు ಕನ್ನಡ മലയാളം සිංහල ශ්‍රී',
  'Thai, Lao, Khmer, Myanmar': 'ที่นี่ น้ำ ฿ ລາວ ຮູ້ ខ្មែរ ស្រី មြန်မာ'.replace('មြ', 'မြ'),
  'Tibetan and Mongolian': 'བོད་ཡིག་ རྒྱལ་ ᠮᠣᠩᠭᠣᠯ',
  'simplified Chinese': '国家博物馆 龙门石窟 书画艺术 “青铜器”——，。！？；：（）《》、',
  'traditional Chinese': '國立故宮博物院 龍門石窟 書畫藝術 臺灣 ㄅㄆㄇ 「」『』',
  Japanese: '東京国立博物館 ひらがな カタカナ ｶﾀｶﾅ 々〆ヶ 髙﨑 𠮷野 𩸽 〜ー・※〒',
  Korean: '국립중앙박물관 뷁 한글 ㄱㄴㄷ ᄒᆞᆫ글 大韓民國',
  'Armenian and Georgian': 'Հայաստան ֏ საქართველო ႠႡႢ ₾',
  'Ethiopic, N’Ko, Tifinagh, Vai, Adlam': 'ኢትዮጵያ ።፣ ߒߞߏ ⵜⵉⴼⵉⵏⴰⵖ ꕙꔤ 𞤀𞤣𞤤𞤢𞤥',
  'Cherokee and Canadian syllabics': 'ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ',
  'the scripts of the collections': '𓂀𓆣𓊹 𒀀𒀭𒆠 𐎀𐎁 𐎠𐎡 𐤀𐤁𐤂 ⲁⲃⲅ 𐌰𐌱 ᚠᚢᚦ ᚁᚂ 𐌀𐌁 𐀀𐀁 𐘀𐘁 ⰀⰁ 𑀀𑀁 𐰀𐰁',
  punctuation: '…–—‘’“”„‚«»‹›·•†‡§¶©®™°№ªº½¼¾⅓×÷±≈≠≤≥∞√π€£¥₩₽₹₺₴',
  symbols: '←↑→↓↔⇒★☆♠♣♥♦♪♫☎✓✗✔①②③ⅠⅡⅢ▲▼◆●■□☐☑♂♀⚭∀∃∈∑∫',
  emoji: '😀🥰🎨🖼️🏛️🗿🏺🦖🦕🎟️🎫🎭🎻🧸🫨🩷👨‍👩‍👧‍👦🧑🏽‍🚀🏳️‍🌈🇯🇵🏴󠁧󠁢󠁳󠁣󠁴󠁿1️⃣#️⃣❤️‍🔥',
};

describe('the fonts', () => {
  for (const [name, sample] of Object.entries(SAMPLES)) {
    test(`have ${name}`, () => {
      for (const { text } of withFonts(sample)) assert.notEqual(text, '\u{FFFD}');
      assert.equal(
        withFonts(sample)
          .map(({ text }) => text)
          .join(''),
        sample,
      );
      assert.deepEqual(emptyBoxes(sample), []);
    });
  }

  test('have every character of the tickets in docs/tickets', () => {
    for (const { face } of GOLDEN_TICKETS) {
      const { museumName, title, location, date, price } = face;
      const all = [museumName, title, location, date, price].join(' ');
      assert.deepEqual(emptyBoxes(all), []);
      assert(!withFonts(all).some(({ text }) => text === '\u{FFFD}'));
    }
  });

  test('show a question mark in a diamond for what none of them has, and never an empty box', () => {
    const unknown = '\u{E000} \u{10FFFD} \u{FFFF}';
    assert.equal(
      withFonts(unknown)
        .map(({ text }) => text)
        .join(''),
      '\u{FFFD} \u{FFFD} \u{FFFD}',
    );
    assert.deepEqual(emptyBoxes(unknown), []);
  });

  test('leave out a mark that the font of its letter lacks', () => {
    assert.deepEqual(withFonts('ก\u{0301}'), [{ text: 'ก', font: 'NotoSansThai-Medium.ttf' }]);
  });

  test('are chosen by an index that names what is in them', () => {
    const index: { file: string; ranges: number[] }[] = JSON.parse(
      readFileSync(new URL('coverage.json', FOLDER), 'utf8'),
    );
    for (const { file, ranges } of index) assert.deepEqual(rangesOf(codePointsOf(file)), ranges, file);
    const chosenByName = readdirSync(FOLDER).filter(
      (file) => file.includes('-Bold.') || file.includes('Mono'),
    );
    const fonts = readdirSync(FOLDER).filter(
      (file) => /\.(ttf|otf)$/.test(file) && !chosenByName.includes(file),
    );
    assert.deepEqual(index.map(({ file }) => file).sort(), fonts.sort());
  });

  test('have in bold what they have in medium', () => {
    const index: { file: string }[] = JSON.parse(readFileSync(new URL('coverage.json', FOLDER), 'utf8'));
    for (const { file } of index) {
      const bold = boldOf(file);
      if (bold === undefined) continue;
      const inBold = new Set(codePointsOf(bold));
      assert.deepEqual(
        codePointsOf(file).filter((codePoint) => !inBold.has(codePoint)),
        [],
        bold,
      );
    }
  });
});

/** Glyph 0 of a font is its box for characters it has not. */
function emptyBoxes(text: string): string[] {
  return (['medium', 'bold'] as const).flatMap((weight) => {
    const paragraph = shapeParagraph(text, weight, 'zh-Hans');
    const { glyphs } = paragraph.shapeLine(0, paragraph.text.length);
    return glyphs.filter(({ glyph }) => glyph === 0).map(({ font }) => `${weight}: ${font}`);
  });
}

function codePointsOf(file: string): number[] {
  return [...loadFont(file).face.collectUnicodes()].sort((a, b) => a - b);
}

function rangesOf(codePoints: number[]): number[] {
  return codePoints.flatMap((codePoint, at) => {
    const begins = codePoints[at - 1] !== codePoint - 1;
    const ends = codePoints[at + 1] !== codePoint + 1;
    return [...(begins ? [codePoint] : []), ...(ends ? [codePoint] : [])];
  });
}

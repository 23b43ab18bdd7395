import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributes, html } from './html.ts';

const HOSTILE = `"><script>alert('&')</script>`;
const HARMLESS = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;';

test('escapes whatever is not HTML, in text and in attributes', () => {
  assert.equal(`${html`<p title="${HOSTILE}">${HOSTILE}</p>`}`, `<p title="${HARMLESS}">${HARMLESS}</p>`);
  assert.equal(`${html`<p${attributes({ title: HOSTILE })}>`}`, `<p title="${HARMLESS}">`);
});

test('leaves HTML as it is, joins lists, and prints nothing for nothing', () => {
  const items = ['a', 'b & c'].map((text) => html`<li>${text}</li>`);
  assert.equal(`${html`<ul>${items}</ul>`}`, '<ul><li>a</li><li>b &amp; c</li></ul>');
  assert.equal(`${html`${undefined}${null}${false}${[]}${0}${''}`}`, '0');
});

test('writes attributes that are there, and none that are not', () => {
  const values = { id: 'a', min: 0, required: true, disabled: false, title: undefined, value: '' };
  assert.equal(`${attributes(values)}`, ' id="a" min="0" required value=""');
});

test('refuses a piece in a tag without quotes around it', () => {
  assert.throws(() => html`<a href=${'x onclick=alert(1)'}>`, TypeError);
  assert.throws(() => html`<a class="x" title= ${'x'}>`, TypeError);
  assert.throws(() => html`<${'script'}>`, TypeError);
  assert.doesNotThrow(() => html`<a href="?a=${1}&amp;b=${2}">a = ${3}</a>`);
});

test('prints no indentation, and no line break at the start, behind an opening tag or before a closing one', () => {
  const cells = ['a', 'b'].map((text) => html`<td>${text}</td>`);
  const row = html`
    <tr>
      ${cells}
      <td>
        <a href="/">
          c
        </a>
      </td>

    </tr>
  `;
  assert.equal(`${row}`, '<tr><td>a</td><td>b</td>\n<td><a href="/">c</a></td></tr>\n');
});

test('prints a line break between words, pieces and elements, where a browser may show a space', () => {
  const text = html`
    <p>
      A first line,
      a <b>second</b>
      one, ${'a'}
      ${'b'}
      <input name="c">
      <button>d</button>
      <button>e</button>
    </p>`;
  const [words, buttons] = [
    'A first line,\na <b>second</b>\none, a\nb',
    '<button>d</button>\n<button>e</button>',
  ];
  assert.equal(`${text}`, `<p>${words}\n<input name="c">\n${buttons}</p>`);
});

test('prints a space for a line break within a tag, also behind an angle bracket in a value', () => {
  const input = html`<input
    type="text"${attributes({ id: 'a' })}
    title="a > ${'b'}"
    required
  >`;
  assert.equal(`${input}`, '<input type="text" id="a" title="a > b" required>');
});

test('leaves pieces as they are, and the line break that HTML drops where an element shows each', () => {
  const content = '\n  a\n  b';
  const texts = html`
    <pre>${content}</pre>
    <textarea${attributes({ name: 'c' })}>\n${content}</textarea>`;
  assert.equal(`${texts}`, `<pre>${content}</pre>\n<textarea name="c">\n${content}</textarea>`);
});

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

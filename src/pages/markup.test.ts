import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markup } from './markup.ts';

describe('a text of the museum on a page', () => {
  it('has headings, paragraphs with their lines, lists and links', () => {
    const { text } = markup('# Who we are\n\nMuseum\nof the Sea\n\n- https://museum.example\n- maps');
    assert.match(text, /<h2>Who we are<\/h2>/);
    assert.match(text, /<p>Museum<br>of the Sea<\/p>/);
    assert.match(
      text,
      /<ul><li><a href="https:\/\/museum\.example">https:\/\/museum\.example<\/a><\/li>\s*<li>maps<\/li>\s*<\/ul>/,
    );
  });

  it('shows what else looks like markup as it is written', () => {
    const { text } = markup(
      '<script>alert("1")</script> https://museum.example/"onclick="alert(1) javascript:alert(1)',
    );
    assert.doesNotMatch(text, /<script|"onclick|href="javascript/);
    assert.match(text, /&lt;script&gt;/);
  });
});

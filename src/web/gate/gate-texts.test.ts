import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REASONS } from '../../visits/index.ts';
import { verdictTexts } from './verdict-texts.ts';

test('each reason has its word and what to do about it', () => {
  for (const reason of REASONS) {
    assert.ok(`word-${reason}` in verdictTexts.texts.en, reason);
    assert.ok(`advice-${reason}` in verdictTexts.texts.en, reason);
  }
});

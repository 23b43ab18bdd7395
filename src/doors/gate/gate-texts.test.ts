import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFaults } from '../../../test/support/text-faults.ts';
import { REASONS } from '../../visits/index.ts';
import { gateTexts } from './gate-texts.ts';
import { occupancyTexts } from './occupancy-texts.ts';
import { verdictTexts } from './verdict-texts.ts';

test('no text of the gate is missing in any language', () => {
  assert.deepEqual(textFaults(gateTexts), []);
  assert.deepEqual(textFaults(verdictTexts), []);
  assert.deepEqual(textFaults(occupancyTexts), []);
});

test('each reason has its word and what to do about it', () => {
  for (const reason of REASONS) {
    assert.ok(`word-${reason}` in verdictTexts.texts.en, reason);
    assert.ok(`advice-${reason}` in verdictTexts.texts.en, reason);
  }
});

import { test } from 'node:test';
import { KEYBOARD, MOUSE } from '../../fixtures/hands.ts';
import { spendDay } from './whole-day.ts';

test('a whole day adds up by keyboard alone', (t) => spendDay(t, KEYBOARD));

test('a whole day adds up without scripts at the desk', (t) => spendDay(t, MOUSE, false));

import type { Language } from '../../core/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import type { Words } from './words.ts';

export type { LetterFacts, Words } from './words.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en, de, fr, es, nl };

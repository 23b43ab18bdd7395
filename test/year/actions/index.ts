import type { Action } from './action.ts';
import { articles } from './articles.ts';
import { cards } from './cards.ts';
import { changing } from './changing.ts';
import { codes } from './codes.ts';
import { gate } from './gate.ts';
import { gifts } from './gifts.ts';
import { ownFace } from './own-face.ts';
import { programme } from './programme.ts';
import { reselling } from './reselling.ts';
import { selling } from './selling.ts';
import { shop } from './shop.ts';

/** All that people do in a museum. A new capability adds its actions here. */
export const ACTIONS: readonly Action[] = [
  ...selling,
  ...codes,
  ...articles,
  ...gifts,
  ...shop,
  ...reselling,
  ...changing,
  ...programme,
  ...ownFace,
  ...gate,
  ...cards,
];

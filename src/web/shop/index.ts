/** Pages for visitors: what is on, tickets for a day, and their orders. */
export { FormTokens } from './form-tokens.ts';
export { CONFIRMATION } from './order-page.ts';
export { routeColour } from './own-look.ts';
export { routeShop } from './shop.ts';
export { shopAssets } from './shop-page.ts';

/** Tickets that somebody puts together from what is for sale, before they are sold or held. */
export {
  type BasketForm,
  type Choice,
  type Chosen,
  centsAtTimes,
  choicesIn,
  fieldsForAgain,
  mostOf,
  priceOfAll,
  type TypedValues,
  timeFieldOf,
  wantedItems,
} from './basket.ts';
export { type BasketFault, type BasketWords, basketFaults, fieldAbout, sayFaults } from './basket-faults.ts';
export { type CodedChoices, choicesWithCode, type PricedChoice } from './with-code.ts';

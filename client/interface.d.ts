// Written from openapi.json by `npm run openapi`; changes by hand are lost.

import type {
  Call,
  CallOptions,
  Conditions,
  IfNoneMatch,
  Keyed,
  PagedCall,
  ProblemDetails,
  TicketFile,
  UnexplainedProblem,
} from './index.js';

/** Every operation of the interface. */
export interface Operations {
  /**
   * Create a special event
   *
   * Creates a special event. The service assigns its eventId. At most 500 events can take place on one day.
   *
   * Allowed roles: admin, manager.
   */
  createSpecialEvent(input: CreateSpecialEventParameters & SpecialEventInput, options?: CallOptions & Keyed): Call<SpecialEvent, CreateSpecialEventProblem>;

  /**
   * List upcoming special events
   *
   * Lists the special events that take place on a page of days. The range from startDate to endDate, both included, is divided into pages of `limit` days. A page lists each event with at least one date on the page; the event is returned with all its dates. Order: first matching date, then name, then eventId. A page after the end of the range is empty. Drafts are not listed; to partners, unlisted events are not either.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  listSpecialEvents(input?: ListSpecialEventsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<SpecialEvents, ListSpecialEventsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listSpecialEvents(input: ListSpecialEventsParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<SpecialEvents | undefined, ListSpecialEventsProblem>;

  /**
   * Get a special event
   *
   * Gets one special event.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getSpecialEvent(input: GetSpecialEventParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<SpecialEvent, GetSpecialEventProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getSpecialEvent(input: GetSpecialEventParameters, options: CallOptions & Conditions & IfNoneMatch): Call<SpecialEvent | undefined, GetSpecialEventProblem>;

  /**
   * Update a special event
   *
   * Changes a special event by merge patch (RFC 7396): fields in the request replace the stored ones, the others stay unchanged. `dates` is replaced as a whole. No field can be removed, so null is refused. Tickets already sold keep their price and their date.
   *
   * Allowed roles: admin, manager.
   */
  updateSpecialEvent(input: UpdateSpecialEventParameters & SpecialEventChange, options?: CallOptions & Conditions): Call<SpecialEvent, UpdateSpecialEventProblem>;

  /**
   * Delete a special event
   *
   * Cancels a planned event: it is no longer listed or found. Its sold tickets are kept, but become cancelled and no longer admit anyone.
   *
   * Allowed roles: admin, manager.
   */
  deleteSpecialEvent(input: DeleteSpecialEventParameters, options?: CallOptions & Conditions): Call<undefined, DeleteSpecialEventProblem>;

  /**
   * Get the texts of an event
   *
   * Gets what a special event says in other languages, and the language of its own fields.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getEventTexts(input: GetEventTextsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<EventTexts, GetEventTextsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventTexts(input: GetEventTextsParameters, options: CallOptions & Conditions & IfNoneMatch): Call<EventTexts | undefined, GetEventTextsProblem>;

  /**
   * Set the texts of an event
   *
   * Replaces what a special event says in other languages. Visitors read it in theirs.
   *
   * Allowed roles: admin, manager.
   */
  setEventTexts(input: SetEventTextsParameters & EventTextsInput, options?: CallOptions & Conditions): Call<EventTexts, SetEventTextsProblem>;

  /**
   * Get the visibility of an event
   *
   * Gets who finds a special event.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getEventVisibility(input: GetEventVisibilityParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<EventVisibility, GetEventVisibilityProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventVisibility(input: GetEventVisibilityParameters, options: CallOptions & Conditions & IfNoneMatch): Call<EventVisibility | undefined, GetEventVisibilityProblem>;

  /**
   * Set the visibility of an event
   *
   * Sets who finds a special event. It can’t become a draft while tickets of it are sold or held. When it is public for the first time, webhooks hear of it.
   *
   * Allowed roles: admin, manager.
   */
  setEventVisibility(input: SetEventVisibilityParameters & EventVisibilityInput, options?: CallOptions & Conditions): Call<EventVisibility, SetEventVisibilityProblem>;

  /**
   * Postpone a date of a special event
   *
   * Moves a date of a special event, with its tickets that are not void and were not used, and with held orders: all or none. Tickets keep their ids, confirmation codes and entry times, and codes that were printed for the old date admit on the new one.
   *
   * Allowed roles: admin, manager.
   */
  postponeSpecialEvent(input: PostponeSpecialEventParameters & Postponement, options?: CallOptions): Call<SpecialEvent, PostponeSpecialEventProblem>;

  /**
   * Call off a special event, or some of its dates
   *
   * Calls off the dates of a special event, or the whole event. Its tickets are cancelled, held orders lose them, and those who left an address are told, with the reason. The answer says what was done; with `preview`, what would be.
   *
   * Allowed roles: admin, manager.
   */
  callOffSpecialEvent(input: CallOffSpecialEventParameters & EventCallingOff, options?: CallOptions): Call<CallingOffResult, CallOffSpecialEventProblem>;

  /**
   * Buy museum tickets
   *
   * Sells one ticket, for general entry or for a special event. To buy several tickets, all or none, place an order. The response 201 means that the sale is stored durably. Send a different Idempotency-Key for each ticket, so that the request is safe to retry.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  buyMuseumTickets(input: Purchase, options?: CallOptions & Keyed): Call<Ticket, BuyMuseumTicketsProblem>;

  /**
   * Find tickets
   *
   * Finds tickets by confirmation code, e-mail address, day, or when they were sold; at least one of these is required. A ticket is found if it matches all given filters. Order: newest first; if several instances of the service sell, accurate to one second. A partner finds only tickets that it sold.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  findTickets(input?: FindTicketsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<TicketRecords, FindTicketsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  findTickets(input: FindTicketsParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<TicketRecords | undefined, FindTicketsProblem>;

  /**
   * Get ticket QR code
   *
   * Gets the image of a ticket, with a QR code to scan at the entrance: a PNG file, or with Accept a PDF file of one page, or an SVG file of paths. With an Accept that allows application/problem+json and none of these, it is a PNG file.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getTicketCode(input: GetTicketCodeParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'image/png' | undefined }): Call<TicketFile<'image/png'>, GetTicketCodeProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getTicketCode(input: GetTicketCodeParameters, options: CallOptions & Conditions & IfNoneMatch): Call<TicketFile<'image/png'> | undefined, GetTicketCodeProblem>;
  /** The same as application/pdf. */
  getTicketCode(input: GetTicketCodeParameters, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'application/pdf' }): Call<TicketFile<'application/pdf'>, GetTicketCodeProblem>;
  /** The same as image/svg+xml. */
  getTicketCode(input: GetTicketCodeParameters, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'image/svg+xml' }): Call<TicketFile<'image/svg+xml'>, GetTicketCodeProblem>;

  /**
   * Get the museum
   *
   * Gets what a client needs to know first: name, time zone, currency, prices and how far ahead tickets are sold. Its ETag is another one each time, because “now” is.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getMuseum(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Museum, GetMuseumProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getMuseum(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Museum | undefined, GetMuseumProblem>;

  /**
   * Get museum hours
   *
   * Lists the opening hours of a page of `limit` days, starting at startDate. Days on which the museum is closed are left out.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getMuseumHours(input?: GetMuseumHoursParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<MuseumHours, GetMuseumHoursProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getMuseumHours(input: GetMuseumHoursParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<MuseumHours | undefined, GetMuseumHoursProblem>;

  /**
   * Get the hours of one day
   *
   * Gets the opening hours of one day, or that the museum is closed on it.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getHoursOfDay(input: GetHoursOfDayParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<HoursOfDay, GetHoursOfDayProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getHoursOfDay(input: GetHoursOfDayParameters, options: CallOptions & Conditions & IfNoneMatch): Call<HoursOfDay | undefined, GetHoursOfDayProblem>;

  /**
   * Set the hours of one day
   *
   * Sets the opening hours of one day, or closes it. Closing a day stops the sale of general entry for it at once, and cancels the tickets already sold until it is opened again; the response says how many they are. Tickets for events of the day stay valid. A past day keeps the hours that it had.
   *
   * Allowed roles: admin, manager.
   */
  setSpecialDay(input: SetSpecialDayParameters & SpecialDayHours, options?: CallOptions & Conditions): Call<SpecialDay, SetSpecialDayProblem>;

  /**
   * Remove the hours of one day
   *
   * Removes the hours of one day. The usual week applies to it again.
   *
   * Allowed roles: admin, manager.
   */
  deleteSpecialDay(input: DeleteSpecialDayParameters, options?: CallOptions & Conditions): Call<undefined, DeleteSpecialDayProblem>;

  /**
   * Close the museum on some days
   *
   * Closes the museum on each day from `from` to `to`, and calls those of its events off on these days that `events` says. What does not take place is cancelled, held orders lose it, and those who left an address are told, with the reason. The answer says what was done; with `preview`, what would be. Calling off what is called off already changes nothing.
   *
   * Allowed roles: admin, manager.
   */
  closeMuseum(input: CloseMuseumParameters & Closing, options?: CallOptions): Call<CallingOffResult, CloseMuseumProblem>;

  /**
   * Get the weekly hours
   *
   * Gets the opening hours of the usual week. They apply to each day without hours of its own.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getWeeklyHours(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<WeeklyHours, GetWeeklyHoursProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getWeeklyHours(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<WeeklyHours | undefined, GetWeeklyHoursProblem>;

  /**
   * Set the weekly hours
   *
   * Sets the opening hours of the usual week. General entry is no longer sold for closed weekdays, and tickets already sold for them are cancelled. Days with hours of their own keep them, and past days those that they had.
   *
   * Allowed roles: admin, manager.
   */
  setWeeklyHours(input: WeeklyHoursInput, options?: CallOptions & Conditions): Call<WeeklyHours, SetWeeklyHoursProblem>;

  /**
   * Get the general capacity
   *
   * Gets the number of places for general entry on each day without a capacity of its own.
   *
   * Allowed roles: admin, manager.
   */
  getGeneralCapacity(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Capacity, GetGeneralCapacityProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGeneralCapacity(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Capacity | undefined, GetGeneralCapacityProblem>;

  /**
   * Set the general capacity
   *
   * Sets the number of places for general entry on each day without a capacity of its own. A capacity below the number of tickets sold is allowed: sold tickets stay valid, and no more are sold.
   *
   * Allowed roles: admin, manager.
   */
  setGeneralCapacity(input: CapacityInput, options?: CallOptions & Conditions): Call<Capacity, SetGeneralCapacityProblem>;

  /**
   * Get the capacity of one day
   *
   * Gets the number of places for general entry on one day: its own capacity, or the general capacity if it has none.
   *
   * Allowed roles: admin, manager.
   */
  getDayCapacity(input: GetDayCapacityParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Capacity, GetDayCapacityProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getDayCapacity(input: GetDayCapacityParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Capacity | undefined, GetDayCapacityProblem>;

  /**
   * Set the capacity of one day
   *
   * Sets a capacity for general entry on one day. A capacity below the number of tickets sold is allowed: sold tickets stay valid, and no more are sold.
   *
   * Allowed roles: admin, manager.
   */
  setDayCapacity(input: SetDayCapacityParameters & CapacityInput, options?: CallOptions & Conditions): Call<Capacity, SetDayCapacityProblem>;

  /**
   * Remove the capacity of one day
   *
   * Removes the capacity of one day. The general capacity applies to it again.
   *
   * Allowed roles: admin, manager.
   */
  deleteDayCapacity(input: DeleteDayCapacityParameters, options?: CallOptions & Conditions): Call<undefined, DeleteDayCapacityProblem>;

  /**
   * Get the capacity of an event
   *
   * Gets the number of places on each date of a special event.
   *
   * Allowed roles: admin, manager.
   */
  getEventCapacity(input: GetEventCapacityParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Capacity, GetEventCapacityProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventCapacity(input: GetEventCapacityParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Capacity | undefined, GetEventCapacityProblem>;

  /**
   * Set the capacity of an event
   *
   * Sets the number of places on each date of a special event. A capacity below the number of tickets sold is allowed: sold tickets stay valid, and no more are sold.
   *
   * Allowed roles: admin, manager.
   */
  setEventCapacity(input: SetEventCapacityParameters & CapacityInput, options?: CallOptions & Conditions): Call<Capacity, SetEventCapacityProblem>;

  /**
   * Get availability
   *
   * Lists the availability of general entry and of each special event on a page of days. Order: date, general entry first, then event name, then eventId. Pages are days, as in the list of special events.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getAvailability(input?: GetAvailabilityParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<Availability, GetAvailabilityProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getAvailability(input: GetAvailabilityParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Availability | undefined, GetAvailabilityProblem>;

  /**
   * List the categories
   *
   * Lists the categories of visitors in the order shown, also those that are not on sale.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  listCategories(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Categories, ListCategoriesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listCategories(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Categories | undefined, ListCategoriesProblem>;

  /**
   * Set the categories
   *
   * Replaces the list of categories, in the order shown. The first is always standard: on sale, for one place. At most 20 are on sale. A category that has a price or was sold can’t be left out, and one that was sold keeps its places and its unitType: take it off sale instead.
   *
   * Allowed roles: admin, manager.
   */
  setCategories(input: { categories: CategoriesInput }, options?: CallOptions & Conditions): Call<Categories, SetCategoriesProblem>;

  /**
   * List the articles
   *
   * Lists what is sold beside tickets, and donations, in the order shown, also what is not on sale.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  listArticles(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Articles, ListArticlesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listArticles(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Articles | undefined, ListArticlesProblem>;

  /**
   * Set the articles
   *
   * Replaces the list of articles, in the order shown. An article that was sold can’t be left out, and keeps its kind: take it off sale instead. Orders keep the names and prices at which they were placed.
   *
   * Allowed roles: admin, manager.
   */
  setArticles(input: { articles: ArticlesInput }, options?: CallOptions & Conditions): Call<Articles, SetArticlesProblem>;

  /**
   * List the types of passes
   *
   * Lists the types of passes in the order shown, also those that are not on sale.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  listPassTypes(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<PassTypes, ListPassTypesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listPassTypes(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<PassTypes | undefined, ListPassTypesProblem>;

  /**
   * Set the types of passes
   *
   * Replaces the list of types of passes, in the order shown. A type of which passes were sold can’t be left out: take it off sale instead. How holders are admitted (category, perDay, walkIn, named and for) changes for the passes that were sold before, too; their days, persons, entries and price do not.
   *
   * Allowed roles: admin, manager.
   */
  setPassTypes(input: { passTypes: PassTypesInput }, options?: CallOptions & Conditions): Call<PassTypes, SetPassTypesProblem>;

  /**
   * List the cards of others
   *
   * Lists the cards of other issuers with which visitors come in, in the order shown.
   *
   * Allowed roles: admin, manager.
   */
  listCards(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Cards, ListCardsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listCards(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Cards | undefined, ListCardsProblem>;

  /**
   * Set the cards of others
   *
   * Replaces the list of cards of other issuers. No number may be of two of them, nor a code of the museum’s own. The list of numbers of a card that is left out is deleted.
   *
   * Allowed roles: admin, manager.
   */
  setCards(input: { cards: CardsInput }, options?: CallOptions & Conditions): Call<Cards, SetCardsProblem>;

  /**
   * Import the numbers of a card
   *
   * Replaces the list of a card’s numbers, all at once: one number on each line, in UTF-8, at most 32 MiB. With add=true the numbers are added. Empty lines are ignored, and a number that is there twice counts once. The numbers are kept as keyed hashes only.
   *
   * Allowed roles: admin, manager.
   */
  importCardNumbers(input: ImportCardNumbersParameters & { file: Blob }, options?: CallOptions): Call<CardNumbers, ImportCardNumbersProblem>;

  /**
   * Get the prices of general entry
   *
   * Gets the prices of general entry on each day without prices of its own.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getGeneralPrices(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Prices, GetGeneralPricesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGeneralPrices(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Prices | undefined, GetGeneralPricesProblem>;

  /**
   * Set the prices of general entry
   *
   * Sets the prices of general entry on each day without prices of its own. A category without a price is not sold. Until this is done for the first time, standard costs what the setting MUSEUM_GENERAL_PRICE says.
   *
   * Allowed roles: admin, manager.
   */
  setGeneralPrices(input: { prices: PricesInput }, options?: CallOptions & Conditions): Call<Prices, SetGeneralPricesProblem>;

  /**
   * Get the prices of one day
   *
   * Gets the prices of general entry on one day: its own prices, or the usual prices if it has none.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getDayPrices(input: GetDayPricesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Prices, GetDayPricesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getDayPrices(input: GetDayPricesParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Prices | undefined, GetDayPricesProblem>;

  /**
   * Set the prices of one day
   *
   * Sets the prices of general entry on one day, such as a free Sunday. The list stands alone: a category without a price is not sold that day.
   *
   * Allowed roles: admin, manager.
   */
  setDayPrices(input: SetDayPricesParameters & { prices: PricesInput }, options?: CallOptions & Conditions): Call<Prices, SetDayPricesProblem>;

  /**
   * Remove the prices of one day
   *
   * Removes the prices of one day. The usual prices apply to it again.
   *
   * Allowed roles: admin, manager.
   */
  deleteDayPrices(input: DeleteDayPricesParameters, options?: CallOptions & Conditions): Call<undefined, DeleteDayPricesProblem>;

  /**
   * Get the price rules of general entry
   *
   * Gets the rules for the prices of general entry, such as for the first Sunday of the month, or the last hours of a day.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getPriceRules(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<PriceRules, GetPriceRulesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getPriceRules(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<PriceRules | undefined, GetPriceRulesProblem>;

  /**
   * Set the price rules of general entry
   *
   * Sets the rules for the prices of general entry. The first that fits a day, and entry time, holds; where none does, the usual prices. Prices that a day has of its own win. What is held or sold keeps its price.
   *
   * Allowed roles: admin, manager.
   */
  setPriceRules(input: { priceRules: PriceRulesInput }, options?: CallOptions & Conditions): Call<PriceRules, SetPriceRulesProblem>;

  /**
   * Get the prices of an event
   *
   * Gets the prices of a special event. That of standard is the price of the event.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getEventPrices(input: GetEventPricesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<EventPrices, GetEventPricesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventPrices(input: GetEventPricesParameters, options: CallOptions & Conditions & IfNoneMatch): Call<EventPrices | undefined, GetEventPricesProblem>;

  /**
   * Set the prices of an event
   *
   * Sets the prices of a special event. A category without a price is not sold. The price of standard is the price of the event; with onSale false it is not sold.
   *
   * Allowed roles: admin, manager.
   */
  setEventPrices(input: SetEventPricesParameters & { eventPrices: EventPricesInput }, options?: CallOptions & Conditions): Call<EventPrices, SetEventPricesProblem>;

  /**
   * Get the entry times of general entry
   *
   * Gets the entry times of general entry: how often, with how many places each, and until when.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getGeneralTimes(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<GeneralTimes, GetGeneralTimesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGeneralTimes(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<GeneralTimes | undefined, GetGeneralTimesProblem>;

  /**
   * Set the entry times of general entry
   *
   * Sets the entry times of general entry: on every open day, or on some weekdays, from opening, rounded up to five minutes. On a day with entry times its capacity does not apply. Tickets that were sold keep their time.
   *
   * Allowed roles: admin, manager.
   */
  setGeneralTimes(input: GeneralTimesInput, options?: CallOptions & Conditions): Call<GeneralTimes, SetGeneralTimesProblem>;

  /**
   * Get the entry times of one day
   *
   * Gets the entry times of general entry on one day: its own, or the usual ones if it has none.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getDayTimes(input: GetDayTimesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<DayTimes, GetDayTimesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getDayTimes(input: GetDayTimesParameters, options: CallOptions & Conditions & IfNoneMatch): Call<DayTimes | undefined, GetDayTimesProblem>;

  /**
   * Set the entry times of one day
   *
   * Sets the entry times of general entry on one day, whatever its weekday; every as null: it is sold for the whole day. Tickets that were sold keep their time.
   *
   * Allowed roles: admin, manager.
   */
  setDayTimes(input: SetDayTimesParameters & DayTimesInput, options?: CallOptions & Conditions): Call<DayTimes, SetDayTimesProblem>;

  /**
   * Remove the entry times of one day
   *
   * Removes the entry times of one day. The usual entry times apply to it again.
   *
   * Allowed roles: admin, manager.
   */
  deleteDayTimes(input: DeleteDayTimesParameters, options?: CallOptions & Conditions): Call<undefined, DeleteDayTimesProblem>;

  /**
   * Get the entry times of an event
   *
   * Gets the entry times of a special event, the same on each of its dates, and how long it takes.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getEventTimes(input: GetEventTimesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<EventTimes, GetEventTimesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventTimes(input: GetEventTimesParameters, options: CallOptions & Conditions & IfNoneMatch): Call<EventTimes | undefined, GetEventTimesProblem>;

  /**
   * Set the entry times of an event
   *
   * Sets the entry times of a special event, the same on each of its dates that has none of its own. The event’s capacity holds for each of them. Tickets that were sold keep their time.
   *
   * Allowed roles: admin, manager.
   */
  setEventTimes(input: SetEventTimesParameters & EventTimesInput, options?: CallOptions & Conditions): Call<EventTimes, SetEventTimesProblem>;

  /**
   * Get the entry times of an event on one day
   *
   * Gets the entry times of a special event on one of its dates: its own, or those of the event if it has none.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getEventDateTimes(input: GetEventDateTimesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<DateTimes, GetEventDateTimesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventDateTimes(input: GetEventDateTimesParameters, options: CallOptions & Conditions & IfNoneMatch): Call<DateTimes | undefined, GetEventDateTimesProblem>;

  /**
   * Set the entry times of an event on one day
   *
   * Sets entry times of its own for one date of a special event. They go with the date: when it is taken off, they go; when it is postponed, the new date gets them, unless the event took place on it already. Tickets that were sold keep their time.
   *
   * Allowed roles: admin, manager.
   */
  setEventDateTimes(input: SetEventDateTimesParameters & DateTimesInput, options?: CallOptions & Conditions): Call<DateTimes, SetEventDateTimesProblem>;

  /**
   * Remove the entry times of an event on one day
   *
   * Removes the entry times of an event on one day. The entry times of the event apply to it again.
   *
   * Allowed roles: admin, manager.
   */
  deleteEventDateTimes(input: DeleteEventDateTimesParameters, options?: CallOptions & Conditions): Call<undefined, DeleteEventDateTimesProblem>;

  /**
   * Make codes
   *
   * Makes a code that makes tickets cheaper or opens what is sold only with one, or draws up to 10000 that do the same. What they do never changes. Send an Idempotency-Key, so that the request is safe to retry.
   *
   * Allowed roles: admin, manager.
   */
  makeCodes(input: CodeInput, options?: CallOptions & Keyed): Call<Codes, MakeCodesProblem>;

  /**
   * List codes
   *
   * Lists codes, newest first. A code is listed if it matches all given filters. With Accept: text/csv the response is CSV (RFC 4180) with a header row, and a page has 10000 codes unless limit says otherwise.
   *
   * Allowed roles: admin, manager.
   */
  listCodes(input?: ListCodesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | undefined }): PagedCall<Codes, ListCodesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listCodes(input: ListCodesParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Codes | undefined, ListCodesProblem>;
  /** The same as CSV. */
  listCodes(input: ListCodesParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'text/csv' }): Call<string, ListCodesProblem>;
  /** The same, as data or as CSV. */
  listCodes(input: ListCodesParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | 'text/csv' | undefined }): Call<Codes | string, ListCodesProblem>;

  /**
   * Change a code
   *
   * Changes what a code may still be used for; what is left out stays as it is. Tickets that have it keep it.
   *
   * Allowed roles: admin, manager.
   */
  changeCode(input: ChangeCodeParameters & CodeChanges, options?: CallOptions): Call<Code, ChangeCodeProblem>;

  /**
   * Get the picture of a special event
   *
   * Gets the picture of a special event: what it shows, and where its files are.
   *
   * Allowed roles: admin, manager.
   */
  getEventPicture(input: GetEventPictureParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Picture, GetEventPictureProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventPicture(input: GetEventPictureParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Picture | undefined, GetEventPictureProblem>;

  /**
   * Set the picture of a special event
   *
   * Sets the picture of a special event, in place of the one that is there. The file is made smaller, turned upright, and loses what cameras write into it, such as the place. Of what moves, the first picture is kept. `alt` in the museum’s language is required.
   *
   * Allowed roles: admin, manager.
   */
  setEventPicture(input: SetEventPictureParameters & { file: Blob }, options?: CallOptions & Conditions): Call<Picture, SetEventPictureProblem>;

  /**
   * Describe the picture of a special event
   *
   * Changes what is said of the picture of a special event by merge patch (RFC 7396). Its text in the museum’s language can’t be taken away.
   *
   * Allowed roles: admin, manager.
   */
  describeEventPicture(input: DescribeEventPictureParameters & PictureChange, options?: CallOptions & Conditions): Call<Picture, DescribeEventPictureProblem>;

  /**
   * Remove the picture of a special event
   *
   * Removes the picture of a special event: its files are not found any more.
   *
   * Allowed roles: admin, manager.
   */
  removeEventPicture(input: RemoveEventPictureParameters, options?: CallOptions & Conditions): Call<undefined, RemoveEventPictureProblem>;

  /**
   * Get the picture of the museum
   *
   * Gets the picture of the museum: what it shows, and where its files are.
   *
   * Allowed roles: admin.
   */
  getMuseumPicture(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Picture, GetMuseumPictureProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getMuseumPicture(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Picture | undefined, GetMuseumPictureProblem>;

  /**
   * Set the picture of the museum
   *
   * Sets the picture of the museum, in place of the one that is there. The file is made smaller, turned upright, and loses what cameras write into it, such as the place. Of what moves, the first picture is kept. `alt` in the museum’s language is required.
   *
   * Allowed roles: admin.
   */
  setMuseumPicture(input: SetMuseumPictureParameters & { file: Blob }, options?: CallOptions & Conditions): Call<Picture, SetMuseumPictureProblem>;

  /**
   * Describe the picture of the museum
   *
   * Changes what is said of the picture of the museum by merge patch (RFC 7396). Its text in the museum’s language can’t be taken away.
   *
   * Allowed roles: admin.
   */
  describeMuseumPicture(input: PictureChange, options?: CallOptions & Conditions): Call<Picture, DescribeMuseumPictureProblem>;

  /**
   * Remove the picture of the museum
   *
   * Removes the picture of the museum: its files are not found any more.
   *
   * Allowed roles: admin.
   */
  removeMuseumPicture(input?: Record<string, never>, options?: CallOptions & Conditions): Call<undefined, RemoveMuseumPictureProblem>;

  /**
   * Get the logo of the museum
   *
   * Gets the logo of the museum: what it shows, and where its files are.
   *
   * Allowed roles: admin.
   */
  getMuseumLogo(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Picture, GetMuseumLogoProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getMuseumLogo(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Picture | undefined, GetMuseumLogoProblem>;

  /**
   * Set the logo of the museum
   *
   * Sets the logo of the museum, in place of the one that is there. The file is made smaller, turned upright, and loses what cameras write into it, such as the place. Of what moves, the first picture is kept. `alt` in the museum’s language is required.
   *
   * Allowed roles: admin.
   */
  setMuseumLogo(input: SetMuseumLogoParameters & { file: Blob }, options?: CallOptions & Conditions): Call<Picture, SetMuseumLogoProblem>;

  /**
   * Describe the logo of the museum
   *
   * Changes what is said of the logo of the museum by merge patch (RFC 7396). Its text in the museum’s language can’t be taken away.
   *
   * Allowed roles: admin.
   */
  describeMuseumLogo(input: PictureChange, options?: CallOptions & Conditions): Call<Picture, DescribeMuseumLogoProblem>;

  /**
   * Remove the logo of the museum
   *
   * Removes the logo of the museum: its files are not found any more.
   *
   * Allowed roles: admin.
   */
  removeMuseumLogo(input?: Record<string, never>, options?: CallOptions & Conditions): Call<undefined, RemoveMuseumLogoProblem>;

  /**
   * Get the general entry of an event
   *
   * Gets whether tickets for a special event include general entry of their day.
   *
   * Allowed roles: admin, manager, cashier, partner, gate, viewer.
   */
  getEventEntry(input: GetEventEntryParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<EventEntry, GetEventEntryProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getEventEntry(input: GetEventEntryParameters, options: CallOptions & Conditions & IfNoneMatch): Call<EventEntry | undefined, GetEventEntryProblem>;

  /**
   * Set the general entry of an event
   *
   * Sets whether tickets for a special event include general entry of their day (combined tickets), which is a fact of their sale, and whether they take places of it. Such a ticket has two entries: a door that admits general entry uses the first, at any time; the door of its event uses the second.
   *
   * Allowed roles: admin, manager.
   */
  setEventEntry(input: SetEventEntryParameters & EventEntryInput, options?: CallOptions & Conditions): Call<EventEntry, SetEventEntryProblem>;

  /**
   * Get the settings
   *
   * Gets what staff set about the museum, as it counts: what the environment of the service sets, else what staff have chosen, else the default.
   *
   * Allowed roles: admin, manager.
   */
  getSettings(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Settings, GetSettingsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getSettings(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Settings | undefined, GetSettingsProblem>;

  /**
   * Change the settings
   *
   * Changes settings by merge patch (RFC 7396), all or none: members in the request replace those that count, null takes them back to the default, the others stay unchanged. Every instance of the service uses the change within a second.
   *
   * Allowed roles: admin.
   */
  updateSettings(input: UpdateSettingsParameters & MuseumSettingsPatch, options?: CallOptions & Conditions): Call<Settings, UpdateSettingsProblem>;

  /**
   * Get a text of the museum
   *
   * Gets a text of the museum’s own. Visitors read them at their own addresses: visit at /your-visit, imprint at /imprint, privacy at /privacy, terms at /terms, withdrawal at /withdrawal, accessibility at /accessibility.
   *
   * Allowed roles: admin, manager.
   */
  getOwnText(input: GetOwnTextParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<OwnText, GetOwnTextProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getOwnText(input: GetOwnTextParameters, options: CallOptions & Conditions & IfNoneMatch): Call<OwnText | undefined, GetOwnTextProblem>;

  /**
   * Set a text of the museum
   *
   * Sets a text of the museum’s own, or the address of a page elsewhere. It is linked at the foot of every page for visitors and of every mail. Where a text is missing in the reader’s language, it is shown in the museum’s, else in English, else in the first.
   *
   * Allowed roles: admin.
   */
  setOwnText(input: SetOwnTextParameters & OwnTextInput, options?: CallOptions & Conditions): Call<OwnText, SetOwnTextProblem>;

  /**
   * Remove a text of the museum
   *
   * Removes a text of the museum’s own, and the links to it.
   *
   * Allowed roles: admin.
   */
  deleteOwnText(input: DeleteOwnTextParameters, options?: CallOptions & Conditions): Call<undefined, DeleteOwnTextProblem>;

  /**
   * Get a ticket
   *
   * Gets one ticket with all its details. A partner can only get tickets that it sold.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getTicket(input: GetTicketParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<TicketRecord, GetTicketProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getTicket(input: GetTicketParameters, options: CallOptions & Conditions & IfNoneMatch): Call<TicketRecord | undefined, GetTicketProblem>;

  /**
   * Make a ticket void
   *
   * Makes a ticket void: it no longer admits anyone, and its place is on sale again at once. A partner can make its own sales void for some hours (MUSEUM_PARTNER_VOID_HOURS), and before any admission.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  voidTicket(input: VoidTicketParameters & VoidOrder, options?: CallOptions): Call<TicketRecord, VoidTicketProblem>;

  /**
   * Exchange a ticket
   *
   * Makes a ticket void and sells a new one to the same person, in one transaction: if the new ticket can’t be sold, nothing is changed. Send an Idempotency-Key so that the request is safe to retry.
   *
   * Allowed roles: admin, manager, cashier.
   */
  exchangeTicket(input: ExchangeTicketParameters & ExchangeOrder, options?: CallOptions & Keyed): Call<TicketRecord, ExchangeTicketProblem>;

  /**
   * Place an order
   *
   * Orders several tickets and articles, all or none, in one transaction: sold at once, or held until the order is confirmed. If one item can’t be had, nothing is sold or held. Send an Idempotency-Key, so that the request is safe to retry.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  placeOrder(input: OrderInput, options?: CallOptions & Keyed): Call<Order, PlaceOrderProblem>;

  /**
   * Find orders
   *
   * Finds orders by the seller’s own number, e-mail address, code or state; at least one of them is required. An order is found if it matches all given filters. Tickets that were sold alone are not listed. Order: newest first. A partner finds only orders that it made.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  findOrders(input?: FindOrdersParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<Orders, FindOrdersProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  findOrders(input: FindOrdersParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Orders | undefined, FindOrdersProblem>;

  /**
   * Get an order
   *
   * Gets one order. A ticket that was sold alone is an order without an orderCode. A partner can only get orders that it made.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getOrder(input: GetOrderParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Order, GetOrderProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getOrder(input: GetOrderParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Order | undefined, GetOrderProblem>;

  /**
   * Get the tickets of an order
   *
   * Gets the tickets of an order in one PDF file to print, a page each, without those that are void or whose event was cancelled. If all are, the problem is that of the first. An order of articles alone is one page, with its code. An order that is only held has no tickets yet. A partner can only get those of orders that it made.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getOrderTickets(input: GetOrderTicketsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<TicketFile<'application/pdf'>, GetOrderTicketsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getOrderTickets(input: GetOrderTicketsParameters, options: CallOptions & Conditions & IfNoneMatch): Call<TicketFile<'application/pdf'> | undefined, GetOrderTicketsProblem>;

  /**
   * Change a held order
   *
   * Replaces what a held order is for. What stays keeps its tickets and prices; what is new is taken at today’s prices, and all of an article of which more is wanted. The code then reduces what it fits of the tickets, the dearest first. If one item can’t be had, the order stays as it was.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  changeOrder(input: ChangeOrderParameters & OrderItemsInput, options?: CallOptions): Call<Order, ChangeOrderProblem>;

  /**
   * Confirm an order
   *
   * Sells a held order at the prices of the hold: its tickets are made. An order that was released is taken up again if its places are still there. Confirming an order again changes nothing and gives the same answer. A ticket that was sold alone can’t be confirmed.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  confirmOrder(input: ConfirmOrderParameters & OrderConfirmation, options?: CallOptions): Call<Order, ConfirmOrderProblem>;

  /**
   * Extend a hold
   *
   * Holds an order for that long from now on. The hold of a partner ends 24 hours after the order was made at the latest.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  extendOrder(input: ExtendOrderParameters & HoldExtension, options?: CallOptions): Call<Order, ExtendOrderProblem>;

  /**
   * Release a hold
   *
   * Gives the places of a held order back at once. Releasing an order again changes nothing and gives the same answer.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  releaseOrder(input: ReleaseOrderParameters, options?: CallOptions): Call<Order, ReleaseOrderProblem>;

  /**
   * Exchange tickets of an order
   *
   * Exchanges tickets of an order for others, all or none, in one transaction: the old ones become void, and the new ones belong to the order too. What is left out stays as it is with each ticket. Where an exchange takes no more places of a day or an entry time than it gives back there, it is never refused for lack of places. Send an Idempotency-Key, so that the request is safe to retry.
   *
   * Allowed roles: admin, manager, cashier.
   */
  exchangeOrder(input: ExchangeOrderParameters & OrderExchange, options?: CallOptions & Keyed): Call<Order, ExchangeOrderProblem>;

  /**
   * Hand an article out
   *
   * Records that so many of an extra of the order were handed out, or taken back. What is handed out is given back for money only after it was taken back. Send an Idempotency-Key, so that the request is safe to retry.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  handOutArticle(input: HandOutArticleParameters & HandOut, options?: CallOptions & Keyed): Call<HandedOut, HandOutArticleProblem>;

  /**
   * Make an order void
   *
   * Makes all tickets of an order void that are not void yet, or those that are named; their places are on sale again at once. Passes, and extras that are not handed out, are given back with all tickets, or as they are named; a donation stays unless it is named. With a refund, it records what is paid back; if all that is void already, it only does that. A partner can make its own sales void for some hours (MUSEUM_PARTNER_VOID_HOURS), and before any admission.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  voidOrder(input: VoidOrderParameters & OrderVoid, options?: CallOptions): Call<Order, VoidOrderProblem>;

  /**
   * Look at a gift voucher
   *
   * Gets what is left of a gift voucher. An account is told of 20 wrong codes in 15 minutes; a right one is always taken.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  lookAtGift(input: {
  /** Code of a gift voucher: 16 letters and digits. Upper or lower case, spaces and hyphens make no difference. */
  gift: string;
}, options?: CallOptions): Call<Gift, LookAtGiftProblem>;

  /**
   * Correct a gift voucher
   *
   * Adds an amount to what is left of a gift voucher, or takes it off. One that has expired is valid for a year again when something is added.
   *
   * Allowed roles: admin.
   */
  correctGift(input: {
  /** Identifier of the order that it was sold with. */
  orderId: string;
  /** Its place among the items of the order: 0 is the first. */
  index: number;
  /** What is added; below zero: taken off. At most 1000000, two decimals, not 0. */
  amount: number;
  /** Why it is corrected: 1 to 200 characters, not only white space. */
  reason: string;
}, options?: CallOptions): Call<OrderGift, CorrectGiftProblem>;

  /**
   * Replace a gift voucher
   *
   * Gives a gift voucher that was lost a new code. Nobody can pay with the old one any more; what is left stays. The new code is in the gift vouchers of the order.
   *
   * Allowed roles: admin.
   */
  replaceGift(input: {
  /** Identifier of the order that it was sold with. */
  orderId: string;
  /** Its place among the items of the order: 0 is the first. */
  index: number;
  /** Why it is replaced: 1 to 200 characters, not only white space. */
  reason: string;
}, options?: CallOptions): Call<OrderGift, ReplaceGiftProblem>;

  /**
   * Get the gift vouchers of an order
   *
   * Gets the gift vouchers that were sold with an order, with their codes: whoever has a code can pay with it. The journal says who has looked. A partner can only get those of orders that it made.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getOrderGifts(input: GetOrderGiftsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<OrderGifts, GetOrderGiftsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getOrderGifts(input: GetOrderGiftsParameters, options: CallOptions & Conditions & IfNoneMatch): Call<OrderGifts | undefined, GetOrderGiftsProblem>;

  /**
   * Find passes
   *
   * Finds passes by code, by the whole name of the holder, or by the e-mail address of the buyer, the newest first; a pass must meet all that are given. A partner only finds those that it sold.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  findPasses(input?: FindPassesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<Passes, FindPassesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  findPasses(input: FindPassesParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Passes | undefined, FindPassesProblem>;

  /**
   * Get a pass
   *
   * Gets a pass with its entries. A partner can only get passes that it sold.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getPass(input: GetPassParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Pass, GetPassProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getPass(input: GetPassParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Pass | undefined, GetPassProblem>;

  /**
   * Name the holder of a pass
   *
   * Sets who may use a pass.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  changePass(input: ChangePassParameters & PassChange, options?: CallOptions & Conditions): Call<Pass, ChangePassProblem>;

  /**
   * Get the QR code of a pass
   *
   * Gets the image of a pass, with a QR code to scan at the entrance: a PNG file, or with Accept a PDF file of one page, or an SVG file of paths. The name of the holder is not on it.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  getPassCode(input: GetPassCodeParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'image/png' | undefined }): Call<TicketFile<'image/png'>, GetPassCodeProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getPassCode(input: GetPassCodeParameters, options: CallOptions & Conditions & IfNoneMatch): Call<TicketFile<'image/png'> | undefined, GetPassCodeProblem>;
  /** The same as application/pdf. */
  getPassCode(input: GetPassCodeParameters, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'application/pdf' }): Call<TicketFile<'application/pdf'>, GetPassCodeProblem>;
  /** The same as image/svg+xml. */
  getPassCode(input: GetPassCodeParameters, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'image/svg+xml' }): Call<TicketFile<'image/svg+xml'>, GetPassCodeProblem>;

  /**
   * Block a pass
   *
   * Blocks a pass, which then admits nobody, also at gates without a network once they have heard of it.
   *
   * Allowed roles: admin, manager, cashier.
   */
  blockPass(input: BlockPassParameters & PassReason, options?: CallOptions): Call<Pass, BlockPassProblem>;

  /**
   * Unblock a pass
   *
   * Lets a pass that was blocked admit again.
   *
   * Allowed roles: admin, manager, cashier.
   */
  unblockPass(input: UnblockPassParameters, options?: CallOptions): Call<Pass, UnblockPassProblem>;

  /**
   * Replace a pass
   *
   * Gives a pass that was lost a new code: another pass with the same days, holder and entries has its place, and the old one is blocked for good.
   *
   * Allowed roles: admin, manager, cashier.
   */
  replacePass(input: ReplacePassParameters & PassReason, options?: CallOptions): Call<Pass, ReplacePassProblem>;

  /**
   * Renew a pass
   *
   * Sells or holds an order of one pass of the same type, holder and buyer, at today’s price, that begins on the day after the last of this one, or today if that is over.
   *
   * Allowed roles: admin, manager, cashier, partner.
   */
  renewPass(input: RenewPassParameters & PassRenewal, options?: CallOptions & Keyed): Call<Order, RenewPassProblem>;

  /**
   * Check a ticket in
   *
   * Decides whether a scanned ticket is admitted, and records the scan and the verdict. A refused ticket is a successful response too. The response means that the scan is stored durably. A ticket is admitted once, even if several gates scan it at the same time. A repeated request with the same checkInId and the same scan always gets the same response.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  checkIn(input: Scan, options?: CallOptions): Call<CheckIn, CheckInProblem>;

  /**
   * Record offline check-ins
   *
   * Records the check-ins that a gate decided while it was offline, and the visitors whom it counted without a ticket. The service keeps the verdict of the gate: it does not decide again. Either the whole batch is recorded, or nothing. A second admission of the same ticket is recorded with "conflict": true. A repeated batch changes nothing. The response is 400 if a checkInId or a visitId occurs twice in the batch, or if a verdict contradicts its direction: admitted with out, or left with in. It is also 400 for a scan or a count that, after correction, is from before the museum’s first ticket was sold and more than 30 days old; the member "errors" names such scans and counts. The body may have up to 512 KiB.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  recordCheckIns(input: CheckInBatch, options?: CallOptions): Call<CheckIns, RecordCheckInsProblem>;

  /**
   * Undo an admission
   *
   * Undoes an admission, so that the ticket can be admitted again. The account that made the admission may undo it within 10 minutes; a manager or admin may undo it at any time that day. For an admission that a gate decided offline, the time in undoneAt counts, if it is reported within 10 minutes after the admission was recorded.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  undoCheckIn(input: UndoCheckInParameters, options?: CallOptions): Call<CheckIn, UndoCheckInProblem>;

  /**
   * Count visitors without a ticket
   *
   * Records people who come in, or leave, without a ticket. They count in the occupancy and in the report of visits. On a day, never more leave than came in without a ticket. The device assigns the visitId: a repeated request with the same visitId and the same visitors is answered with 200, and counts once. A time from before the museum’s first ticket was sold that is more than 30 days old is refused.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  countVisitors(input: VisitCount, options?: CallOptions): Call<Visit, CountVisitorsProblem>;

  /**
   * Undo a count of visitors
   *
   * Undoes a count. The account that counted may undo it within 10 minutes; a manager or admin may undo it at any time that day. For a count whose time a device told, the time in undoneAt counts, if it is reported within 10 minutes after the count was recorded.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  undoVisit(input: UndoVisitParameters, options?: CallOptions): Call<Visit, UndoVisitProblem>;

  /**
   * Get a snapshot for offline gates
   *
   * Gets all data that a gate needs to check the tickets of a day without a network: the public keys, the events, and the tickets that are inside, have left or are void. If the day lasts past midnight, the tickets of the next day are included. With Accept-Encoding: gzip the response is compressed.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  getGateSnapshot(input?: GetGateSnapshotParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<GateKnowledge, GetGateSnapshotProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGateSnapshot(input: GetGateSnapshotParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<GateKnowledge | undefined, GetGateSnapshotProblem>;

  /**
   * Get changes since a cursor
   *
   * Gets the changes since a snapshot or an earlier call. Each changed ticket is in the list of its current state. A change may be returned more than once, but none is missed. If the day lasts past midnight, cursors from before midnight expire at midnight (cursor-expired): get a new snapshot then.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  getGateNews(input: GetGateNewsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<GateKnowledge, GetGateNewsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGateNews(input: GetGateNewsParameters, options: CallOptions & Conditions & IfNoneMatch): Call<GateKnowledge | undefined, GetGateNewsProblem>;

  /**
   * Get the numbers of a card for offline gates
   *
   * Gets what a gate needs to know whether a number is in the list of a card, once for each version that a snapshot names. A number in capitals, without white space around it, is in the list if the first 5 bytes of its HMAC-SHA-256 under the key are among the numbers. With Accept-Encoding: gzip the response is compressed.
   *
   * Allowed roles: admin, manager, cashier, gate.
   */
  getGateCardList(input: GetGateCardListParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<GateCardList, GetGateCardListProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGateCardList(input: GetGateCardListParameters, options: CallOptions & Conditions & IfNoneMatch): Call<GateCardList | undefined, GetGateCardListProblem>;

  /**
   * Get the occupancy
   *
   * Gets the number of visitors inside, and the entries and exits of a day, in persons.
   *
   * Allowed roles: admin, manager, cashier, gate, viewer.
   */
  getOccupancy(input?: GetOccupancyParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Occupancy, GetOccupancyProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getOccupancy(input: GetOccupancyParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Occupancy | undefined, GetOccupancyProblem>;

  /**
   * Get the sales report
   *
   * Gets the tickets that were sold, cancelled, voided and exchanged on the days of a range, for any ticket date; or with dayOf=visit the tickets for the days of a range, whenever they were sold. Passes and extras are in the revenue of the day of sale: by event and by category in a row of their own, by=article with how many were sold and given back, and donations too. By code, what was sold without one is a row, with passes and extras. A partner gets only its own sales. With Accept: text/csv the response is CSV (RFC 4180) with a header row.
   *
   * Allowed roles: admin, manager, partner, viewer.
   */
  getSalesReport(input?: GetSalesReportParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | undefined }): Call<SalesReport, GetSalesReportProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getSalesReport(input: GetSalesReportParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<SalesReport | undefined, GetSalesReportProblem>;
  /** The same as CSV. */
  getSalesReport(input: GetSalesReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'text/csv' }): Call<string, GetSalesReportProblem>;
  /** The same, as data or as CSV. */
  getSalesReport(input: GetSalesReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | 'text/csv' | undefined }): Call<SalesReport | string, GetSalesReportProblem>;

  /**
   * Get the visits report
   *
   * Gets who came in on the days of a range: with tickets, with passes, whose entries count, with cards of others, and counted without a ticket. All but the first count as general entry. A partner gets only the tickets that it sold. With Accept: text/csv the response is CSV (RFC 4180) with a header row.
   *
   * Allowed roles: admin, manager, partner, viewer.
   */
  getVisitsReport(input?: GetVisitsReportParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | undefined }): Call<VisitsReport, GetVisitsReportProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getVisitsReport(input: GetVisitsReportParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<VisitsReport | undefined, GetVisitsReportProblem>;
  /** The same as CSV. */
  getVisitsReport(input: GetVisitsReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'text/csv' }): Call<string, GetVisitsReportProblem>;
  /** The same, as data or as CSV. */
  getVisitsReport(input: GetVisitsReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | 'text/csv' | undefined }): Call<VisitsReport | string, GetVisitsReportProblem>;

  /**
   * Get the payments report
   *
   * Gets what was paid and paid back on the days of a range, as far as the museum was told. A partner gets only its own payments. With Accept: text/csv the response is CSV (RFC 4180) with a header row.
   *
   * Allowed roles: admin, manager, partner, viewer.
   */
  getPaymentsReport(input?: GetPaymentsReportParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | undefined }): Call<PaymentsReport, GetPaymentsReportProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getPaymentsReport(input: GetPaymentsReportParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<PaymentsReport | undefined, GetPaymentsReportProblem>;
  /** The same as CSV. */
  getPaymentsReport(input: GetPaymentsReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'text/csv' }): Call<string, GetPaymentsReportProblem>;
  /** The same, as data or as CSV. */
  getPaymentsReport(input: GetPaymentsReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | 'text/csv' | undefined }): Call<PaymentsReport | string, GetPaymentsReportProblem>;

  /**
   * Get the money report
   *
   * Gets how revenue, what is due to buyers and what was paid have changed on the days of a range: in every row paid = revenue + donations + gifts + due + kept. A partner gets only its own sales and payments. With Accept: text/csv the response is CSV (RFC 4180) with a header row.
   *
   * Allowed roles: admin, manager, partner, viewer.
   */
  getMoneyReport(input?: GetMoneyReportParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | undefined }): Call<MoneyReport, GetMoneyReportProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getMoneyReport(input: GetMoneyReportParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<MoneyReport | undefined, GetMoneyReportProblem>;
  /** The same as CSV. */
  getMoneyReport(input: GetMoneyReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'text/csv' }): Call<string, GetMoneyReportProblem>;
  /** The same, as data or as CSV. */
  getMoneyReport(input: GetMoneyReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | 'text/csv' | undefined }): Call<MoneyReport | string, GetMoneyReportProblem>;

  /**
   * Get the gifts report
   *
   * Gets what became of the money on gift vouchers on the days of a range, and what the museum owes on them: outstanding is that of the row before, with issued, givenBack and corrected, without redeemed, returned and expired. A partner gets only those that it sold. With Accept: text/csv the response is CSV (RFC 4180) with a header row.
   *
   * Allowed roles: admin, manager, partner, viewer.
   */
  getGiftsReport(input?: GetGiftsReportParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | undefined }): Call<GiftsReport, GetGiftsReportProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGiftsReport(input: GetGiftsReportParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<GiftsReport | undefined, GetGiftsReportProblem>;
  /** The same as CSV. */
  getGiftsReport(input: GetGiftsReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept: 'text/csv' }): Call<string, GetGiftsReportProblem>;
  /** The same, as data or as CSV. */
  getGiftsReport(input: GetGiftsReportParameters | undefined, options: CallOptions & Conditions & { ifNoneMatch?: undefined } & { accept?: 'application/json' | 'text/csv' | undefined }): Call<GiftsReport | string, GetGiftsReportProblem>;

  /**
   * List journal entries
   *
   * Lists the entries of the journal, newest first. An entry is listed if it matches all given filters.
   *
   * Allowed roles: admin.
   */
  listJournal(input?: ListJournalParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<JournalEntries, ListJournalProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listJournal(input: ListJournalParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<JournalEntries | undefined, ListJournalProblem>;

  /**
   * Create a webhook
   *
   * Creates a webhook: another system receives messages about what happens from now on. Only this response shows the secret that signs the messages.
   *
   * Allowed roles: admin.
   */
  createWebhook(input: WebhookInput, options?: CallOptions): Call<WebhookWithSecret, CreateWebhookProblem>;

  /**
   * List webhooks
   *
   * Lists all webhooks, oldest first. Secrets are not shown.
   *
   * Allowed roles: admin.
   */
  listWebhooks(input?: Record<string, never>, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Webhooks, ListWebhooksProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listWebhooks(input: Record<string, never> | undefined, options: CallOptions & Conditions & IfNoneMatch): Call<Webhooks | undefined, ListWebhooksProblem>;

  /**
   * Get a webhook
   *
   * Gets a webhook. Its secret is not shown.
   *
   * Allowed roles: admin.
   */
  getWebhook(input: GetWebhookParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Call<Webhook, GetWebhookProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getWebhook(input: GetWebhookParameters, options: CallOptions & Conditions & IfNoneMatch): Call<Webhook | undefined, GetWebhookProblem>;

  /**
   * Update a webhook
   *
   * Changes a webhook by merge patch (RFC 7396). Disabling it makes its waiting deliveries fail. When it is enabled again, it receives messages about what happens from then on.
   *
   * Allowed roles: admin.
   */
  updateWebhook(input: UpdateWebhookParameters & WebhookChange, options?: CallOptions & Conditions): Call<Webhook, UpdateWebhookProblem>;

  /**
   * Delete a webhook
   *
   * Deletes a webhook and its deliveries. No more messages are sent to it.
   *
   * Allowed roles: admin.
   */
  deleteWebhook(input: DeleteWebhookParameters, options?: CallOptions & Conditions): Call<undefined, DeleteWebhookProblem>;

  /**
   * Rotate a webhook’s secret
   *
   * Replaces the secret of a webhook. Only this response shows the new one. For 24 hours, messages are also signed with the old secret, and with the secrets of earlier rotations in the last 24 hours, five at most.
   *
   * Allowed roles: admin.
   */
  rotateWebhookSecret(input: RotateWebhookSecretParameters, options?: CallOptions): Call<WebhookWithSecret, RotateWebhookSecretProblem>;

  /**
   * Send a test message
   *
   * Sends a message of the type webhook.test, even if the types of the webhook do not include it. The list of deliveries shows the result.
   *
   * Allowed roles: admin.
   */
  testWebhook(input: TestWebhookParameters, options?: CallOptions): Call<WebhookDelivery, TestWebhookProblem>;

  /**
   * Replay messages
   *
   * Sends all messages of the webhook’s types since an instant again, with the same ids as the first time. That includes messages from before the webhook was created.
   *
   * Allowed roles: admin.
   */
  replayWebhook(input: ReplayWebhookParameters & Replay, options?: CallOptions): Call<ReplayBegun, ReplayWebhookProblem>;

  /**
   * List a webhook’s deliveries
   *
   * Lists the deliveries of a webhook, sent and waiting, newest first. Failed deliveries are deleted after 90 days, delivered and dropped ones after 30 days.
   *
   * Allowed roles: admin.
   */
  listWebhookDeliveries(input: ListWebhookDeliveriesParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedCall<WebhookDeliveries, ListWebhookDeliveriesProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listWebhookDeliveries(input: ListWebhookDeliveriesParameters, options: CallOptions & Conditions & IfNoneMatch): Call<WebhookDeliveries | undefined, ListWebhookDeliveriesProblem>;

  /**
   * Send a delivery again
   *
   * Sends a delivery again at once with the same id, whatever its state. If this attempt fails, the usual retries follow.
   *
   * Allowed roles: admin.
   */
  retryWebhookDelivery(input: RetryWebhookDeliveryParameters, options?: CallOptions): Call<WebhookDelivery, RetryWebhookDeliveryProblem>;
}

export interface CreateSpecialEventParameters {
  /** Who finds the event; public when left out. public: everybody finds the event. unlisted: it is in no list for visitors and partners, and is sold by who knows its id. code: it is unlisted, and sold to visitors and partners only with a code of the kind access (POST /codes). draft: nobody buys it, and only who arranges the programme knows of it. */
  visibility?: Visibility | undefined;
}

export interface ListSpecialEventsParameters {
  /** Start of the date range; when left out, today in the museum’s time zone. */
  startDate?: string | undefined;
  /** Page number to retrieve: 1 or more. */
  page?: number | undefined;
  /** Number of days per page: 1 to 30. */
  limit?: number | undefined;
  /** End of the date range, included; when left out, 7 days after startDate. */
  endDate?: string | undefined;
}

export interface GetSpecialEventParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface UpdateSpecialEventParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface DeleteSpecialEventParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface GetEventTextsParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventTextsParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface GetEventVisibilityParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventVisibilityParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface PostponeSpecialEventParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface CallOffSpecialEventParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** true: nothing is done, and the answer says what would be. */
  preview?: boolean | undefined;
}

export interface FindTicketsParameters {
  /** The confirmation code, whole or only its eleven characters, in upper or lower case. */
  confirmationCode?: string | undefined;
  /** The whole e-mail address, in upper or lower case. */
  email?: string | undefined;
  /** Day the tickets are valid for. */
  ticketDate?: string | undefined;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string | undefined;
  /** Only tickets sold then or later. Instant (RFC 3339). */
  soldFrom?: string | undefined;
  /** Only tickets sold before then. Instant (RFC 3339). */
  soldTo?: string | undefined;
  /** Maximum number of tickets per page: 1 to 500. */
  limit?: number | undefined;
  /** Cursor of the next page, from the header Link. */
  after?: string | undefined;
}

export interface GetTicketCodeParameters {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
}

export interface GetMuseumHoursParameters {
  /** Start of the date range; when left out, today in the museum’s time zone. */
  startDate?: string | undefined;
  /** Page number to retrieve: 1 or more. */
  page?: number | undefined;
  /** Number of days per page: 1 to 31. */
  limit?: number | undefined;
}

export interface GetHoursOfDayParameters {
  /** The day. */
  date: string;
}

export interface SetSpecialDayParameters {
  /** The day. */
  date: string;
}

export interface DeleteSpecialDayParameters {
  /** The day. */
  date: string;
}

export interface CloseMuseumParameters {
  /** true: nothing is done, and the answer says what would be. */
  preview?: boolean | undefined;
}

export interface GetDayCapacityParameters {
  /** The day. */
  date: string;
}

export interface SetDayCapacityParameters {
  /** The day. */
  date: string;
}

export interface DeleteDayCapacityParameters {
  /** The day. */
  date: string;
}

export interface GetEventCapacityParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventCapacityParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface GetAvailabilityParameters {
  /** Start of the date range; when left out, today in the museum’s time zone. */
  startDate?: string | undefined;
  /** Page number to retrieve: 1 or more. */
  page?: number | undefined;
  /** Number of days per page: 1 to 31. */
  limit?: number | undefined;
  /** End of the date range, included; when left out, 7 days after startDate. */
  endDate?: string | undefined;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string | undefined;
  /** Kind of ticket. */
  ticketType?: TicketType | undefined;
}

export interface ImportCardNumbersParameters {
  /** Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  card: string;
  /** Whether the numbers are added to the list. */
  add?: boolean | undefined;
}

export interface GetDayPricesParameters {
  /** The day. */
  date: string;
}

export interface SetDayPricesParameters {
  /** The day. */
  date: string;
}

export interface DeleteDayPricesParameters {
  /** The day. */
  date: string;
}

export interface GetEventPricesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventPricesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface GetDayTimesParameters {
  /** The day. */
  date: string;
}

export interface SetDayTimesParameters {
  /** The day. */
  date: string;
}

export interface DeleteDayTimesParameters {
  /** The day. */
  date: string;
}

export interface GetEventTimesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventTimesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface GetEventDateTimesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** The day. */
  date: string;
}

export interface SetEventDateTimesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** The day. */
  date: string;
}

export interface DeleteEventDateTimesParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** The day. */
  date: string;
}

export interface ListCodesParameters {
  /** The whole note: 1 to 200 characters, not only white space. */
  note?: string | undefined;
  /** The whole code, in upper or lower case, with or without hyphens. */
  code?: string | undefined;
  /** Maximum number of codes per page: 1 to 10000. */
  limit?: number | undefined;
  /** Cursor of the next page, from the header Link. */
  after?: string | undefined;
}

export interface ChangeCodeParameters {
  /** Identifier of a code, assigned by the service. */
  codeId: string;
}

export interface GetEventPictureParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventPictureParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** What the picture shows, for those who don’t see it (en): 1 to 500 characters, not only white space. */
  'alt.en'?: string | undefined;
  /** What the picture shows, for those who don’t see it (de): 1 to 500 characters, not only white space. */
  'alt.de'?: string | undefined;
  /** What the picture shows, for those who don’t see it (fr): 1 to 500 characters, not only white space. */
  'alt.fr'?: string | undefined;
  /** What the picture shows, for those who don’t see it (es): 1 to 500 characters, not only white space. */
  'alt.es'?: string | undefined;
  /** What the picture shows, for those who don’t see it (nl): 1 to 500 characters, not only white space. */
  'alt.nl'?: string | undefined;
  /** Whose picture it is: 1 to 200 characters, not only white space. */
  credit?: string | undefined;
}

export interface DescribeEventPictureParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface RemoveEventPictureParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetMuseumPictureParameters {
  /** What the picture shows, for those who don’t see it (en): 1 to 500 characters, not only white space. */
  'alt.en'?: string | undefined;
  /** What the picture shows, for those who don’t see it (de): 1 to 500 characters, not only white space. */
  'alt.de'?: string | undefined;
  /** What the picture shows, for those who don’t see it (fr): 1 to 500 characters, not only white space. */
  'alt.fr'?: string | undefined;
  /** What the picture shows, for those who don’t see it (es): 1 to 500 characters, not only white space. */
  'alt.es'?: string | undefined;
  /** What the picture shows, for those who don’t see it (nl): 1 to 500 characters, not only white space. */
  'alt.nl'?: string | undefined;
  /** Whose picture it is: 1 to 200 characters, not only white space. */
  credit?: string | undefined;
}

export interface SetMuseumLogoParameters {
  /** What the picture shows, for those who don’t see it (en): 1 to 500 characters, not only white space. */
  'alt.en'?: string | undefined;
  /** What the picture shows, for those who don’t see it (de): 1 to 500 characters, not only white space. */
  'alt.de'?: string | undefined;
  /** What the picture shows, for those who don’t see it (fr): 1 to 500 characters, not only white space. */
  'alt.fr'?: string | undefined;
  /** What the picture shows, for those who don’t see it (es): 1 to 500 characters, not only white space. */
  'alt.es'?: string | undefined;
  /** What the picture shows, for those who don’t see it (nl): 1 to 500 characters, not only white space. */
  'alt.nl'?: string | undefined;
  /** Whose picture it is: 1 to 200 characters, not only white space. */
  credit?: string | undefined;
}

export interface GetEventEntryParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface SetEventEntryParameters {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
}

export interface UpdateSettingsParameters {
  /** true: also if addresses are erased at once by it, which can’t be undone. */
  force?: boolean | undefined;
}

export interface GetOwnTextParameters {
  /** Which text. */
  name: TextName;
}

export interface SetOwnTextParameters {
  /** Which text. */
  name: TextName;
}

export interface DeleteOwnTextParameters {
  /** Which text. */
  name: TextName;
}

export interface GetTicketParameters {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
}

export interface VoidTicketParameters {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
}

export interface ExchangeTicketParameters {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
}

export interface FindOrdersParameters {
  /** The seller’s own number for the order. */
  reference?: string | undefined;
  /** The whole e-mail address, in upper or lower case. */
  email?: string | undefined;
  /** The code of the order, whole or only its six letters, in upper or lower case. */
  orderCode?: string | undefined;
  /** State of the orders. */
  state?: OrderState | undefined;
  /** Maximum number of orders per page: 1 to 500. */
  limit?: number | undefined;
  /** Cursor of the next page, from the header Link. */
  after?: string | undefined;
}

export interface GetOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface GetOrderTicketsParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface ChangeOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface ConfirmOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface ExtendOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface ReleaseOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface ExchangeOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface HandOutArticleParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface VoidOrderParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface GetOrderGiftsParameters {
  /** Identifier of an order. */
  orderId: string;
}

export interface FindPassesParameters {
  /** The code, whole or only its eleven characters, in upper or lower case. */
  passCode?: string | undefined;
  /** The whole name of the holder, whatever its case and accents. */
  holder?: string | undefined;
  /** The whole e-mail address of the buyer, in upper or lower case. */
  email?: string | undefined;
  /** Maximum number of passes per page: 1 to 500. */
  limit?: number | undefined;
  /** Cursor of the next page, from the header Link. */
  after?: string | undefined;
}

export interface GetPassParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface ChangePassParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface GetPassCodeParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface BlockPassParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface UnblockPassParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface ReplacePassParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface RenewPassParameters {
  /** Identifier of the pass. */
  passId: string;
}

export interface UndoCheckInParameters {
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId: string;
  /** When the admission was undone, by the clock of the device that decided it offline; now when left out, and for any other admission. Instant (RFC 3339). */
  undoneAt?: string | undefined;
  /** Time on the clock of the device when it sends the request. The service uses it to correct a wrong clock. Instant (RFC 3339). */
  sentAt?: string | undefined;
}

export interface UndoVisitParameters {
  /** Identifier of a count of visitors without a ticket, assigned by the device. */
  visitId: string;
  /** When it was undone, by the clock of the device that counted; now when left out. Instant (RFC 3339). */
  undoneAt?: string | undefined;
  /** Time on the clock of the device when it sends the request. The service uses it to correct a wrong clock. Instant (RFC 3339). */
  sentAt?: string | undefined;
}

export interface GetGateSnapshotParameters {
  /** The day. When left out, today in the museum’s time zone; a day lasts until closing time if that is after midnight. */
  day?: string | undefined;
}

export interface GetGateNewsParameters {
  /** The day. When left out, today in the museum’s time zone; a day lasts until closing time if that is after midnight. */
  day?: string | undefined;
  /** The cursor of the last snapshot or response. */
  since: string;
}

export interface GetGateCardListParameters {
  /** Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  card: string;
}

export interface GetOccupancyParameters {
  /** The day. When left out, today; a day lasts until closing time if that is after midnight. */
  date?: string | undefined;
}

export interface GetSalesReportParameters {
  /** First day of the report; when left out, 29 days before endDate. */
  startDate?: string | undefined;
  /** Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later. */
  endDate?: string | undefined;
  /** How the rows are grouped. */
  by?: SalesBy | undefined;
  /** The day that a ticket is counted on: the day of its sale, or the day of the visit. */
  dayOf?: DayOf | undefined;
}

export interface GetVisitsReportParameters {
  /** First day of the report; when left out, 29 days before endDate. */
  startDate?: string | undefined;
  /** Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later. */
  endDate?: string | undefined;
  /** How the rows are grouped. */
  by?: VisitsBy | undefined;
}

export interface GetPaymentsReportParameters {
  /** First day of the report; when left out, 29 days before endDate. */
  startDate?: string | undefined;
  /** Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later. */
  endDate?: string | undefined;
  /** How the rows are grouped. */
  by?: PaymentsBy | undefined;
}

export interface GetMoneyReportParameters {
  /** First day of the report; when left out, 29 days before endDate. */
  startDate?: string | undefined;
  /** Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later. */
  endDate?: string | undefined;
  /** How the rows are grouped. */
  by?: MoneyBy | undefined;
}

export interface GetGiftsReportParameters {
  /** First day of the report; when left out, 29 days before endDate. */
  startDate?: string | undefined;
  /** Last day of the report, included; when left out, today in the museum’s time zone, or startDate if that is later. */
  endDate?: string | undefined;
  /** How the rows are grouped. */
  by?: GiftsBy | undefined;
}

export interface ListJournalParameters {
  /** First day, in the museum’s time zone. */
  startDate?: string | undefined;
  /** Last day, included. */
  endDate?: string | undefined;
  /** Kind of the entry. */
  kind?: JournalKind | undefined;
  /** What the entry is about: an id, a day or a name: 1 to 200 characters, not only white space. */
  subject?: string | undefined;
  /** User name of the account that did it: 1 to 64 characters, not only white space. */
  account?: string | undefined;
  /** Maximum number of entries per page: 1 to 100. */
  limit?: number | undefined;
  /** Cursor of the next page, from the header Link. */
  after?: string | undefined;
}

export interface GetWebhookParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
}

export interface UpdateWebhookParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
}

export interface DeleteWebhookParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
}

export interface RotateWebhookSecretParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
}

export interface TestWebhookParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
}

export interface ReplayWebhookParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
}

export interface ListWebhookDeliveriesParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Only deliveries in this state. */
  state?: DeliveryState | undefined;
  /** Maximum number of deliveries per page: 1 to 100. */
  limit?: number | undefined;
  /** Cursor of the next page, from the header Link. */
  after?: string | undefined;
}

export interface RetryWebhookDeliveryParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Identifier of a delivery: the same as in the header webhook-id of its message. */
  deliveryId: string;
}

export type NotUndoable = 'not-an-admission' | 'undone' | 'left' | 'too-late' | 'not-yours';

export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** One fault of an invalid request. */
export interface Fault {
  /** The part of the request. */
  in: RequestPart;
  /** JSON pointer (RFC 6901) to the value within that part; empty for the part itself. */
  pointer: string;
  /** What is wrong with the value, and what is valid. */
  detail: string;
}

export type Visibility = 'public' | 'unlisted' | 'code' | 'draft';

export interface SpecialEventInput {
  /** Name of the event: 1 to 200 characters, not only white space. */
  name: string;
  /** Where the event takes place: 1 to 200 characters, not only white space. */
  location: string;
  /** Description of the event: at most 5000 characters; empty, or not only white space. */
  eventDescription: string;
  /** Days on which the event takes place, in the order given: at most 366, no duplicates. May be empty. */
  dates: string[];
  /** Price of the event: 0 to 1000000, at most two decimals. */
  price: number;
}

export interface SpecialEvent {
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** Name of the event: 1 to 200 characters, not only white space. */
  name: string;
  /** Where the event takes place: 1 to 200 characters, not only white space. */
  location: string;
  /** Description of the event: at most 5000 characters; empty, or not only white space. */
  eventDescription: string;
  /** Days on which the event takes place, in the order given: at most 366, no duplicates. May be empty. */
  dates: string[];
  /** Price of the event. */
  price: number;
}

export type SpecialEvents = SpecialEvent[];

export interface SpecialEventChange {
  /** Name of the event: 1 to 200 characters, not only white space. */
  name?: string | undefined;
  /** Where the event takes place: 1 to 200 characters, not only white space. */
  location?: string | undefined;
  /** Description of the event: at most 5000 characters; empty, or not only white space. */
  eventDescription?: string | undefined;
  /** Days on which the event takes place, in the order given: at most 366, no duplicates. May be empty. */
  dates?: string[] | undefined;
  /** Price of the event: 0 to 1000000, at most two decimals. */
  price?: number | undefined;
}

export type TextLanguage = 'en' | 'de' | 'fr' | 'es' | 'nl';

export interface EventText {
  /** Name of the event: 1 to 200 characters, not only white space. */
  name?: string;
  /** Description of the event: at most 5000 characters; empty, or not only white space. */
  eventDescription?: string;
  /** Where the event takes place: 1 to 200 characters, not only white space. */
  location?: string;
}

export interface EventTexts {
  /** The language of the event’s own name, description and location. */
  textLanguage: TextLanguage;
  /** What the event says in other languages; what is left out is said in the museum’s language, then in English, then in the first there is. */
  texts: {
    en?: EventText;
    de?: EventText;
    fr?: EventText;
    es?: EventText;
    nl?: EventText;
  };
}

export interface EventTextInput {
  /** Name of the event: 1 to 200 characters, not only white space. */
  name?: string | undefined;
  /** Description of the event: at most 5000 characters; empty, or not only white space. */
  eventDescription?: string | undefined;
  /** Where the event takes place: 1 to 200 characters, not only white space. */
  location?: string | undefined;
}

export interface EventTextsInput {
  /** The language of the event’s own fields, which texts must not have; as it was when left out. */
  textLanguage?: TextLanguage | undefined;
  /** What the event says in other languages; what is left out is said in the museum’s language, then in English, then in the first there is. */
  texts: {
    en?: EventTextInput | undefined;
    de?: EventTextInput | undefined;
    fr?: EventTextInput | undefined;
    es?: EventTextInput | undefined;
    nl?: EventTextInput | undefined;
  };
}

export interface EventVisibility {
  /** public: everybody finds the event. unlisted: it is in no list for visitors and partners, and is sold by who knows its id. code: it is unlisted, and sold to visitors and partners only with a code of the kind access (POST /codes). draft: nobody buys it, and only who arranges the programme knows of it. */
  visibility: Visibility;
}

export interface EventVisibilityInput {
  /** public: everybody finds the event. unlisted: it is in no list for visitors and partners, and is sold by who knows its id. code: it is unlisted, and sold to visitors and partners only with a code of the kind access (POST /codes). draft: nobody buys it, and only who arranges the programme knows of it. */
  visibility: Visibility;
}

export interface Postponement {
  /** The date that is postponed. */
  from: string;
  /** The date that takes its place; it may be one of the event’s already. */
  to: string;
  /** Why, as visitors are told: 1 to 200 characters, not only white space. */
  reason?: string | undefined;
  /** true: also if the new date then has more tickets than places. */
  force?: boolean | undefined;
}

export type Refunding = 'at-once' | 'choose';

export interface EventCallingOff {
  /** The dates that are called off. If it is left out, all that are to come are, and with them the event. */
  dates?: string[] | undefined;
  /** Why, as visitors are told: 1 to 200 characters, not only white space. */
  reason?: string | undefined;
  /** How money goes back. at-once: by itself, as far as a payment provider took it (the usual way for events). choose: visitors choose another day or their money, and what nobody has chosen 14 days after the day goes back by itself (the usual way for days). */
  refund?: Refunding | undefined;
}

export interface CallingOffResult {
  /** Tickets that are cancelled by it. */
  tickets: number;
  /** Persons whom these would have admitted. */
  persons: number;
  /** Orders with such a ticket; a ticket that was sold alone counts as one. */
  orders: number;
  /** Mails to those who left an address: one for each visit, or for all days of an order. 0 where mail is not set up. */
  mails: number;
  /** What is due to buyers for these tickets. */
  money: number;
}

export type TicketType = 'event' | 'general';

export type EventTicketType = 'event';

export interface EventPurchase {
  /** Kind of ticket. */
  ticketType: EventTicketType;
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Entry time, where tickets are sold for entry times, and only there. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | undefined;
  /** Category of the visitor: one of those that GET /categories lists; standard when left out. */
  category?: string | undefined;
  /** E-mail address of the visitor: an addr-spec of at most 254 characters, kept as written. The domain has a dot, and may be international, such as bücher.example; what is before it is ASCII. */
  email: string;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
}

export type GeneralTicketType = 'general';

export interface GeneralPurchase {
  /** Kind of ticket. */
  ticketType: GeneralTicketType;
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Entry time, where tickets are sold for entry times, and only there. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | undefined;
  /** Category of the visitor: one of those that GET /categories lists; standard when left out. */
  category?: string | undefined;
  /** E-mail address of the visitor: an addr-spec of at most 254 characters, kept as written. The domain has a dot, and may be international, such as bücher.example; what is before it is ASCII. */
  email: string;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
}

export type Purchase = EventPurchase | GeneralPurchase;

export interface Ticket {
  /** Human-readable confirmation text. */
  message: string;
  /** Name of the event, present for event tickets. */
  eventName?: string;
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: TicketType;
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Confirmation code of the purchase, unique in the museum. */
  confirmationCode: string;
}

export type Language = 'en' | 'de' | 'fr' | 'es' | 'nl';

export interface GeneralTimes {
  /** Minutes from one entry time to the next: 15 to 240, a multiple of 5; null: tickets are for the whole day. */
  every: number | null;
  /** Places at each entry time: a whole number up to 10000000; null means no limit. */
  places?: number | null;
  /** The last entry time is so many minutes before closing, or earlier: 0 to 1440. */
  lastEntry?: number;
  /** The days of the week that have entry times; left out: all. On others tickets are for the whole day. 1 is Monday, 7 is Sunday; at least one, none twice. */
  weekdays?: number[];
}

export interface Museum {
  /** Name of the museum. */
  name: string;
  /** Time zone of all days and times (IANA). */
  timeZone: string;
  /** Currency of all prices (ISO 4217). */
  currency: string;
  /** Language of mails and tickets. */
  language: Language;
  /** Today in the museum’s time zone. */
  today: string;
  /** The time at the museum. Instant (RFC 3339). */
  now: string;
  /** The last day for which tickets are sold. */
  salesUntil: string;
  /** General entry on usual days. */
  generalEntry: {
    /** The usual prices of the categories that are sold, in their order. */
    prices: {
      /** Category of visitors. */
      category: string;
      /** Price of a ticket. */
      price: number;
    }[];
    entryTimes?: GeneralTimes;
  };
  /** Version of the service. */
  version: string;
}

export interface MuseumDay {
  /** A day on which the museum is open. */
  date: string;
  /** Opening time, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen. */
  timeClose: string;
}

export type MuseumHours = MuseumDay[];

export interface HoursOfDay {
  /** The day. */
  date: string;
  /** Opening time, HH:mm in the museum’s time zone. */
  timeOpen?: string;
  /** Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen. */
  timeClose?: string;
  /** true when the museum is closed all day. */
  closed?: boolean;
  /** Why the museum is closed. */
  reason?: string;
}

export type SpecialDayHours = {
  timeOpen?: undefined;
  timeClose?: undefined;
  /** The museum is closed all day. */
  closed: true;
  /** Why the museum is closed: 1 to 200 characters. */
  reason?: string | undefined;
} | {
  /** Opening time, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen. */
  timeClose: string;
  closed?: undefined;
  reason?: undefined;
};

export interface SpecialDay {
  /** The day. */
  date: string;
  /** Opening time, HH:mm in the museum’s time zone. */
  timeOpen?: string;
  /** Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen. */
  timeClose?: string;
  /** true when the museum is closed all day. */
  closed?: boolean;
  /** Why the museum is closed. */
  reason?: string;
  /** General entry tickets already sold for the day. While it is closed they are cancelled. */
  ticketsSold: number;
}

export type EventOnClosedDay = 'takes-place' | 'called-off';

export interface Closing {
  /** The first day that is closed: today or a later one. */
  from: string;
  /** The last day that is closed: at most 365 days after `from`. */
  to: string;
  /** Why, as visitors are told: 1 to 200 characters, not only white space. */
  reason?: string | undefined;
  /** How money goes back. at-once: by itself, as far as a payment provider took it (the usual way for events). choose: visitors choose another day or their money, and what nobody has chosen 14 days after the day goes back by itself (the usual way for days). */
  refund?: Refunding | undefined;
  /** What becomes of the events of these days, by eventId: "takes-place" (as planned), or "called-off" (on these days). */
  events?: Record<string, EventOnClosedDay> | undefined;
}

export interface OpeningTimes {
  /** Opening time, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen. */
  timeClose: string;
}

export interface WeeklyHours {
  /** The opening hours of this weekday; null if the museum is closed. */
  monday: OpeningTimes | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  tuesday: OpeningTimes | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  wednesday: OpeningTimes | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  thursday: OpeningTimes | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  friday: OpeningTimes | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  saturday: OpeningTimes | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  sunday: OpeningTimes | null;
}

export interface OpeningTimesInput {
  /** Opening time, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** Closing time, HH:mm in the museum’s time zone; on the next day if it is not after timeOpen. */
  timeClose: string;
}

export interface WeeklyHoursInput {
  /** The opening hours of this weekday; null if the museum is closed. */
  monday: OpeningTimesInput | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  tuesday: OpeningTimesInput | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  wednesday: OpeningTimesInput | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  thursday: OpeningTimesInput | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  friday: OpeningTimesInput | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  saturday: OpeningTimesInput | null;
  /** The opening hours of this weekday; null if the museum is closed. */
  sunday: OpeningTimesInput | null;
}

export interface Capacity {
  /** Places on a day: a whole number up to 10000000; null means no limit. */
  capacity: number | null;
}

export interface CapacityInput {
  /** Places on a day: a whole number up to 10000000; null means no limit. */
  capacity: number | null;
}

export interface TimeAvailability {
  /** An entry time. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime: string;
  /** Places; null means no limit. */
  capacity: number | null;
  /** Places sold. */
  sold: number;
  /** Places left; null means no limit. */
  left: number | null;
  /** The prices at this time; left out where they are those of the day. */
  prices?: {
    /** Category of visitors. */
    category: string;
    /** Name of the category. */
    name: string;
    /** Price of a ticket. */
    price: number;
  }[];
}

export interface DayAvailability {
  /** The day. */
  date: string;
  /** Kind of ticket. */
  ticketType: TicketType;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for event tickets. */
  eventName?: string;
  /** true for general entry on a day on which the museum is closed. */
  closed?: boolean;
  /** Why the museum is closed. */
  reason?: string;
  /** The prices of the categories that are sold, in their order. */
  prices: {
    /** Category of visitors. */
    category: string;
    /** Name of the category. */
    name: string;
    /** Price of a ticket. */
    price: number;
  }[];
  /** Places; null means no limit. */
  capacity: number | null;
  /** Places sold. */
  sold: number;
  /** Places left; null means no limit. */
  left: number | null;
  /** The entry times, in order; left out when tickets are for the whole day. capacity and left are their sums; sold also counts tickets for times that there are no more. */
  times?: TimeAvailability[];
  /** Whether this account can sell a ticket now: the day is not over, not too far ahead, not closed and not sold out. */
  onSale: boolean;
}

export type Availability = DayAvailability[];

export type UnitType = 'ADULT' | 'YOUTH' | 'CHILD' | 'INFANT' | 'FAMILY' | 'SENIOR' | 'STUDENT' | 'MILITARY' | 'OTHER';

export interface Category {
  /** Slug of the category; the first is standard. */
  category: string;
  /** Name of the category: 1 to 60 characters, not only white space. */
  name: string;
  /** What the desk calls it, where there is little room: 1 to 12 characters, not only white space. */
  shortName?: string;
  /** What the visitors are to resellers (OCTO). */
  unitType: UnitType;
  /** Age from which visitors belong to it. */
  minAge?: number;
  /** Age up to which visitors belong to it. */
  maxAge?: number;
  /** What the entrance asks to see, such as student card: 1 to 120 characters, not only white space. */
  proof?: string;
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string;
  };
  /** How many places one ticket takes, and how many persons it admits: 1 to 20. */
  places: number;
  /** Whether tickets of the category are sold. */
  onSale: boolean;
}

export type Categories = Category[];

export interface CategoryInput {
  /** Slug of the category; the first is standard. */
  category: string;
  /** Name of the category: 1 to 60 characters, not only white space. */
  name: string;
  /** What the desk calls it, where there is little room: 1 to 12 characters, not only white space. */
  shortName?: string | undefined;
  /** What the visitors are to resellers (OCTO). */
  unitType: UnitType;
  /** Age from which visitors belong to it. */
  minAge?: number | undefined;
  /** Age up to which visitors belong to it. */
  maxAge?: number | undefined;
  /** What the entrance asks to see, such as student card: 1 to 120 characters, not only white space. */
  proof?: string | undefined;
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string | undefined;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string | undefined;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string | undefined;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string | undefined;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string | undefined;
  };
  /** How many places one ticket takes, and how many persons it admits: 1 to 20. */
  places?: number | undefined;
  /** Whether tickets of the category are sold. */
  onSale?: boolean | undefined;
}

/** The categories: 1 to 64. */
export type CategoriesInput = CategoryInput[];

export type ArticleKind = 'extra' | 'donation';

export type ArticleChannel = 'desk' | 'shop' | 'partners';

export interface Article {
  /** Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  article: string;
  /** extra: sold at its price; donation: its buyer chooses the amount. */
  kind: ArticleKind;
  /** Name of the article: 1 to 60 characters, not only white space. */
  name: string;
  /** What it is: 1 to 500 characters, not only white space. */
  description?: string;
  /** It is sold only together with a ticket for one of these, in the same order. Left out or empty: alone too. */
  withTicketFor?: string[];
  /** Whether it is sold. */
  onSale: boolean;
  /** Where it is sold: by staff, in the shop, by partners. */
  channels: ArticleChannel[];
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string;
  };
  /** Price of an extra; a donation has none. */
  price?: number;
  /** Amounts of a donation that are offered: at most 4. */
  suggested?: number[];
  /** The least that is taken as a donation. */
  least?: number;
  /** The most that is taken as a donation. */
  most?: number;
  /** Percentage of value added tax that is in the price of an extra: 0 to 100, at most two decimals; that of the museum when left out. A donation has none. */
  vat?: number;
}

export type Articles = Article[];

export interface ArticleInput {
  /** Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  article: string;
  /** extra: sold at its price; donation: its buyer chooses the amount. */
  kind: ArticleKind;
  /** Name of the article: 1 to 60 characters, not only white space. */
  name: string;
  /** What it is: 1 to 500 characters, not only white space. */
  description?: string | undefined;
  /** It is sold only together with a ticket for one of these, in the same order. Left out or empty: alone too. */
  withTicketFor?: string[] | undefined;
  /** Whether it is sold. */
  onSale: boolean;
  /** Where it is sold: by staff, in the shop, by partners. */
  channels: ArticleChannel[];
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string | undefined;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string | undefined;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string | undefined;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string | undefined;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string | undefined;
  };
  /** Price of an extra; a donation has none. */
  price?: number | undefined;
  /** Amounts of a donation that are offered: at most 4. */
  suggested?: number[] | undefined;
  /** The least that is taken as a donation. */
  least?: number | undefined;
  /** The most that is taken as a donation. */
  most?: number | undefined;
  /** Percentage of value added tax that is in the price of an extra: 0 to 100, at most two decimals; that of the museum when left out. A donation has none. */
  vat?: number | undefined;
}

/** The articles: at most 100. */
export type ArticlesInput = ArticleInput[];

export type WalkIn = 'always' | 'while-places' | 'never';

export type PassChannel = 'desk' | 'shop' | 'partners';

export type PassCovers = 'general' | 'general-and-events';

/** Either months, or from and to. */
export interface PassValidity {
  /** For so many months: to the day before the same day of the month, or to the last of a month that has no such day. */
  months?: number;
  /** First day of all passes of the type. */
  from?: string;
  /** Last day of all passes of the type. */
  to?: string;
}

export interface PassType {
  /** Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  passType: string;
  /** Name of the type: 1 to 60 characters, not only white space. */
  name: string;
  /** Category of visitors whose ticket it stands for. */
  category: string;
  /** How many a pass admits: 1 to 4. */
  persons: number;
  /** How many times a pass admits in all; any number of times when left out. */
  entries?: number;
  /** Whether holders may come without booking. always: at any time; while-places: while places of general entry are left, one of which they take; never: they must book. */
  walkIn: WalkIn;
  /** Whether it is sold. */
  onSale: boolean;
  /** Where it is sold: by staff, in the shop, by partners. */
  channels: PassChannel[];
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string;
  };
  /** What it admits to: general entry, or special events too. */
  for: PassCovers;
  /** Whether a pass is for somebody whose name the entrance asks for; true when left out. */
  named: boolean;
  /** How many times a pass admits on one day, not counting who comes in again after leaving; 1 when left out. */
  perDay: number;
  valid: PassValidity;
  /** Price of a pass. */
  price: number;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number;
}

export type PassTypes = PassType[];

/** Either months, or from and to. */
export interface PassValidityInput {
  /** For so many months: to the day before the same day of the month, or to the last of a month that has no such day. */
  months?: number | undefined;
  /** First day of all passes of the type. */
  from?: string | undefined;
  /** Last day of all passes of the type. */
  to?: string | undefined;
}

export interface PassTypeInput {
  /** Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  passType: string;
  /** Name of the type: 1 to 60 characters, not only white space. */
  name: string;
  /** Category of visitors whose ticket it stands for. */
  category: string;
  /** How many a pass admits: 1 to 4. */
  persons: number;
  /** How many times a pass admits in all; any number of times when left out. */
  entries?: number | undefined;
  /** Whether holders may come without booking. always: at any time; while-places: while places of general entry are left, one of which they take; never: they must book. */
  walkIn: WalkIn;
  /** Whether it is sold. */
  onSale: boolean;
  /** Where it is sold: by staff, in the shop, by partners. */
  channels: PassChannel[];
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string | undefined;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string | undefined;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string | undefined;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string | undefined;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string | undefined;
  };
  valid: PassValidityInput;
  /** How many times a pass admits on one day, not counting who comes in again after leaving; 1 when left out. */
  perDay?: number | undefined;
  /** Whether a pass is for somebody whose name the entrance asks for; true when left out. */
  named?: boolean | undefined;
  /** What it admits to: general entry, or special events too. */
  for: PassCovers;
  /** Price of a pass. */
  price: number;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number | undefined;
}

/** The types of passes: at most 63. */
export type PassTypesInput = PassTypeInput[];

export type CardCheck = 'luhn' | 'ean13' | 'mod97';

export type CardMode = 'show' | 'list' | 'live';

export type CardOffline = 'admit' | 'refuse';

export interface Card {
  /** Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  card: string;
  /** Name of the card: 1 to 60 characters, not only white space. */
  name: string;
  /** What its numbers look like: #{n} or #{n,m} stands for digits, @{n} or @{n,m} for letters A to Z, \ takes the next sign as it is, and all else is itself. All of a number is compared, in capitals and without white space around it. At most 20 runs of digits or letters, and no text of more than 60 characters may match. */
  pattern: string;
  /** How a number is checked: luhn (ISO/IEC 7812-1), ean13, or mod97 (ISO/IEC 7064, MOD 97-10). Not at all when left out. */
  check?: CardCheck;
  /** Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  category: string;
  /** show: somebody at the gate looks at the card; list: its number must be in the card’s list; live: its issuer is asked. */
  mode: CardMode;
  /** How often one card lets in on a day: 1 to 100. */
  perDay: number;
  /** What a gate without a network does with such a card, and the service when its issuer does not answer. */
  offline: CardOffline;
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string;
  };
  /** What its issuer pays for a visit; nothing when left out. */
  worth?: number;
}

export type Cards = Card[];

export interface CardInput {
  /** Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  card: string;
  /** Name of the card: 1 to 60 characters, not only white space. */
  name: string;
  /** What its numbers look like: #{n} or #{n,m} stands for digits, @{n} or @{n,m} for letters A to Z, \ takes the next sign as it is, and all else is itself. All of a number is compared, in capitals and without white space around it. At most 20 runs of digits or letters, and no text of more than 60 characters may match. */
  pattern: string;
  /** How a number is checked: luhn (ISO/IEC 7812-1), ean13, or mod97 (ISO/IEC 7064, MOD 97-10). Not at all when left out. */
  check?: CardCheck | undefined;
  /** Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  category: string;
  /** show: somebody at the gate looks at the card; list: its number must be in the card’s list; live: its issuer is asked. */
  mode: CardMode;
  /** How often one card lets in on a day: 1 to 100. */
  perDay: number;
  /** What a gate without a network does with such a card, and the service when its issuer does not answer. */
  offline: CardOffline;
  /** Names in other languages. */
  names?: {
    /** Name in the language en: 1 to 60 characters, not only white space. */
    en?: string | undefined;
    /** Name in the language de: 1 to 60 characters, not only white space. */
    de?: string | undefined;
    /** Name in the language fr: 1 to 60 characters, not only white space. */
    fr?: string | undefined;
    /** Name in the language es: 1 to 60 characters, not only white space. */
    es?: string | undefined;
    /** Name in the language nl: 1 to 60 characters, not only white space. */
    nl?: string | undefined;
  };
  /** What its issuer pays for a visit; nothing when left out. */
  worth?: number | undefined;
}

/** The cards: at most 20. */
export type CardsInput = CardInput[];

export interface CardNumbers {
  /** How many numbers the list has. */
  numbers: number;
}

export interface Price {
  /** Category of visitors. */
  category: string;
  /** Price of a ticket. */
  price: number;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number;
}

export type Prices = Price[];

export interface PriceInput {
  /** Category of visitors. */
  category: string;
  /** Price of a ticket: 0 to 1000000, at most two decimals. */
  price: number;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number | undefined;
}

/** The prices: one for standard, and for each other category that is sold. */
export type PricesInput = PriceInput[];

export interface PriceRule {
  /** Name of the rule, for staff: 1 to 100 characters, not only white space. */
  name: string;
  /** The days of the week on which it holds; left out: all. 1 is Monday, 7 is Sunday; at least one, none twice. */
  weekdays?: number[];
  /** Which of its weekday of the month a day is: 1 to 4, or "last". Left out: each of them. Without weekdays, 1 is the first seven days of a month. */
  nth?: number | string;
  /** The first day on which it holds; left out: no matter how early. */
  from?: string;
  /** The last day on which it holds; left out: no matter how late. */
  to?: string;
  /** HH:mm. It holds for entry times from this time on; where general entry has none, for what staff sell for today from then on. */
  fromTime?: string;
  /** HH:mm. It holds for entry times before this time. If it is earlier than fromTime, it is in the night after. */
  toTime?: string;
  /** The prices. A category that is left out keeps its usual price. */
  prices: {
    /** Category of visitors. */
    category: string;
    /** Price of a ticket; null: the category is not sold. */
    price: number | null;
    /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
    vat?: number;
  }[];
}

export type PriceRules = PriceRule[];

export interface RulePriceInput {
  /** Category of visitors. */
  category: string;
  /** Price of a ticket: 0 to 1000000, at most two decimals; null: the category is not sold. */
  price: number | null;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number | undefined;
}

export interface PriceRuleInput {
  /** Name of the rule, for staff: 1 to 100 characters, not only white space. */
  name: string;
  /** The days of the week on which it holds; left out: all. 1 is Monday, 7 is Sunday; at least one, none twice. */
  weekdays?: number[] | undefined;
  /** Which of its weekday of the month a day is: 1 to 4, or "last". Left out: each of them. Without weekdays, 1 is the first seven days of a month. */
  nth?: number | string | undefined;
  /** The first day on which it holds; left out: no matter how early. */
  from?: string | undefined;
  /** The last day on which it holds; left out: no matter how late. */
  to?: string | undefined;
  /** HH:mm. It holds for entry times from this time on; where general entry has none, for what staff sell for today from then on. */
  fromTime?: string | undefined;
  /** HH:mm. It holds for entry times before this time. If it is earlier than fromTime, it is in the night after. */
  toTime?: string | undefined;
  /** The prices: at least one. A category that is left out keeps its usual price. */
  prices: RulePriceInput[];
}

/** The rules: at most 50. */
export type PriceRulesInput = PriceRuleInput[];

export interface EventPrice {
  /** Category of visitors. */
  category: string;
  /** Price of a ticket. */
  price: number;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number;
  /** false: standard is not sold; otherwise left out. */
  onSale?: boolean;
}

export type EventPrices = EventPrice[];

export interface EventPriceInput {
  /** Category of visitors. */
  category: string;
  /** Price of a ticket: 0 to 1000000, at most two decimals. */
  price: number;
  /** Percentage of value added tax that is in the price: 0 to 100, at most two decimals; that of the museum when left out. */
  vat?: number | undefined;
  /** Whether it is sold: false for standard alone, if another category has a price; true when left out. */
  onSale?: boolean | undefined;
}

/** The prices: one for standard, and for each other category that is sold. */
export type EventPricesInput = EventPriceInput[];

export interface GeneralTimesInput {
  /** Minutes from one entry time to the next: 15 to 240, a multiple of 5; null: tickets are for the whole day. */
  every: number | null;
  /** Places at each entry time: a whole number up to 10000000; null means no limit. */
  places?: number | null | undefined;
  /** The last entry time is so many minutes before closing, or earlier: 0 to 1440. */
  lastEntry?: number | undefined;
  /** The days of the week that have entry times; left out: all. On others tickets are for the whole day. 1 is Monday, 7 is Sunday; at least one, none twice. */
  weekdays?: number[] | undefined;
}

export interface DayTimes {
  /** Minutes from one entry time to the next: 15 to 240, a multiple of 5; null: tickets are for the whole day. */
  every: number | null;
  /** Places at each entry time: a whole number up to 10000000; null means no limit. */
  places?: number | null;
  /** The last entry time is so many minutes before closing, or earlier: 0 to 1440. */
  lastEntry?: number;
}

export interface DayTimesInput {
  /** Minutes from one entry time to the next: 15 to 240, a multiple of 5; null: tickets are for the whole day. */
  every: number | null;
  /** Places at each entry time: a whole number up to 10000000; null means no limit. */
  places?: number | null | undefined;
  /** The last entry time is so many minutes before closing, or earlier: 0 to 1440. */
  lastEntry?: number | undefined;
}

export interface EventTimes {
  /** Entry times on each date of the event: at most 96, none twice. Empty: tickets are for the whole day. */
  times: string[];
  /** How long the event takes: 5 to 1440 minutes. */
  minutes: number;
}

export interface EventTimesInput {
  /** Entry times on each date of the event: at most 96, none twice. Empty: tickets are for the whole day. */
  times: string[];
  /** How long the event takes: 5 to 1440 minutes; as last set when left out, at first 60. */
  minutes?: number | undefined;
}

export interface DateTimes {
  /** Entry times on that date: at most 96, none twice. Empty: tickets are for the whole day. */
  times: string[];
}

export interface DateTimesInput {
  /** Entry times on that date: at most 96, none twice. Empty: tickets are for the whole day. */
  times: string[];
}

export type CodeKind = 'percent' | 'amount' | 'price' | 'access';

/** The tickets that it fits: those that meet all that is given. Left out: all. */
export interface CodeScopeInput {
  /** Kind of ticket. */
  ticketType?: TicketType | undefined;
  /** Tickets for these special events: 1 to 100. */
  eventIds?: string[] | undefined;
  /** Tickets of these categories of visitors. */
  categories?: string[] | undefined;
  /** First day of the visit. */
  from?: string | undefined;
  /** Last day of the visit, included. */
  to?: string | undefined;
  /** Days of the week of the visit. 1 is Monday, 7 is Sunday; at least one, none twice. */
  weekdays?: number[] | undefined;
  /** Tickets for these entry times; what is sold for the whole day has none. */
  entryTimes?: {
    /** First entry time, HH:mm. */
    from: string;
    /** Last entry time, included, HH:mm. */
    to: string;
  };
}

export type CodeChannel = 'desk' | 'shop' | 'partners';

export interface CodeInput {
  /** The code: 8 to 40 letters, digits and hyphens; 4 and more for kinds other than access where something is left to pay, or uses is 1. Upper and lower case are the same, and hyphens are ignored. Either code or count is given. */
  code?: string | undefined;
  /** How many codes are drawn: 1 to 10000. Each has ten characters after the prefix. */
  count?: number | undefined;
  /** What drawn codes begin with: 1 to 20 letters, digits and hyphens. */
  prefix?: string | undefined;
  /** What it does. percent and amount: takes that off the price; price: sets the price; access: opens what is sold only with a code, at its price. */
  kind: CodeKind;
  /** Percent, 1 to 100 and whole; or an amount of money with at most two decimals: what is taken off, above 0, or the price. Left out for access. */
  value?: number | undefined;
  for?: CodeScopeInput | undefined;
  /** How many tickets may have it in all, 1 or more; null: any number. */
  uses?: number | null | undefined;
  /** How many tickets of one order have it at most: 1 to 100. Left out: any number. */
  perOrder?: number | undefined;
  /** It is taken in sales from then on. Instant (RFC 3339). */
  validFrom?: string | undefined;
  /** It is not taken in sales any more from then on. Instant (RFC 3339). */
  validTo?: string | undefined;
  /** Where it is taken: at the museum’s desk, in its shop, by partners. Left out: everywhere. */
  channels?: CodeChannel[] | undefined;
  /** The accounts that may sell with it. Left out: all. */
  sellers?: string[] | undefined;
  /** What staff find it by, such as the name of a campaign: 1 to 200 characters, not only white space. */
  note?: string | undefined;
}

/** The tickets that it fits: those that meet all that is given. Left out: all. */
export interface CodeScope {
  /** Kind of ticket. */
  ticketType?: TicketType;
  /** Tickets for these special events: 1 to 100. */
  eventIds?: string[];
  /** Tickets of these categories of visitors. */
  categories?: string[];
  /** First day of the visit. */
  from?: string;
  /** Last day of the visit, included. */
  to?: string;
  /** Days of the week of the visit. 1 is Monday, 7 is Sunday; at least one, none twice. */
  weekdays?: number[];
  /** Tickets for these entry times; what is sold for the whole day has none. */
  entryTimes?: {
    /** First entry time, HH:mm. */
    from: string;
    /** Last entry time, included, HH:mm. */
    to: string;
  };
}

export interface Code {
  /** Identifier of a code, assigned by the service. */
  codeId: string;
  /** The code. */
  code: string;
  /** What it does. percent and amount: takes that off the price; price: sets the price; access: opens what is sold only with a code, at its price. */
  kind: CodeKind;
  /** Percent, 1 to 100 and whole; or an amount of money with at most two decimals: what is taken off, above 0, or the price. Left out for access. */
  value?: number;
  for?: CodeScope;
  /** How many tickets may have it in all, 1 or more; null: any number. */
  uses: number | null;
  /** How many tickets have it: held ones, and those sold. */
  used: number;
  /** How many tickets of one order have it at most: 1 to 100. Left out: any number. */
  perOrder?: number;
  /** It is taken in sales from then on. Instant (RFC 3339). */
  validFrom?: string;
  /** It is not taken in sales any more from then on. Instant (RFC 3339). */
  validTo?: string;
  /** Where it is taken: at the museum’s desk, in its shop, by partners. Left out: everywhere. */
  channels?: CodeChannel[];
  /** The accounts that may sell with it. Left out: all. */
  sellers?: string[];
  /** What staff find it by, such as the name of a campaign: 1 to 200 characters, not only white space. */
  note?: string;
  /** Whether it is taken at all. */
  enabled: boolean;
  /** When it was made. Instant (RFC 3339). */
  createdAt: string;
}

export type Codes = Code[];

export interface CodeChanges {
  /** How many tickets may have it in all, 1 or more; null: any number. */
  uses?: number | null | undefined;
  /** It is not taken in sales any more from then on; null: it is. Instant (RFC 3339). */
  validTo?: string | null | undefined;
  /** What staff find it by, such as the name of a campaign: 1 to 200 characters, not only white space. */
  note?: string | null | undefined;
  /** Whether it is taken at all. */
  enabled?: boolean | undefined;
}

export type PictureFormat = 'webp' | 'jpg';

export interface Picture {
  /** Width of what was sent, in pixels, upright. */
  width: number;
  /** Height of what was sent, in pixels, upright. */
  height: number;
  /** What the picture shows, by language. */
  alt: {
    /** What the picture shows, for those who don’t see it (en): 1 to 500 characters, not only white space. */
    en?: string;
    /** What the picture shows, for those who don’t see it (de): 1 to 500 characters, not only white space. */
    de?: string;
    /** What the picture shows, for those who don’t see it (fr): 1 to 500 characters, not only white space. */
    fr?: string;
    /** What the picture shows, for those who don’t see it (es): 1 to 500 characters, not only white space. */
    es?: string;
    /** What the picture shows, for those who don’t see it (nl): 1 to 500 characters, not only white space. */
    nl?: string;
  };
  /** Whose picture it is; null: nobody is named. */
  credit: string | null;
  /** Its files: none is wider than what was sent. */
  addresses: {
    /** Width of the file, in pixels. */
    width: number;
    /** Format of the file. */
    format: PictureFormat;
    /** Path of the file on the server of the museum, for everybody, until the picture is changed. */
    address: string;
  }[];
}

export interface PictureChange {
  /** What the picture shows, by language; null takes a text away. */
  alt?: {
    /** What the picture shows, for those who don’t see it (en): 1 to 500 characters, not only white space. */
    en?: string | null | undefined;
    /** What the picture shows, for those who don’t see it (de): 1 to 500 characters, not only white space. */
    de?: string | null | undefined;
    /** What the picture shows, for those who don’t see it (fr): 1 to 500 characters, not only white space. */
    fr?: string | null | undefined;
    /** What the picture shows, for those who don’t see it (es): 1 to 500 characters, not only white space. */
    es?: string | null | undefined;
    /** What the picture shows, for those who don’t see it (nl): 1 to 500 characters, not only white space. */
    nl?: string | null | undefined;
  };
  /** Whose picture it is: 1 to 200 characters, not only white space. */
  credit?: string | null | undefined;
}

export interface EventEntry {
  /** Whether tickets for the event include general entry of their day. true gives it to those that were sold before, false takes it from none. */
  includesEntry: boolean;
  /** Whether each sale takes places of general entry of that day too, on days on which the museum is open. */
  takesPlace: boolean;
}

export interface EventEntryInput {
  /** Whether tickets for the event include general entry of their day. true gives it to those that were sold before, false takes it from none. false when left out. */
  includesEntry?: boolean | undefined;
  /** Whether each sale takes places of general entry of that day too, on days on which the museum is open. false when left out. */
  takesPlace?: boolean | undefined;
}

/** What kind of place the museum is, on the home page, by language. */
export interface Sentence {
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  en?: string;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  de?: string;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  fr?: string;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  es?: string;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  nl?: string;
}

/** What receipts say of that for which there is no rate, by language. */
export interface VatNote {
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  en?: string;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  de?: string;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  fr?: string;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  es?: string;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  nl?: string;
}

export type PaymentWay = 'desk' | 'stripe' | 'mollie';

/** Name of a way to pay, by language. */
export interface PaymentName {
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  en?: string;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  de?: string;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  fr?: string;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  es?: string;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  nl?: string;
}

/** The shop. */
export interface ShopSettings {
  /** Whether visitors buy by themselves. */
  open: boolean;
  /** Ways to pay, in the order in which they are offered: those that are connected. With none, only what is free is sold. */
  payments: PaymentWay[];
  /** Until so many hours before the visit buyers give tickets back: a whole number from 0 to 8760. */
  cancelHours: number;
  /** Until so many hours before the visit buyers move tickets: a whole number from 0 to 8760, or "off". */
  moveHours: number | string;
  /** What visitors read of each way to pay, by language. */
  paymentNames: {
    desk?: PaymentName;
    stripe?: PaymentName;
    mollie?: PaymentName;
  };
}

export type Reentry = 'after-exit' | 'never' | 'always';

/** Paragraphs of the museum’s own in a mail, in one language. */
export interface OwnWords {
  /** Paragraphs above those of the service: 1 to 1000 characters, not only white space. */
  before?: string;
  /** Paragraphs below them: 1 to 1000 characters, not only white space. */
  after?: string;
}

/** The paragraphs, by language. */
export interface OwnWordsByLanguage {
  en?: OwnWords;
  de?: OwnWords;
  fr?: OwnWords;
  es?: OwnWords;
  nl?: OwnWords;
}

/** Mail to visitors. */
export interface MailSettings {
  /** Where answers to mails go: an e-mail address. */
  replyTo: string | null;
  /** Paragraphs of the museum’s own in mails: with tickets, about a reservation, about what is called off. */
  words: {
    tickets?: OwnWordsByLanguage;
    reserved?: OwnWordsByLanguage;
    calledOff?: OwnWordsByLanguage;
  };
}

/** The settings as they count. */
export interface MuseumSettings {
  /** Name of the museum: 1 to 100 characters, not only white space. */
  name: string;
  /** Postal address of the museum: 1 to 200 characters, not only white space. */
  address: string | null;
  /** Telephone number of the museum: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone: string | null;
  /** E-mail address of the museum: an e-mail address. */
  email: string | null;
  /** Address of the museum’s website: it begins with https:// or http://, and has at most 500 characters. */
  website: string | null;
  sentence: Sentence;
  /** Colour of the museum: a hash and six hexadecimal digits, such as #0b5d4e. Text in it must be readable on the pages: with a contrast of 4.5 or more. */
  colour: string | null;
  /** Language of mails, tickets and events: en, de, fr, es, nl. */
  language: Language;
  /** Languages that visitors may choose; the museum’s own is always one of them. */
  languages: Language[];
  /** Percentage of value added tax in prices without a rate of their own: 0 to 100, at most two decimals. 0 is a rate. */
  vat: number | null;
  vatNote: VatNote;
  shop: ShopSettings;
  /** Admission. */
  entry: {
    /** Minutes before its entry time from which a ticket is admitted: a whole number from 0 to 1440. */
    early: number;
    /** Minutes after its entry time until which a ticket is admitted: a whole number from 0 to 1440. */
    late: number;
    /** Whether a ticket that was admitted is admitted again: after-exit, never, always. */
    reentry: Reentry;
  };
  /** Days after today for which tickets are sold: a whole number from 1 to 3650. */
  salesDays: number;
  /** Hours after the sale in which partners make their own sales void: a whole number from 0 to 8760. */
  partnerVoidHours: number;
  /** Days after the visit for which addresses and telephone numbers are kept; 0 means for ever: a whole number from 0 to 36500. */
  retentionDays: number;
  /** Gift vouchers. */
  gift: {
    /** The least that a gift voucher is worth: 0.01 to 1000000, at most two decimals. */
    least: number;
    /** The most that a gift voucher is worth: 0.01 to 1000000, at most two decimals. */
    most: number;
    /** Years after the one of the sale in which a gift voucher is valid: a whole number from 1 to 30. */
    years: number;
  };
  mail: MailSettings;
}

export interface Settings {
  settings: MuseumSettings;
  /** Settings that the environment of the service sets, so that they are not changed here. */
  fixed: string[];
  /** When a setting was changed last. Instant (RFC 3339); null: never. */
  changedAt: string | null;
  /** User name of the account that did it; null: the operator on the command line, or nobody. */
  changedBy: string | null;
}

export interface SentencePatch {
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  en?: string | null | undefined;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  de?: string | null | undefined;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  fr?: string | null | undefined;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  es?: string | null | undefined;
  /** What kind of place the museum is, on the home page: 1 to 120 characters, not only white space. */
  nl?: string | null | undefined;
}

export interface VatNotePatch {
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  en?: string | null | undefined;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  de?: string | null | undefined;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  fr?: string | null | undefined;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  es?: string | null | undefined;
  /** What receipts say of that for which there is no rate: 1 to 200 characters, not only white space. */
  nl?: string | null | undefined;
}

export interface PaymentNamePatch {
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  en?: string | null | undefined;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  de?: string | null | undefined;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  fr?: string | null | undefined;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  es?: string | null | undefined;
  /** Name of a way to pay: 1 to 60 characters, not only white space. */
  nl?: string | null | undefined;
}

export interface ShopSettingsPatch {
  /** Whether visitors buy by themselves. */
  open?: boolean | null | undefined;
  /** Ways to pay, in the order in which they are offered: those that are connected. With none, only what is free is sold. */
  payments?: PaymentWay[] | null | undefined;
  /** Until so many hours before the visit buyers give tickets back: a whole number from 0 to 8760. */
  cancelHours?: number | null | undefined;
  /** Until so many hours before the visit buyers move tickets: a whole number from 0 to 8760, or "off". */
  moveHours?: number | string | null | undefined;
  /** What visitors read of each way to pay, by language. */
  paymentNames?: {
    /** Name of a way to pay, by language. */
    desk?: PaymentNamePatch | null | undefined;
    /** Name of a way to pay, by language. */
    stripe?: PaymentNamePatch | null | undefined;
    /** Name of a way to pay, by language. */
    mollie?: PaymentNamePatch | null | undefined;
  } | null;
}

export interface OwnWordsPatch {
  /** Paragraphs above those of the service: 1 to 1000 characters, not only white space. */
  before?: string | null | undefined;
  /** Paragraphs below them: 1 to 1000 characters, not only white space. */
  after?: string | null | undefined;
}

export interface OwnWordsByLanguagePatch {
  /** Paragraphs of the museum’s own in a mail, in one language. */
  en?: OwnWordsPatch | null | undefined;
  /** Paragraphs of the museum’s own in a mail, in one language. */
  de?: OwnWordsPatch | null | undefined;
  /** Paragraphs of the museum’s own in a mail, in one language. */
  fr?: OwnWordsPatch | null | undefined;
  /** Paragraphs of the museum’s own in a mail, in one language. */
  es?: OwnWordsPatch | null | undefined;
  /** Paragraphs of the museum’s own in a mail, in one language. */
  nl?: OwnWordsPatch | null | undefined;
}

export interface MailSettingsPatch {
  /** Where answers to mails go: an e-mail address. */
  replyTo?: string | null | undefined;
  /** Paragraphs of the museum’s own in mails: with tickets, about a reservation, about what is called off. */
  words?: {
    /** The paragraphs, by language. */
    tickets?: OwnWordsByLanguagePatch | null | undefined;
    /** The paragraphs, by language. */
    reserved?: OwnWordsByLanguagePatch | null | undefined;
    /** The paragraphs, by language. */
    calledOff?: OwnWordsByLanguagePatch | null | undefined;
  } | null;
}

export interface MuseumSettingsPatch {
  /** Name of the museum: 1 to 100 characters, not only white space. */
  name?: string | null | undefined;
  /** Postal address of the museum: 1 to 200 characters, not only white space. */
  address?: string | null | undefined;
  /** Telephone number of the museum: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | null | undefined;
  /** E-mail address of the museum: an e-mail address. */
  email?: string | null | undefined;
  /** Address of the museum’s website: it begins with https:// or http://, and has at most 500 characters. */
  website?: string | null | undefined;
  /** What kind of place the museum is, on the home page, by language. */
  sentence?: SentencePatch | null | undefined;
  /** Colour of the museum: a hash and six hexadecimal digits, such as #0b5d4e. Text in it must be readable on the pages: with a contrast of 4.5 or more. */
  colour?: string | null | undefined;
  /** Language of mails, tickets and events: en, de, fr, es, nl. */
  language?: string | null | undefined;
  /** Languages that visitors may choose; the museum’s own is always one of them. */
  languages?: Language[] | null | undefined;
  /** Percentage of value added tax in prices without a rate of their own: 0 to 100, at most two decimals. 0 is a rate. */
  vat?: number | null | undefined;
  /** What receipts say of that for which there is no rate, by language. */
  vatNote?: VatNotePatch | null | undefined;
  /** The shop. */
  shop?: ShopSettingsPatch | null | undefined;
  /** Admission. */
  entry?: {
    /** Minutes before its entry time from which a ticket is admitted: a whole number from 0 to 1440. */
    early?: number | null | undefined;
    /** Minutes after its entry time until which a ticket is admitted: a whole number from 0 to 1440. */
    late?: number | null | undefined;
    /** Whether a ticket that was admitted is admitted again: after-exit, never, always. */
    reentry?: string | null | undefined;
  } | null;
  /** Days after today for which tickets are sold: a whole number from 1 to 3650. */
  salesDays?: number | null | undefined;
  /** Hours after the sale in which partners make their own sales void: a whole number from 0 to 8760. */
  partnerVoidHours?: number | null | undefined;
  /** Days after the visit for which addresses and telephone numbers are kept; 0 means for ever: a whole number from 0 to 36500. */
  retentionDays?: number | null | undefined;
  /** Gift vouchers. */
  gift?: {
    /** The least that a gift voucher is worth: 0.01 to 1000000, at most two decimals. */
    least?: number | null | undefined;
    /** The most that a gift voucher is worth: 0.01 to 1000000, at most two decimals. */
    most?: number | null | undefined;
    /** Years after the one of the sale in which a gift voucher is valid: a whole number from 1 to 30. */
    years?: number | null | undefined;
  } | null;
  /** Mail to visitors. */
  mail?: MailSettingsPatch | null | undefined;
  /** The same patch, as a member: then nothing else is beside it. */
  settings?: {
    /** Name of the museum: 1 to 100 characters, not only white space. */
    name?: string | null | undefined;
    /** Postal address of the museum: 1 to 200 characters, not only white space. */
    address?: string | null | undefined;
    /** Telephone number of the museum: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
    phone?: string | null | undefined;
    /** E-mail address of the museum: an e-mail address. */
    email?: string | null | undefined;
    /** Address of the museum’s website: it begins with https:// or http://, and has at most 500 characters. */
    website?: string | null | undefined;
    /** What kind of place the museum is, on the home page, by language. */
    sentence?: SentencePatch | null | undefined;
    /** Colour of the museum: a hash and six hexadecimal digits, such as #0b5d4e. Text in it must be readable on the pages: with a contrast of 4.5 or more. */
    colour?: string | null | undefined;
    /** Language of mails, tickets and events: en, de, fr, es, nl. */
    language?: string | null | undefined;
    /** Languages that visitors may choose; the museum’s own is always one of them. */
    languages?: Language[] | null | undefined;
    /** Percentage of value added tax in prices without a rate of their own: 0 to 100, at most two decimals. 0 is a rate. */
    vat?: number | null | undefined;
    /** What receipts say of that for which there is no rate, by language. */
    vatNote?: VatNotePatch | null | undefined;
    /** The shop. */
    shop?: ShopSettingsPatch | null | undefined;
    /** Admission. */
    entry?: {
      /** Minutes before its entry time from which a ticket is admitted: a whole number from 0 to 1440. */
      early?: number | null | undefined;
      /** Minutes after its entry time until which a ticket is admitted: a whole number from 0 to 1440. */
      late?: number | null | undefined;
      /** Whether a ticket that was admitted is admitted again: after-exit, never, always. */
      reentry?: string | null | undefined;
    } | null;
    /** Days after today for which tickets are sold: a whole number from 1 to 3650. */
    salesDays?: number | null | undefined;
    /** Hours after the sale in which partners make their own sales void: a whole number from 0 to 8760. */
    partnerVoidHours?: number | null | undefined;
    /** Days after the visit for which addresses and telephone numbers are kept; 0 means for ever: a whole number from 0 to 36500. */
    retentionDays?: number | null | undefined;
    /** Gift vouchers. */
    gift?: {
      /** The least that a gift voucher is worth: 0.01 to 1000000, at most two decimals. */
      least?: number | null | undefined;
      /** The most that a gift voucher is worth: 0.01 to 1000000, at most two decimals. */
      most?: number | null | undefined;
      /** Years after the one of the sale in which a gift voucher is valid: a whole number from 1 to 30. */
      years?: number | null | undefined;
    } | null;
    /** Mail to visitors. */
    mail?: MailSettingsPatch | null | undefined;
  };
}

export type TextName = 'visit' | 'imprint' | 'privacy' | 'terms' | 'withdrawal' | 'accessibility';

export interface OwnText {
  /** Address of the page elsewhere: it begins with https:// or http://, and has at most 2000 characters. */
  address?: string;
  /** The text, by language. */
  texts?: {
    /** Text in the language en: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    en?: string;
    /** Text in the language de: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    de?: string;
    /** Text in the language fr: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    fr?: string;
    /** Text in the language es: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    es?: string;
    /** Text in the language nl: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    nl?: string;
  };
}

export type OwnTextInput = {
  /** Address of the page elsewhere: it begins with https:// or http://, and has at most 2000 characters. */
  address: string;
  texts?: undefined;
} | {
  address?: undefined;
  /** The text, by language. */
  texts: {
    /** Text in the language en: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    en?: string | undefined;
    /** Text in the language de: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    de?: string | undefined;
    /** Text in the language fr: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    fr?: string | undefined;
    /** Text in the language es: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    es?: string | undefined;
    /** Text in the language nl: 1 to 20000 characters, not only white space. Blank lines make paragraphs, "# " a heading, "- " a list, and addresses become links; nothing else is markup. */
    nl?: string | undefined;
  };
};

export type TicketState = 'valid' | 'admitted' | 'void' | 'cancelled' | 'expired';

export type Because = 'voided' | 'exchanged' | 'returned' | 'event-cancelled' | 'date-removed' | 'day-closed';

export type Direction = 'in' | 'out';

export interface TicketRecord {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: TicketType;
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for event tickets. */
  eventName?: string;
  /** Entry time, if the ticket is for one. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string;
  /** Category of the visitor. */
  category: string;
  /** How many places it takes, and how many persons it admits: 1 to 20; 0 for one with which staff try the gate, which no figure counts. */
  places: number;
  /** Confirmation code of the purchase, unique in the museum. */
  confirmationCode: string;
  /** Identifier of the order; for a ticket that was sold alone, its ticketId. */
  orderId: string;
  /** Price at which the ticket was sold. */
  price: number;
  /** Currency of the price (ISO 4217). */
  currency: string;
  /** When the ticket was sold. Instant (RFC 3339). */
  soldAt: string;
  /** User name of the account that sold it. */
  soldBy: string;
  /** State of the ticket, the first that applies: void; admitted, if it was used before what it is for was called off; cancelled, since that does not take place; admitted; expired, its day is over; valid. */
  state: TicketState;
  /** Why the ticket is void: voided, exchanged, or returned by its buyer. Why it is cancelled: the event was, this date of it was removed, or the museum is closed on the day. Other states have no such member. */
  because?: Because;
  /** E-mail address of the visitor, until it is erased. Its domain may be international, such as bücher.example. */
  email?: string;
  /** Telephone number of the visitor, until it is erased. */
  phone?: string;
  /** Entries and exits with the ticket, in order: at most the 200 that were recorded last. */
  admissions: {
    /** When the visitor passed. Instant (RFC 3339). */
    at: string;
    /** Name of the door. */
    gate?: string;
    /** in: entered; out: left. */
    direction: Direction;
  }[];
  /** The ticket that was exchanged for this one. */
  replaces?: string;
  /** The ticket that this one was exchanged for. */
  replacedBy?: string;
}

export type TicketRecords = TicketRecord[];

export type PaymentMethod = 'cash' | 'card' | 'online' | 'voucher' | 'invoice' | 'other';

export interface VoidOrder {
  /** Why the ticket is voided: 1 to 200 characters, not only white space. */
  reason: string;
  /** Void the ticket even if it was used; only for managers and admins. */
  force?: boolean | undefined;
  /** What is paid back: at most what was really paid, with what the tickets were exchanged for or from. A sale without a payment was collected by its seller at its price; an exchange adds only the payment that it records. */
  refund?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
}

export interface EventExchangeOrder {
  /** Kind of ticket. */
  ticketType: EventTicketType;
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** Day the new ticket is valid for. */
  ticketDate: string;
  /** Entry time, where tickets are sold for entry times, and only there. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | undefined;
  /** Category of the visitor; that of the old ticket when left out. */
  category?: string | undefined;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
  /** Why the ticket is exchanged: 1 to 200 characters, not only white space. */
  reason?: string | undefined;
  /** What is paid for the new ticket beside the old one. Left out: nothing was. */
  payment?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
  /** What is paid back of what was really paid, as when a ticket is made void. */
  refund?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
}

export interface GeneralExchangeOrder {
  /** Kind of ticket. */
  ticketType: GeneralTicketType;
  /** Day the new ticket is valid for. */
  ticketDate: string;
  /** Entry time, where tickets are sold for entry times, and only there. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | undefined;
  /** Category of the visitor; that of the old ticket when left out. */
  category?: string | undefined;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
  /** Why the ticket is exchanged: 1 to 200 characters, not only white space. */
  reason?: string | undefined;
  /** What is paid for the new ticket beside the old one. Left out: nothing was. */
  payment?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
  /** What is paid back of what was really paid, as when a ticket is made void. */
  refund?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
}

export type ExchangeOrder = EventExchangeOrder | GeneralExchangeOrder;

export interface GiftInput {
  /** What it is worth and costs: between gift/least and gift/most of the settings, at most two decimals. */
  amount: number;
  /** What the buyer writes to whoever gets it: 1 to 200 characters, not only white space. */
  message?: string | undefined;
  /** To whom it is mailed; left out: to the buyer. */
  to?: string | undefined;
  /** Language of the voucher and its mail. */
  language?: Language | undefined;
}

export interface EventOrderItemInput {
  /** Kind of ticket; of tickets only. */
  ticketType: EventTicketType;
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** Day the tickets are valid for; of tickets only. */
  ticketDate: string;
  /** Entry time, where tickets are sold for entry times, and only there. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | undefined;
  /** Category of the visitor: one of those that GET /categories lists; standard when left out. */
  category?: string | undefined;
  /** Number of tickets, 1 to 100, or of the article, 1 to 200; of a donation 1. It may be left out of a gift voucher or a pass, which is one. */
  quantity: number;
}

export interface GeneralOrderItemInput {
  /** Kind of ticket; of tickets only. */
  ticketType: GeneralTicketType;
  /** Day the tickets are valid for; of tickets only. */
  ticketDate: string;
  /** Entry time, where tickets are sold for entry times, and only there. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | undefined;
  /** Category of the visitor: one of those that GET /categories lists; standard when left out. */
  category?: string | undefined;
  /** Number of tickets, 1 to 100, or of the article, 1 to 200; of a donation 1. It may be left out of a gift voucher or a pass, which is one. */
  quantity: number;
}

export interface ArticleOrderItemInput {
  /** An article in place of tickets: one of those that GET /articles lists. */
  article: string;
  /** The amount of a donation: above 0, at most two decimals. Left out of anything else. */
  price?: number | undefined;
  /** Number of tickets, 1 to 100, or of the article, 1 to 200; of a donation 1. It may be left out of a gift voucher or a pass, which is one. */
  quantity: number;
}

export interface GiftOrderItemInput {
  gift: GiftInput;
  /** Number of tickets, 1 to 100, or of the article, 1 to 200; of a donation 1. It may be left out of a gift voucher or a pass, which is one. */
  quantity?: number | undefined;
}

export interface PassOrderItemInput {
  /** A pass in place of tickets: one of the types that GET /pass-types lists. */
  pass: string;
  /** Who may use the pass; may be said later: 1 to 100 characters, not only white space. */
  holder?: string | undefined;
  /** First day of a pass that is valid for months: at most 366 days ahead; today when left out. */
  from?: string | undefined;
  /** Number of tickets, 1 to 100, or of the article, 1 to 200; of a donation 1. It may be left out of a gift voucher or a pass, which is one. */
  quantity?: number | undefined;
}

export type OrderItemInput = EventOrderItemInput | GeneralOrderItemInput | ArticleOrderItemInput | GiftOrderItemInput | PassOrderItemInput;

export type RecordedMethod = 'cash' | 'card' | 'online' | 'voucher' | 'invoice' | 'other' | 'gift';

/** A part of the total. */
export interface PaymentPart {
  /** How it is paid. voucher: one that was redeemed elsewhere; gift: a gift voucher of the museum. Methods may be added; a client must take those that it does not know. */
  method: RecordedMethod;
  /** Code of the gift voucher that pays it; only with the method gift, and always then. */
  gift?: string | undefined;
  /** Amount of money: above 0, at most two decimals. */
  amount: number;
}

export interface OrderInput {
  /** What is ordered: 1 to 20 different items: tickets, articles, gift vouchers and passes, at most 100 tickets and 200 articles together. */
  items: OrderItemInput[];
  /** A code that makes the tickets cheaper that it fits, the dearest first, or opens what is sold only with one: in upper or lower case, with or without spaces and hyphens. */
  code?: string | undefined;
  /** E-mail address of the visitor: an addr-spec of at most 254 characters, kept as written. The domain has a dot, and may be international, such as bücher.example; what is before it is ASCII. */
  email?: string | undefined;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
  /** Language of the mails to the buyer; when left out, that of the museum. */
  language?: Language | undefined;
  /** The seller’s own number for the order; it need not be unique: 1 to 100 characters, not only white space. */
  reference?: string | undefined;
  /** For how many seconds the places are held from now on: 60 to 86400. When left out, the order is sold at once. */
  hold?: number | undefined;
  /** How the whole order was paid. voucher: one that was redeemed elsewhere. */
  paidBy?: PaymentMethod | undefined;
  /** How the order was paid, if in several ways or with gift vouchers: 1 to 20 amounts that add up to its total. Gift vouchers pay for anything but gift vouchers. Not together with paidBy. */
  payments?: PaymentPart[] | undefined;
}

export type OrderState = 'held' | 'sold' | 'released' | 'void';

export type ReleasedBy = 'expiry' | 'seller' | 'buyer' | 'event';

/** How its money stands: paid is worth + due + kept. */
export interface Account {
  /** Price of all that stands: tickets that are valid, admitted or expired, and articles that were not given back. */
  worth: number;
  /** What was paid, less what was paid back. If the sale recorded no payment, its seller has collected what it was sold for. */
  paid: number;
  /** What is owed to the buyer: for cancelled tickets, for what was given back, and what a payment provider has not confirmed yet. */
  due: number;
  /** What was kept when tickets were made void or exchanged; below zero: waived. */
  kept: number;
}

export type ItemKind = 'ticket' | 'article' | 'gift' | 'pass';

export interface Order {
  /** Identifier of the order; for a ticket that was sold alone, its ticketId. */
  orderId: string;
  /** Code of the order, by which staff find it; a ticket that was sold alone has none. */
  orderCode?: string;
  /** The seller’s own number for the order. */
  reference?: string;
  /** State of the order. held: its places are kept until expiresAt; released: they were given back; void: every ticket is void, and every article was given back. */
  state: OrderState;
  /** When the order was made. Instant (RFC 3339). */
  createdAt: string;
  /** When the hold ends, while it is held. Instant (RFC 3339). */
  expiresAt?: string;
  /** When it was sold. Instant (RFC 3339). */
  soldAt?: string;
  /** Why it was released. expiry: its time was over; event: what was ordered does not take place. */
  releasedBy?: ReleasedBy;
  /** The order whose tickets its buyer is moving, if this one holds places for the move until it is paid: it can’t be confirmed or changed by itself, and is released when the tickets are moved. */
  moveOf?: string;
  /** User name of the account that sells it. */
  soldBy: string;
  /** Total price of what was ordered. */
  total: number;
  account: Account;
  /** Currency of all amounts (ISO 4217). */
  currency: string;
  /** Value added tax in what it is worth, by rate; until it is sold, in the total. */
  vat?: {
    /** Rate in percent. */
    rate: number;
    /** What is not tax. */
    net: number;
    /** What is tax. */
    tax: number;
  }[];
  /** What was ordered, and what its tickets were exchanged for: that is added to the item for the same at the same price, or is an item of its own. */
  items: {
    /** What it is: tickets have ticketType, ticketDate and category. Kinds may be added; a client must take those that it does not know. */
    kind: ItemKind;
    /** Kind of ticket; of tickets, always. */
    ticketType?: TicketType;
    /** Identifier of a special event, assigned by the service. */
    eventId?: string;
    /** Day the tickets are valid for; of tickets, always. */
    ticketDate?: string;
    /** Entry time, if the tickets are for one. HH:mm in the time zone of the museum, a multiple of five minutes. */
    entryTime?: string;
    /** Category of the visitors; of tickets, always. */
    category?: string;
    /** Slug of the type of passes; of passes, always. */
    pass?: string;
    /** Identifier of the pass, once the order is sold. */
    passId?: string;
    /** Code of the pass, once the order is sold. */
    passCode?: string;
    /** Slug of the article; of articles, always. */
    article?: string;
    /** Name of the article when it was ordered; of articles, always. */
    name?: string;
    /** Price of one; the amount of a donation. */
    price: number;
    /** What one ticket would have cost without the code of the order, if it was sold with it. */
    fullPrice?: number;
    /** How many were ordered. */
    quantity: number;
    /** How many of the article were given back; left out: none. */
    returned?: number;
    /** How many of the article are handed out; left out: none. */
    handedOut?: number;
    /** The tickets, once the order is sold; also those that are void or were exchanged. */
    tickets?: {
      /** Identifier of a ticket, assigned by the service. */
      ticketId: string;
      /** Confirmation code of the purchase, unique in the museum. */
      confirmationCode: string;
      /** State of the ticket, the first that applies: void; admitted, if it was used before what it is for was called off; cancelled, since that does not take place; admitted; expired, its day is over; valid. */
      state: TicketState;
      /** Why the ticket is void: voided, exchanged, or returned by its buyer. Why it is cancelled: the event was, this date of it was removed, or the museum is closed on the day. Other states have no such member. */
      because?: Because;
      /** The ticket that was exchanged for this one. */
      replaces?: string;
      /** The ticket that this one was exchanged for. */
      replacedBy?: string;
    }[];
  }[];
  /** What was paid and paid back, the oldest first. */
  payments: {
    /** Identifier of the payment. */
    paymentId: string;
    /** How it was paid. voucher: one that was redeemed elsewhere; gift: a gift voucher of the museum. Methods may be added; a client must take those that it does not know. */
    method: RecordedMethod;
    /** What was paid; below zero: paid back. */
    amount: number;
    /** When it was paid. Instant (RFC 3339). */
    at: string;
  }[];
  /** E-mail address of the buyer, until it is erased. Its domain may be international, such as bücher.example. */
  email?: string;
  /** Telephone number of the buyer, until it is erased. */
  phone?: string;
  /** Language of the mails to the buyer. */
  language: Language;
}

export type Orders = Order[];

export interface OrderItemsInput {
  /** What is ordered: 1 to 20 different items: tickets, articles, gift vouchers and passes, at most 100 tickets and 200 articles together. */
  items: OrderItemInput[];
  /** A code that makes the tickets cheaper that it fits, the dearest first, or opens what is sold only with one: in upper or lower case, with or without spaces and hyphens. null: none; left out: the order keeps the one that it has. */
  code?: string | null | undefined;
}

export interface OrderConfirmation {
  /** How the whole order was paid. voucher: one that was redeemed elsewhere. */
  paidBy?: PaymentMethod | undefined;
  /** How the order was paid, if in several ways or with gift vouchers: 1 to 20 amounts that add up to its total. Gift vouchers pay for anything but gift vouchers. Not together with paidBy. */
  payments?: PaymentPart[] | undefined;
  /** E-mail address of the visitor: an addr-spec of at most 254 characters, kept as written. The domain has a dot, and may be international, such as bücher.example; what is before it is ASCII. */
  email?: string | undefined;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
  /** The seller’s own number for the order; it need not be unique: 1 to 100 characters, not only white space. */
  reference?: string | undefined;
}

export interface HoldExtension {
  /** For how many seconds the places are held from now on: 60 to 86400. */
  hold: number;
}

export interface OrderExchange {
  /** The tickets to exchange, which belong to the order. When left out, all that are valid, or cancelled and not used. */
  ticketIds?: string[] | undefined;
  /** Kind of ticket. */
  ticketType?: TicketType | undefined;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string | undefined;
  /** Day the new tickets are valid for. */
  ticketDate?: string | undefined;
  /** Entry time of the new tickets; null: none. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string | null | undefined;
  /** Category of the visitors. */
  category?: string | undefined;
  /** Why the tickets are exchanged: 1 to 200 characters, not only white space. */
  reason?: string | undefined;
  /** What is paid for all of them together beside the old ones. Left out: nothing was. */
  payment?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
  /** What is paid back for all of them together: at most what was paid beyond the price of the tickets that then hold and what is due for others. */
  refund?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
}

export interface HandOut {
  /** Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  article: string;
  /** How many are handed out: 1 to 200; below zero, how many are taken back */
  quantity: number;
}

export interface HandedOut {
  /** Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  article: string;
  /** Name of the article when it was ordered. */
  name: string;
  /** How many were ordered. */
  quantity: number;
  /** How many are handed out. */
  handedOut: number;
  /** How many were given back. */
  returned: number;
  /** How many are still to be handed out. */
  left: number;
}

export interface ArticleCount {
  /** Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  article: string;
  /** How many are given back: at most those that are neither given back nor handed out. */
  quantity: number;
}

export interface OrderVoid {
  /** Why the order is voided: 1 to 200 characters, not only white space. */
  reason: string;
  /** Void the tickets even if some were used; only for managers and admins. */
  force?: boolean | undefined;
  /** The tickets to void, which belong to the order. When left out, all that are not void, or none if articles, gifts or passes are given. */
  ticketIds?: string[] | undefined;
  /** The articles that are given back. When left out, all extras that are not handed out, or none if tickets are named; donations only if they are given here, by staff. */
  articles?: ArticleCount[] | undefined;
  /** The passes that are made void, which belong to the order. When left out, all that are not void, or none if tickets, articles or gifts are given. */
  passes?: string[] | undefined;
  /** The gift vouchers that are bought back, for what is left of them: their places among the items of the order. When left out, all that were not used, or none if tickets or articles are named. */
  gifts?: number[] | undefined;
  /** What is paid back: at most what was paid beyond the price of what still stands and what is due for the rest. */
  refund?: {
    /** How the money changes hands. voucher: one that was redeemed elsewhere. */
    method: PaymentMethod;
    /** Amount of money: above 0, at most two decimals. */
    amount: number;
  };
}

export type GiftState = 'valid' | 'used-up' | 'returned' | 'expired';

export interface Gift {
  /** What is left of it. */
  balance: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** The last day on which it is valid. */
  validTo: string;
  /** valid; used-up: nothing is left; returned: it was bought back; expired: its last day is over. */
  state: GiftState;
}

export interface OrderGift {
  /** Its place among the items of the order: 0 is the first. */
  index: number;
  /** What it was sold for. */
  amount: number;
  /** What is left of it. */
  balance: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** The last day on which it is valid. */
  validTo: string;
  /** valid; used-up: nothing is left; returned: it was bought back; expired: its last day is over. */
  state: GiftState;
  /** What the buyer wrote, until it is erased. */
  message?: string;
  /** E-mail address that it was mailed to, until it is erased; none: the buyer’s. */
  to?: string;
}

export interface OrderGiftWithCode {
  /** Its place among the items of the order: 0 is the first. */
  index: number;
  /** What it was sold for. */
  amount: number;
  /** What is left of it. */
  balance: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** The last day on which it is valid. */
  validTo: string;
  /** valid; used-up: nothing is left; returned: it was bought back; expired: its last day is over. */
  state: GiftState;
  /** What the buyer wrote, until it is erased. */
  message?: string;
  /** E-mail address that it was mailed to, until it is erased; none: the buyer’s. */
  to?: string;
  /** The code; left out once it was used up, because it is not kept any longer. */
  code?: string;
}

export type OrderGifts = OrderGiftWithCode[];

export type PassState = 'valid' | 'not-yet' | 'expired' | 'blocked' | 'used-up' | 'void';

export interface PassEntry {
  /** The museum’s day on which somebody came in. */
  day: string;
  /** When that was; left out after 90 days. Instant (RFC 3339). */
  at?: string;
  /** Name of the door; left out after 90 days. */
  gate?: string;
  /** How many came in. */
  persons: number;
}

export interface Pass {
  /** Identifier of the pass. */
  passId: string;
  /** Code of the pass. */
  passCode: string;
  /** Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  passType: string;
  /** State of the pass, the first that applies: void, it was paid back; blocked, also because another replaces it; expired; not-yet, its first day is to come; used-up, no entries are left; valid. */
  state: PassState;
  /** Who may use it, until it is erased. */
  holder?: string;
  /** First day on which it admits. */
  from: string;
  /** Last day on which it admits. */
  to: string;
  /** How many times it still admits; left out: any number of times. */
  entriesLeft?: number;
  /** Identifier of the order that it was sold with. */
  orderId: string;
  /** Each time that somebody came in with it, the oldest first, not counting who came in again after leaving. */
  entries: PassEntry[];
}

export type Passes = Pass[];

export interface PassChange {
  /** Who may use the pass: 1 to 100 characters, not only white space. */
  holder: string;
}

export interface PassReason {
  /** Why the pass is replaced: 1 to 200 characters, not only white space. */
  reason: string;
}

export interface PassRenewal {
  /** For how many seconds the places are held from now on: 60 to 86400. When left out, the order is sold at once. */
  hold?: number | undefined;
  /** How the order was paid, if in several ways or with gift vouchers: 1 to 20 amounts that add up to its total. Gift vouchers pay for anything but gift vouchers. Not together with paidBy. */
  payments?: PaymentPart[] | undefined;
}

export type Scan = {
  /** The text of a QR code, of the code of an imported ticket, or the number of a card, as scanned: any text of any length. A hand scanner that is set to another keyboard layout than its computer is understood. */
  code: string;
  confirmationCode?: undefined;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** in: the visitor enters (the default). out: the visitor leaves. */
  direction?: Direction | undefined;
  /** Which tickets this door admits: general, or an eventId. All tickets when left out. */
  admits?: string | undefined;
  /** How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket. */
  persons?: number | undefined;
  /** Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it. */
  shown?: boolean | undefined;
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId?: string | undefined;
} | {
  code?: undefined;
  /** Confirmation code of the purchase, whole or only its eleven characters, in upper or lower case; white space around it is ignored. A scanner with another keyboard layout is understood if it can mean one code only. */
  confirmationCode: string;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** in: the visitor enters (the default). out: the visitor leaves. */
  direction?: Direction | undefined;
  /** Which tickets this door admits: general, or an eventId. All tickets when left out. */
  admits?: string | undefined;
  /** How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket. */
  persons?: number | undefined;
  /** Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it. */
  shown?: boolean | undefined;
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId?: string | undefined;
} | {
  code?: undefined;
  confirmationCode?: undefined;
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** in: the visitor enters (the default). out: the visitor leaves. */
  direction?: Direction | undefined;
  /** Which tickets this door admits: general, or an eventId. All tickets when left out. */
  admits?: string | undefined;
  /** How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket. */
  persons?: number | undefined;
  /** Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it. */
  shown?: boolean | undefined;
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId?: string | undefined;
};

export type Verdict = 'admitted' | 'refused' | 'left';

export type RefusalReason = 'unreadable' | 'forged' | 'unknown-ticket' | 'void' | 'cancelled' | 'pass-blocked' | 'pass-not-yet' | 'pass-expired' | 'pass-unnamed' | 'pass-used-up' | 'not-booked' | 'no-place' | 'other-event' | 'wrong-day' | 'too-early' | 'too-late' | 'already-admitted' | 'not-inside' | 'card-unknown' | 'card-refused' | 'card-show';

export interface CheckedTicket {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: TicketType;
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for event tickets. */
  eventName?: string;
  /** Entry time, if the ticket is for one. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string;
  /** Category of the visitor. */
  category: string;
  /** How many places it takes, and how many persons it admits: 1 to 20; 0 for one with which staff try the gate, which no figure counts. */
  places: number;
  /** What the entrance asks visitors of this category to show, such as a student card. */
  proof?: string;
  /** Confirmation code of the purchase, unique in the museum. */
  confirmationCode: string;
}

/** The pass that was scanned. */
export interface CheckedPass {
  /** Identifier of the pass. */
  passId: string;
  /** Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  passType: string;
  /** Name of its type. */
  name: string;
  /** How many came in, or would have. */
  persons: number;
  /** Who may use it. */
  holder?: string;
  /** Last day on which it admits. */
  to: string;
  /** How many times it still admits; left out: any number of times. */
  entriesLeft?: number;
}

export interface CheckIn {
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId: string;
  /** The decision of the gate. */
  verdict: Verdict;
  /** Why the ticket is refused: the first reason that applies. */
  reason?: RefusalReason;
  /** One sentence for the person at the gate. */
  message: string;
  /** When the ticket was scanned. Instant (RFC 3339). */
  at: string;
  ticket?: CheckedTicket;
  pass?: CheckedPass;
  /** The card of another issuer that was scanned in place of a ticket. */
  card?: {
    /** Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
    card: string;
    /** Name of the card. */
    name: string;
    /** How many places one ticket takes, and how many persons it admits: 1 to 20. */
    places: number;
    /** Whose card it is, where its issuer says so; only in the first response. */
    holder?: string;
  };
  /** The earlier entry or exit because of which the ticket is refused. */
  earlier?: {
    /** When the visitor passed. Instant (RFC 3339). */
    at: string;
    /** Name of the door. */
    gate?: string;
  };
  /** True for a second admission of the ticket, by a gate that did not know of the first because it was offline. */
  conflict?: boolean;
  /** Extras of the order that are still to be handed out; only in the response to checkIn, when the visitor is admitted. */
  toHandOut?: {
    /** Slug of the article: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
    article: string;
    /** Name of the article when it was ordered. */
    name: string;
    /** How many are still to be handed out. */
    quantity: number;
  }[];
  /** When the admission was undone; only in the response to undoCheckIn. Instant (RFC 3339). */
  undoneAt?: string;
}

export type OfflineScan = {
  /** The text of a QR code, of the code of an imported ticket, or the number of a card, as scanned: any text of any length. A hand scanner that is set to another keyboard layout than its computer is understood. */
  code: string;
  confirmationCode?: undefined;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** in: the visitor enters (the default). out: the visitor leaves. */
  direction?: Direction | undefined;
  /** Which tickets this door admits: general, or an eventId. All tickets when left out. */
  admits?: string | undefined;
  /** How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket. */
  persons?: number | undefined;
  /** Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it. */
  shown?: boolean | undefined;
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId: string;
  /** When the ticket was scanned, by the clock of the device. Instant (RFC 3339). */
  at: string;
  /** The decision of the gate: admitted only with direction in, left only with direction out. With left, the default of direction is out. */
  verdict: Verdict;
  /** Why the ticket is refused: the first reason that applies. */
  reason?: RefusalReason | undefined;
} | {
  code?: undefined;
  /** Confirmation code of the purchase, whole or only its eleven characters, in upper or lower case; white space around it is ignored. A scanner with another keyboard layout is understood if it can mean one code only. */
  confirmationCode: string;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** in: the visitor enters (the default). out: the visitor leaves. */
  direction?: Direction | undefined;
  /** Which tickets this door admits: general, or an eventId. All tickets when left out. */
  admits?: string | undefined;
  /** How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket. */
  persons?: number | undefined;
  /** Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it. */
  shown?: boolean | undefined;
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId: string;
  /** When the ticket was scanned, by the clock of the device. Instant (RFC 3339). */
  at: string;
  /** The decision of the gate: admitted only with direction in, left only with direction out. With left, the default of direction is out. */
  verdict: Verdict;
  /** Why the ticket is refused: the first reason that applies. */
  reason?: RefusalReason | undefined;
} | {
  code?: undefined;
  confirmationCode?: undefined;
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** in: the visitor enters (the default). out: the visitor leaves. */
  direction?: Direction | undefined;
  /** Which tickets this door admits: general, or an eventId. All tickets when left out. */
  admits?: string | undefined;
  /** How many come in with a pass: at most as many as it admits, and all of them when left out. Ignored for a ticket. */
  persons?: number | undefined;
  /** Reason for admitting the visitor in spite of already-admitted, wrong-day, too-early, too-late or other-event; only cashiers, managers and admins may send it: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Whether somebody has looked at the card: needed to admit with a card that is shown (card-show). The same scan may be sent again with it. */
  shown?: boolean | undefined;
  /** Identifier of a check-in, assigned by the device, or by the service if the device sends none. */
  checkInId: string;
  /** When the ticket was scanned, by the clock of the device. Instant (RFC 3339). */
  at: string;
  /** The decision of the gate: admitted only with direction in, left only with direction out. With left, the default of direction is out. */
  verdict: Verdict;
  /** Why the ticket is refused: the first reason that applies. */
  reason?: RefusalReason | undefined;
};

export type VisitDirection = 'in' | 'out';

export interface OfflineVisit {
  /** Identifier of a count of visitors without a ticket, assigned by the device. */
  visitId: string;
  /** Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  category: string;
  /** How many persons pass: 1 to 200. */
  persons: number;
  /** in: they enter (the default). out: they leave. */
  direction?: VisitDirection | undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** What is to be remembered of them for 90 days, without personal data: 1 to 100 characters, not only white space. */
  note?: string | undefined;
  /** When they passed, by the clock of the device. Instant (RFC 3339). */
  at: string;
}

export interface CheckInBatch {
  /** The check-ins that a gate decided offline: up to 500, in any order, each checkInId once. */
  checkIns?: OfflineScan[] | undefined;
  /** The visitors that a gate counted without a ticket while it was offline: up to 500, in any order, each visitId once. They have no outcome of their own: with the response they are recorded. */
  visits?: OfflineVisit[] | undefined;
  /** Time on the clock of the device when it sends the request. The service uses it to correct a wrong clock. Instant (RFC 3339). */
  sentAt?: string | undefined;
}

export type CheckIns = CheckIn[];

export interface VisitCount {
  /** Identifier of a count of visitors without a ticket, assigned by the device. */
  visitId: string;
  /** Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  category: string;
  /** How many persons pass: 1 to 200. */
  persons: number;
  /** in: they enter (the default). out: they leave. */
  direction?: VisitDirection | undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** What is to be remembered of them for 90 days, without personal data: 1 to 100 characters, not only white space. */
  note?: string | undefined;
  /** When they passed, by the clock of the device; now when left out. Instant (RFC 3339). */
  at?: string | undefined;
}

export interface Visit {
  /** Identifier of a count of visitors without a ticket, assigned by the device. */
  visitId: string;
  /** Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  category: string;
  /** How many persons pass: 1 to 200. */
  persons: number;
  /** in: they enter (the default). out: they leave. */
  direction: VisitDirection;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string;
  /** What is to be remembered of them for 90 days, without personal data: 1 to 100 characters, not only white space. */
  note?: string;
  /** When they passed. Instant (RFC 3339). */
  at: string;
  /** When the count was undone; only in the response to undoVisit. Instant (RFC 3339). */
  undoneAt?: string;
}

export interface PublicKey {
  /** OKP; ignore keys of other types. */
  kty: string;
  /** Ed25519. */
  crv?: string;
  /** The key, 32 bytes in base64url. */
  x?: string;
  /** Key id, as in the ticket code. */
  kid?: string;
  /** sig. */
  use?: string;
  /** EdDSA. */
  alg?: string;
}

export type PassPlace = 'inside' | 'out';

export interface GateKnowledge {
  /** The day that this snapshot or these changes are for. */
  day: string;
  /** When the day ends: at midnight, or at closing time if that is later. Instant (RFC 3339). */
  validUntil: string;
  /** Public keys of ticket codes, a JWK Set (RFC 7517); empty in getGateNews unless the keys have changed. */
  keys: {
    keys: PublicKey[];
  };
  /** Ids of all keys that were revoked. A ticket code of such a key is withdrawn: refuse it (forged), and ask for the new ticket. */
  revokedKeys: string[];
  /** All categories of visitors. */
  categories: {
    /** The number that stands for the category in ticket codes; 0 is standard. */
    number: number;
    /** Category of visitors: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
    category: string;
    /** Name of the category. */
    name: string;
    /** What the entrance asks visitors of this category to show, such as a student card. */
    proof?: string;
    /** How many places one ticket takes, and how many persons it admits: 1 to 20. */
    places: number;
  }[];
  /** All cards of others with which visitors come in. */
  cards: {
    /** Slug of the card: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
    card: string;
    /** Name of the card. */
    name: string;
    /** Names in other languages. */
    names?: {
      /** Name in the language en: 1 to 60 characters, not only white space. */
      en?: string;
      /** Name in the language de: 1 to 60 characters, not only white space. */
      de?: string;
      /** Name in the language fr: 1 to 60 characters, not only white space. */
      fr?: string;
      /** Name in the language es: 1 to 60 characters, not only white space. */
      es?: string;
      /** Name in the language nl: 1 to 60 characters, not only white space. */
      nl?: string;
    };
    /** What its numbers look like, as in GET /cards. */
    pattern: string;
    /** How a number is checked: luhn, ean13 or mod97. */
    check?: string;
    /** The number of the category whose ticket it stands for. */
    categoryNumber: number;
    /** show, list or live. */
    mode: string;
    /** How often it lets in on a day. */
    perDay: number;
    /** What a gate without a network does with it: admit or refuse. */
    offline: string;
    /** The version of its list of numbers, for GET /gate/cards/{card}. */
    version?: number;
  }[];
  /** When tickets with an entry time are admitted. */
  entry: {
    /** How many minutes before its entry time a ticket is admitted first. */
    early: number;
    /** How many minutes after its entry time a ticket for general entry is admitted first. For a special event it is until the event is over. */
    late: number;
  };
  /** The covered days that last past midnight. General entry at a time before timeOpen is in the night after the date. */
  nights: {
    /** A day that lasts past midnight. */
    date: string;
    /** When the museum opens on that day, HH:mm in its time zone. */
    timeOpen: string;
  }[];
  /** The covered days on which the museum is open: on others, a ticket that includes general entry admits to its event only. */
  openDays: string[];
  /** Events of the day; between midnight and closing time, those of the next day too. */
  events: {
    /** Identifier of a special event, assigned by the service. */
    eventId: string;
    /** Name of the event. */
    name: string;
    /** How long the event takes from each of its entry times on. */
    minutes: number;
    /** Its tickets with this ticketId, or one that sorts before it, include general entry of their day; left out: none does. */
    entryThrough?: string;
    /** Whether the event, or its date on this day, was cancelled: its tickets for this day admit no one. For an event on both days, whether both dates are cancelled. */
    cancelled: boolean;
  }[];
  /** Cancelled dates for which tickets had been sold, because the date was removed or the event was cancelled. Covers all events, from one year before this day on. */
  cancelledDates: {
    /** Identifier of a special event, assigned by the service. */
    eventId: string;
    /** Name of the event. */
    name: string;
    /** All cancelled dates of the event; in getGateNews, empty if none is cancelled any more. */
    dates: string[];
  }[];
  /** All days on which the museum is closed although general entry had been sold for them, from one year before this day on; complete in getGateNews too. */
  closedDays: {
    /** A day on which the museum is closed: tickets for general entry admit no one. */
    date: string;
    /** Why the museum is closed. */
    reason?: string;
  }[];
  /** Tickets whose event was postponed, to this day or from it. In getGateNews, all of them if any was postponed since the cursor, else empty. */
  postponed: {
    /** Identifier of a ticket, assigned by the service. */
    ticketId: string;
    /** The day that it is for now, whatever its code says. */
    ticketDate: string;
  }[];
  /** Tickets whose visitor is inside. */
  admitted: string[];
  /** Time of admission of each ticket in "admitted", in the same order: seconds since 1970-01-01T00:00:00Z. */
  admittedAt: number[];
  /** Door of each ticket in "admitted", in the same order: an index into "gates", or -1 for a door without a name. */
  admittedGates: number[];
  /** Names of the doors. */
  gates: string[];
  /** Tickets whose visitor has entered and left. */
  left: string[];
  /** Tickets for events that include general entry, whose visitor is in the museum by it. The other lists are about what the ticket is for. */
  entered: string[];
  /** Time of that admission of each ticket in "entered", as in "admittedAt". */
  enteredAt: number[];
  /** Door of each ticket in "entered", as in "admittedGates". */
  enteredGates: number[];
  /** Tickets whose visitor has entered by the general entry that they include, and has left. */
  exited: string[];
  /** Tickets whose admission was undone: they can be admitted as if new. Empty in a snapshot. */
  takenBack: string[];
  /** Tickets and passes that are void. */
  void: string[];
  /** Those of "void" that were exchanged: there is a newer ticket. */
  exchanged: string[];
  /** All types of passes. */
  passTypes: {
    /** The number that stands for the type in the codes of passes. */
    number: number;
    /** Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
    passType: string;
    /** Name of the type: 1 to 60 characters, not only white space. */
    name: string;
    /** Names in other languages. */
    names?: {
      /** Name in the language en: 1 to 60 characters, not only white space. */
      en?: string;
      /** Name in the language de: 1 to 60 characters, not only white space. */
      de?: string;
      /** Name in the language fr: 1 to 60 characters, not only white space. */
      fr?: string;
      /** Name in the language es: 1 to 60 characters, not only white space. */
      es?: string;
      /** Name in the language nl: 1 to 60 characters, not only white space. */
      nl?: string;
    };
    /** Whether holders may come without booking. always: at any time; while-places: while places of general entry are left, one of which they take; never: they must book. */
    walkIn: WalkIn;
    /** What it admits to: general entry, or special events too. */
    for: PassCovers;
    /** Whether a pass is for somebody whose name the entrance asks for; true when left out. */
    named: boolean;
    /** How many times a pass admits on one day, not counting who comes in again after leaving; 1 when left out. */
    perDay: number;
    /** How many times a pass admits in all; any number of times when left out. */
    entries?: number;
  }[];
  /** Passes that are blocked, or have been replaced. In getGateNews, those of "passEntries" that are: the others are not, or not any more. */
  blockedPasses: string[];
  /** What passes were used for, where they were. In getGateNews, of each pass that has changed all there is to know. */
  passEntries: {
    /** Identifier of the pass. */
    passId: string;
    /** Whether its visitors are inside, or have left; left out: nobody has come in on the day. */
    is?: PassPlace;
    /** When somebody came in last: seconds since 1970-01-01T00:00:00Z. */
    at?: number;
    /** Name of that door. */
    gate?: string;
    /** How many times it has admitted on the day, not counting who came in again. */
    entries: number;
    /** How many times it still admits; left out: as many as its type says. */
    entriesLeft?: number;
  }[];
  /** Tickets that were sold in another system and imported, which are scanned with the codes that they were sold with. In getGateNews, those that were imported since. */
  imported: {
    /** SHA-256 of the code in UTF-8, without white space around it, in base64url. */
    codeHash: string;
    /** Identifier of a ticket, assigned by the service. */
    ticketId: string;
    /** Kind of ticket. */
    ticketType: TicketType;
    /** Day the ticket is valid for. */
    ticketDate: string;
    /** Identifier of a special event, assigned by the service. */
    eventId?: string;
    /** Entry time of the ticket. HH:mm in the time zone of the museum, a multiple of five minutes. */
    entryTime?: string;
    /** The number of its category; 0 when left out. */
    categoryNumber?: number;
  }[];
  /** Cursor for the next getGateNews. */
  cursor: string;
}

export interface GateCardList {
  /** The version of the list. */
  version: number;
  /** The key of this list, 32 bytes in base64. */
  key: string;
  /** The first 5 bytes of the HMAC of each number, one behind the other, sorted, in base64. */
  numbers: string;
}

export type EntryKind = 'ticket' | 'pass' | 'card' | 'counted';

export interface Occupancy {
  /** The day. */
  date: string;
  /** Persons for whom tickets were sold for the day; of what was called off, only those who had come in before. */
  sold: number;
  /** Persons that came in: with a ticket each counted once (a family ticket for four counts as four), without one as often as they were counted. */
  admitted: number;
  /** Of these, persons who have left. */
  left: number;
  /** Of these, persons who are inside. */
  inside: number;
  /** The same persons by what they came in with, one row for each kind, in this order. */
  entries: {
    /** With what they came in; counted: without a ticket. */
    entry: EntryKind;
    /** Persons that came in. */
    admitted: number;
    /** Of these, persons who have left. */
    left: number;
    /** Of these, persons who are inside. */
    inside: number;
  }[];
  /** Second admissions of a ticket, by gates that did not know of the first because they were offline. */
  conflicts: number;
  /** General entry first, then the events of the day by name. */
  events: {
    /** Identifier of the special event; null for general entry. */
    eventId: string | null;
    /** Name of the event, or "General entry". */
    name: string;
    /** Persons for whom tickets were sold for it on the day. */
    sold: number;
    /** Persons that were admitted to it, each counted once. Who came without a ticket came to general entry. */
    admitted: number;
  }[];
  /** The quarter hours with entries or exits, in order. */
  quarterHours: {
    /** Start of the quarter hour, HH:mm in the museum’s time zone. */
    from: string;
    /** Persons that came in. */
    in: number;
    /** Persons that went out. */
    out: number;
  }[];
}

export type SalesBy = 'day' | 'month' | 'event' | 'seller' | 'category' | 'code' | 'vat' | 'article';

export type DayOf = 'sale' | 'visit';

export type SalesRowKind = 'other';

export interface SalesReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** How the rows are grouped. */
  by: SalesBy;
  /** The day that a ticket is counted on. */
  dayOf: DayOf;
  /** Currency of the revenue (ISO 4217). */
  currency: string;
  /** One row for each day, month, event, category, article, code, rate of VAT or seller with figures. Days, months, categories, articles and rates are in order; events, codes and sellers are sorted by name. What is no ticket is last by event and by category. */
  rows: {
    /** The day; only in a report by day. */
    date?: string;
    /** The month, YYYY-MM; only in a report by month. */
    month?: string;
    /** Identifier of the special event, null for general entry; only in a report by event. */
    eventId?: string | null;
    /** Name of the event, or "General entry"; only in a report by event. */
    eventName?: string;
    /** User name of the account that sold the tickets; only in a report by seller. */
    seller?: string;
    /** Category of the visitors; only in a report by category. */
    category?: string;
    /** Name of the category; only in a report by category. */
    categoryName?: string;
    /** Identifier of the code, null for what was sold without one; only in a report by code. */
    codeId?: string | null;
    /** The code, or "No code"; only in a report by code. */
    code?: string;
    /** Rate of VAT in percent, null for none; only in a report by vat. */
    vat?: number | null;
    /** Slug of the article; only in a report by article. */
    article?: string;
    /** Name of the article; only in a report by article. */
    articleName?: string;
    /** In a report by event or by category: what is no ticket, without an eventId or a category; left out of other rows. Kinds may be added; a client must take those that it does not know. */
    kind?: SalesRowKind;
    /** Tickets sold, including those sold in an exchange. */
    sold: number;
    /** Tickets voided, not including exchanged tickets. */
    void: number;
    /** Tickets that were exchanged for another ticket. */
    exchanged: number;
    /** Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged. */
    cancelled: number;
    /** Persons for whom the tickets in the revenue are. */
    persons: number;
    /** Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals. */
    revenue: number;
    /** The revenue without VAT; only in a report by vat. */
    net?: number;
    /** The VAT in the revenue; only in a report by vat. */
    tax?: number;
    /** The figures for general entry. */
    general: {
      /** Tickets sold, including those sold in an exchange. */
      sold: number;
      /** Tickets voided, not including exchanged tickets. */
      void: number;
      /** Tickets that were exchanged for another ticket. */
      exchanged: number;
      /** Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged. */
      cancelled: number;
      /** Persons for whom the tickets in the revenue are. */
      persons: number;
      /** Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals. */
      revenue: number;
    };
    /** The figures for special events. */
    event: {
      /** Tickets sold, including those sold in an exchange. */
      sold: number;
      /** Tickets voided, not including exchanged tickets. */
      void: number;
      /** Tickets that were exchanged for another ticket. */
      exchanged: number;
      /** Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged. */
      cancelled: number;
      /** Persons for whom the tickets in the revenue are. */
      persons: number;
      /** Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals. */
      revenue: number;
    };
  }[];
  /** The sum of all rows. */
  total: {
    /** Tickets sold, including those sold in an exchange. */
    sold: number;
    /** Tickets voided, not including exchanged tickets. */
    void: number;
    /** Tickets that were exchanged for another ticket. */
    exchanged: number;
    /** Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged. */
    cancelled: number;
    /** Persons for whom the tickets in the revenue are. */
    persons: number;
    /** Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals. */
    revenue: number;
    /** The revenue without VAT; only in a report by vat. */
    net?: number;
    /** The VAT in the revenue; only in a report by vat. */
    tax?: number;
    /** The figures for general entry. */
    general: {
      /** Tickets sold, including those sold in an exchange. */
      sold: number;
      /** Tickets voided, not including exchanged tickets. */
      void: number;
      /** Tickets that were exchanged for another ticket. */
      exchanged: number;
      /** Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged. */
      cancelled: number;
      /** Persons for whom the tickets in the revenue are. */
      persons: number;
      /** Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals. */
      revenue: number;
    };
    /** The figures for special events. */
    event: {
      /** Tickets sold, including those sold in an exchange. */
      sold: number;
      /** Tickets voided, not including exchanged tickets. */
      void: number;
      /** Tickets that were exchanged for another ticket. */
      exchanged: number;
      /** Tickets for what was called off, not including void and exchanged tickets. By day of sale they are taken off again on the day on which they are valid again, voided or exchanged. */
      cancelled: number;
      /** Persons for whom the tickets in the revenue are. */
      persons: number;
      /** Price of the tickets and extras sold, less the price of those voided, exchanged, cancelled or given back; at most two decimals. */
      revenue: number;
    };
  };
}

export type VisitsBy = 'day' | 'month' | 'event' | 'hour' | 'category' | 'entry' | 'card';

export interface VisitsReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** How the rows are grouped. */
  by: VisitsBy;
  /** One row for each day, month, event, hour, category, way in, or month and card, with figures. All are in order; events are sorted by name. */
  rows: {
    /** The day; only in a report by day. */
    date?: string;
    /** The month, YYYY-MM; only in a report by month or by card. */
    month?: string;
    /** Identifier of the special event, null for general entry; only in a report by event. */
    eventId?: string | null;
    /** Name of the event, or "General entry"; only in a report by event. */
    eventName?: string;
    /** The hour in which tickets were first admitted, or left for the last time, HH:mm in the museum’s time zone; only in a report by hour. */
    hour?: string;
    /** Category of the visitors; only in a report by category. */
    category?: string;
    /** Name of the category; only in a report by category. */
    categoryName?: string;
    /** With what people came in; counted: without a ticket; only in a report by entry. */
    entry?: EntryKind;
    /** Slug of the card; only in a report by card. */
    card?: string;
    /** Name of the card; only in a report by card. */
    cardName?: string;
    /** Tickets that were admitted, each counted once per day, and entries of passes; people without a ticket count one each. */
    admitted: number;
    /** Persons that came in. */
    persons: number;
    /** Of these, tickets and passes whose visitor has left, and people without a ticket who left. */
    left: number;
    /** Second admissions of a ticket or pass, by gates that did not know of the first because they were offline. */
    conflicts: number;
    /** What its issuer pays for these visits; only in a report by card. */
    worth?: number;
  }[];
  /** The sum of all rows. */
  total: {
    /** Tickets that were admitted, each counted once per day, and entries of passes; people without a ticket count one each. */
    admitted: number;
    /** Persons that came in. */
    persons: number;
    /** Of these, tickets and passes whose visitor has left, and people without a ticket who left. */
    left: number;
    /** Second admissions of a ticket or pass, by gates that did not know of the first because they were offline. */
    conflicts: number;
    /** What its issuer pays for these visits; only in a report by card. */
    worth?: number;
  };
}

export type PaymentsBy = 'day' | 'month' | 'method' | 'seller';

export interface PaymentsReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** How the rows are grouped. */
  by: PaymentsBy;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** One row for each day, month, method or seller with payments. Days and months are in order; sellers are sorted by name. */
  rows: {
    /** The day; only in a report by day. */
    date?: string;
    /** The month, YYYY-MM; only in a report by month. */
    month?: string;
    /** How it was paid; only in a report by method. voucher: one that was redeemed elsewhere; gift: a gift voucher of the museum. Methods may be added; a client must take those that it does not know. */
    method?: RecordedMethod;
    /** User name of the account that took the money, or paid it back; only in a report by seller. Empty: the service itself. */
    seller?: string;
    /** Payments, including those that pay back. */
    count: number;
    /** What was paid. */
    paid: number;
    /** What was paid back: zero or more. */
    refunded: number;
  }[];
  /** The sum of all rows. */
  total: {
    /** Payments, including those that pay back. */
    count: number;
    /** What was paid. */
    paid: number;
    /** What was paid back: zero or more. */
    refunded: number;
  };
}

export type MoneyBy = 'day' | 'month';

export interface MoneyReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** How the rows are grouped. */
  by: MoneyBy;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** One row for each day or month with changes, in order. */
  rows: {
    /** The day; in a report by month the month, YYYY-MM. */
    date?: string;
    /** Price of the tickets, passes and extras sold, less the price of those voided, exchanged, cancelled or given back. */
    revenue: number;
    /** Donations, less those that were paid back. */
    donations: number;
    /** What gift vouchers were sold for, less what they were bought back for. */
    gifts: number;
    /** What has become due to buyers, less what was paid back of it; below zero if that is more. */
    due: number;
    /** What was kept when tickets were voided or exchanged; below zero: waived, or paid back later. */
    kept: number;
    /** What was paid less what was paid back, and what sellers collected. */
    paid: number;
    /** What paid is made up of. */
    byMethod: {
      /** Paid in cash, less what was paid back. */
      cash: number;
      /** Paid by card, less what was paid back. */
      card: number;
      /** Paid online, less what was paid back. */
      online: number;
      /** Paid by invoice, less what was paid back. */
      invoice: number;
      /** Paid with vouchers of others, less what was paid back. */
      voucher: number;
      /** Paid with gift vouchers, which is no money in a drawer, less what was paid back. */
      gift: number;
      /** Paid in other ways, less what was paid back. */
      other: number;
      /** Collected by whoever sold, where the museum recorded no payment for the sale. */
      seller: number;
    };
  }[];
  /** The sum of all rows. */
  total: {
    /** Price of the tickets, passes and extras sold, less the price of those voided, exchanged, cancelled or given back. */
    revenue: number;
    /** Donations, less those that were paid back. */
    donations: number;
    /** What gift vouchers were sold for, less what they were bought back for. */
    gifts: number;
    /** What has become due to buyers, less what was paid back of it; below zero if that is more. */
    due: number;
    /** What was kept when tickets were voided or exchanged; below zero: waived, or paid back later. */
    kept: number;
    /** What was paid less what was paid back, and what sellers collected. */
    paid: number;
    /** What paid is made up of. */
    byMethod: {
      /** Paid in cash, less what was paid back. */
      cash: number;
      /** Paid by card, less what was paid back. */
      card: number;
      /** Paid online, less what was paid back. */
      online: number;
      /** Paid by invoice, less what was paid back. */
      invoice: number;
      /** Paid with vouchers of others, less what was paid back. */
      voucher: number;
      /** Paid with gift vouchers, which is no money in a drawer, less what was paid back. */
      gift: number;
      /** Paid in other ways, less what was paid back. */
      other: number;
      /** Collected by whoever sold, where the museum recorded no payment for the sale. */
      seller: number;
    };
  };
}

export type GiftsBy = 'day' | 'month';

export interface GiftsReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** How the rows are grouped. */
  by: GiftsBy;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** One row for each day or month with changes, in order, and one for the last of the range if something is outstanding then. */
  rows: {
    /** The day; only in a report by day. */
    date?: string;
    /** The month, YYYY-MM; only in a report by month. */
    month?: string;
    /** What gift vouchers were sold for. */
    issued: number;
    /** What was paid with them: zero or more. */
    redeemed: number;
    /** What went back to them, of orders that they had paid. */
    givenBack: number;
    /** What was paid back for those bought back: zero or more. */
    returned: number;
    /** What was left when their last day was over: zero or more. */
    expired: number;
    /** What staff added; below zero: took off. */
    corrected: number;
    /** What was left on all of them at the end of the day or month, or of the range. */
    outstanding: number;
  }[];
  /** The sum of all rows. */
  total: {
    /** What gift vouchers were sold for. */
    issued: number;
    /** What was paid with them: zero or more. */
    redeemed: number;
    /** What went back to them, of orders that they had paid. */
    givenBack: number;
    /** What was paid back for those bought back: zero or more. */
    returned: number;
    /** What was left when their last day was over: zero or more. */
    expired: number;
    /** What staff added; below zero: took off. */
    corrected: number;
    /** What was left on all of them at the end of the day or month, or of the range. */
    outstanding: number;
  };
}

export type JournalKind = 'event.prepared' | 'event.announced' | 'event.visibility-set' | 'event.changed' | 'event.cancelled' | 'event.postponed' | 'event.capacity-set' | 'event.prices-set' | 'event.texts-set' | 'event.times-set' | 'event.date-times-set' | 'event.date-times-cleared' | 'event.entry-set' | 'hours.week-set' | 'hours.day-set' | 'hours.day-cleared' | 'capacity.general-set' | 'capacity.day-set' | 'capacity.day-cleared' | 'categories.set' | 'articles.set' | 'pass-types.set' | 'cards.set' | 'card.numbers-set' | 'card.visit-settled' | 'prices.general-set' | 'prices.day-set' | 'prices.day-cleared' | 'prices.rules-set' | 'times.general-set' | 'times.day-set' | 'times.day-cleared' | 'codes.made' | 'code.changed' | 'cards.admitted' | 'cards.left' | 'tickets.sold' | 'tickets.imported' | 'articles.sold' | 'articles.returned' | 'articles.handed-out' | 'passes.sold' | 'pass.named' | 'pass.blocked' | 'pass.unblocked' | 'pass.replaced' | 'passes.void' | 'passes.admitted' | 'passes.left' | 'order.held' | 'order.changed' | 'order.extended' | 'order.released' | 'order.sold' | 'order.void' | 'order.returned' | 'order.withdrawn' | 'payment.started' | 'payment.recorded' | 'refund.due' | 'drawer.float-set' | 'drawer.paid-in' | 'drawer.paid-out' | 'due.recorded' | 'drawer.counted' | 'gift.issued' | 'gift.redeemed' | 'gift.given-back' | 'gift.returned' | 'gift.expired' | 'gift.corrected' | 'gift.replaced' | 'gift.shown' | 'day.sold-out' | 'tickets.admitted' | 'tickets.left' | 'admission.undone' | 'check-in.corrected' | 'visitors.counted' | 'count.undone' | 'ticket.void' | 'tickets.called-off' | 'tickets.taken-up' | 'account.added' | 'account.password-set' | 'account.role-set' | 'account.disabled' | 'account.enabled' | 'account.mailing-set' | 'account.sessions-ended' | 'account.token-added' | 'account.token-revoked' | 'account.second-factor-set' | 'account.second-factor-removed' | 'account.recovery-codes-made' | 'account.signed-in' | 'account.sign-in-failed' | 'account.signed-out' | 'keys.rotated' | 'keys.revoked' | 'webhook.added' | 'webhook.changed' | 'webhook.removed' | 'webhook.secret-rotated' | 'webhook.replayed' | 'webhook.tested' | 'webhook.retried' | 'webhook.gone' | 'mail.retried' | 'ticket.mailed-again' | 'contact.corrected' | 'picture.set' | 'picture.described' | 'picture.removed' | 'contacts.exported' | 'contacts.erased' | 'first-step.put-aside' | 'settings.changed' | 'text.set' | 'text.removed';

export interface JournalEntry {
  /** Number of the entry in the sealed journal; left out until the entry is sealed. */
  number?: number;
  /** When it happened. Instant (RFC 3339). */
  at: string;
  /** Kind of the entry: what happened. */
  kind: string;
  /** What the entry is about: an id, a day or a name. */
  subject: string;
  /** User name of the account that did it; left out for the operator on the command line, whom systemUser in the details names, and for the service itself. */
  account?: string;
  /** Where the request came from: api, desk, gate, shop, cli or job. */
  door: string;
  /** Id of the request, as in the log. */
  requestId?: string;
  /** More about the entry, such as the values before and after; never a visitor’s e-mail address or telephone number, nor a password. */
  details: Record<string, unknown>;
}

export type JournalEntries = JournalEntry[];

export type NewsFilter = '*' | 'special-event.published' | 'special-event.changed' | 'special-event.cancelled' | 'ticket.sold' | 'ticket.void' | 'ticket.admitted' | 'ticket.admission-undone' | 'pass.sold' | 'pass.blocked' | 'day.sold-out' | 'hours.changed' | 'keys.revoked' | 'webhook.test';

export interface WebhookInput {
  /** Address to which messages are sent: an https address of the public internet, such as https://example.com/webhooks, without credentials, at most 2048 characters, no white space. */
  url: string;
  /** The types of messages that the webhook receives, at least one; * stands for all. */
  types: NewsFilter[];
  /** User name of an account: the webhook receives only messages about tickets that this account sold, and nothing else. */
  seller?: string | undefined;
  /** Description for staff, at most 200 characters. */
  description?: string | undefined;
  /** Whether messages are sent to the webhook. */
  enabled?: boolean | undefined;
}

export interface WebhookWithSecret {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Address to which messages are sent: an https address of the public internet, such as https://example.com/webhooks, without credentials, at most 2048 characters, no white space. */
  url: string;
  /** The types of messages that the webhook receives, at least one; * stands for all. */
  types: NewsFilter[];
  /** User name of an account: the webhook receives only messages about tickets that this account sold, and nothing else. */
  seller?: string;
  /** Description for staff, at most 200 characters. */
  description: string;
  /** Whether messages are sent to the webhook. */
  enabled: boolean;
  /** When the webhook was created. Instant (RFC 3339). */
  createdAt: string;
  /** When the webhook was last changed. Instant (RFC 3339). */
  changedAt: string;
  /** When the receiver responded with 410 (Gone), which disabled the webhook. Instant (RFC 3339). */
  goneAt?: string;
  /** Secret that signs the messages (Standard Webhooks): whsec_ and 32 bytes in base64. Shown only in this response. */
  secret: string;
}

export interface Webhook {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Address to which messages are sent: an https address of the public internet, such as https://example.com/webhooks, without credentials, at most 2048 characters, no white space. */
  url: string;
  /** The types of messages that the webhook receives, at least one; * stands for all. */
  types: NewsFilter[];
  /** User name of an account: the webhook receives only messages about tickets that this account sold, and nothing else. */
  seller?: string;
  /** Description for staff, at most 200 characters. */
  description: string;
  /** Whether messages are sent to the webhook. */
  enabled: boolean;
  /** When the webhook was created. Instant (RFC 3339). */
  createdAt: string;
  /** When the webhook was last changed. Instant (RFC 3339). */
  changedAt: string;
  /** When the receiver responded with 410 (Gone), which disabled the webhook. Instant (RFC 3339). */
  goneAt?: string;
}

export type Webhooks = Webhook[];

export interface WebhookChange {
  /** Address to which messages are sent: an https address of the public internet, such as https://example.com/webhooks, without credentials, at most 2048 characters, no white space. */
  url?: string | undefined;
  /** The types of messages that the webhook receives, at least one; * stands for all. */
  types?: NewsFilter[] | undefined;
  /** User name of an account: the webhook receives only messages about tickets that this account sold, and nothing else. null: it receives messages about everything again. */
  seller?: string | null | undefined;
  /** Description for staff, at most 200 characters. */
  description?: string | undefined;
  /** Whether messages are sent to the webhook. */
  enabled?: boolean | undefined;
}

export type MessageType = 'special-event.published' | 'special-event.changed' | 'special-event.cancelled' | 'ticket.sold' | 'ticket.void' | 'ticket.admitted' | 'ticket.admission-undone' | 'pass.sold' | 'pass.blocked' | 'day.sold-out' | 'hours.changed' | 'keys.revoked' | 'webhook.test';

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'dropped';

export interface WebhookDelivery {
  /** Identifier of a delivery: the same as in the header webhook-id of its message. */
  deliveryId: string;
  /** Type of the message. */
  type: MessageType;
  /** What the message is about: an id of a ticket, event or webhook, a day, or "week". */
  subject: string;
  /** waiting: for the first or next attempt; delivered; failed: there are no more attempts; dropped: not sent. */
  state: DeliveryState;
  /** Number of attempts since it was created or last sent again. */
  attempts: number;
  /** When the sale or change that the message reports happened. Instant (RFC 3339). */
  createdAt: string;
  /** When the next attempt is due; only while waiting. Instant (RFC 3339). */
  nextAttemptAt?: string;
  /** When it was delivered, failed or dropped. Instant (RFC 3339). */
  settledAt?: string;
  /** Result of the last attempt, such as the status and the beginning of the response. */
  lastAnswer?: string;
  /** Time of that result. Instant (RFC 3339). */
  lastAttemptAt?: string;
}

export interface Replay {
  /** Messages about what happened at this time or later are sent again. Instant (RFC 3339). */
  since: string;
}

export interface ReplayBegun {
  /** The start of the replay, in UTC with milliseconds. Instant (RFC 3339). */
  since: string;
  /** Number of journal entries that are read. One entry can lead to no message, one message, or many. */
  entries: number;
}

export type WebhookDeliveries = WebhookDelivery[];

export interface PublishNewEvent {
  /** Type of the message. */
  type: 'special-event.published';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SpecialEvent;
}

export interface PublishChangedEvent {
  /** Type of the message. */
  type: 'special-event.changed';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SpecialEvent;
}

export interface PublishCancelledEvent {
  /** Type of the message. */
  type: 'special-event.cancelled';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SpecialEvent;
}

export interface TicketNews {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: TicketType;
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Entry time, if the ticket is for one. HH:mm in the time zone of the museum, a multiple of five minutes. */
  entryTime?: string;
  /** Category of the visitor. */
  category: string;
  /** How many places it takes, and how many persons it admits: 1 to 20; 0 for one with which staff try the gate, which no figure counts. */
  places: number;
  /** Confirmation code of the purchase, unique in the museum. */
  confirmationCode: string;
  /** Identifier of the order; for a ticket that was sold alone, its ticketId. */
  orderId: string;
  /** Price at which the ticket was sold. */
  price: number;
  /** Currency of the price (ISO 4217). */
  currency: string;
  /** State of the ticket, the first that applies: void; admitted, if it was used before what it is for was called off; cancelled, since that does not take place; admitted; expired, its day is over; valid. */
  state: TicketState;
  /** Why the ticket is void: voided, exchanged, or returned by its buyer. Why it is cancelled: the event was, this date of it was removed, or the museum is closed on the day. Other states have no such member. */
  because?: Because;
  /** The seller’s own number for the order, if the order has one. */
  reference?: string;
}

export interface PublishSoldTicket {
  /** Type of the message. */
  type: 'ticket.sold';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PublishVoidTicket {
  /** Type of the message. */
  type: 'ticket.void';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PublishAdmittedTicket {
  /** Type of the message. */
  type: 'ticket.admitted';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PublishUndoneAdmission {
  /** Type of the message. */
  type: 'ticket.admission-undone';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PassNews {
  /** Identifier of the pass. */
  passId: string;
  /** Code of the pass. */
  passCode: string;
  /** Slug of the type of passes: 1 to 40 lower-case letters, digits and hyphens, of which the first is no hyphen. */
  passType: string;
  /** State of the pass, the first that applies: void, it was paid back; blocked, also because another replaces it; expired; not-yet, its first day is to come; used-up, no entries are left; valid. */
  state: PassState;
  /** First day on which it admits. */
  from: string;
  /** Last day on which it admits. */
  to: string;
  /** How many times it still admits; left out: any number of times. */
  entriesLeft?: number;
  /** Identifier of the order that it was sold with. */
  orderId: string;
}

export interface PublishSoldPass {
  /** Type of the message. */
  type: 'pass.sold';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: PassNews;
}

export interface PublishBlockedPass {
  /** Type of the message. */
  type: 'pass.blocked';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: PassNews;
}

export interface SoldOutNews {
  /** The day that is sold out. */
  date: string;
  /** Kind of ticket. */
  ticketType: TicketType;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for a special event. */
  eventName?: string;
}

export interface PublishSoldOutDay {
  /** Type of the message. */
  type: 'day.sold-out';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SoldOutNews;
}

export interface HoursNews {
  /** The day whose hours have changed; left out when the usual week has changed. */
  date?: string;
  /** Whether the museum is closed on the day. */
  closed?: boolean;
  /** Opening time, if the museum is open on the day. */
  timeOpen?: string;
  /** Closing time, if the museum is open on the day. */
  timeClose?: string;
  /** Why the museum is closed on the day. */
  reason?: string;
  week?: WeeklyHours;
}

export interface PublishChangedHours {
  /** Type of the message. */
  type: 'hours.changed';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: HoursNews;
}

export interface RevocationNews {
  /** Id of the revoked key, as in the ticket code: the characters 1 and 2. */
  keyId: string;
  /** Id of the key that signs its tickets instead. */
  replacedBy: string;
}

export interface PublishRevokedKey {
  /** Type of the message. */
  type: 'keys.revoked';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: RevocationNews;
}

export interface TestNews {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** A sentence that says that this is a test. */
  message: string;
}

export interface PublishTest {
  /** Type of the message. */
  type: 'webhook.test';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TestNews;
}

/** A message that the museum posts to webhooks, discriminated by its type. */
export type News = PublishNewEvent | PublishChangedEvent | PublishCancelledEvent | PublishSoldTicket | PublishVoidTicket | PublishAdmittedTicket | PublishUndoneAdmission | PublishSoldPass | PublishBlockedPass | PublishSoldOutDay | PublishChangedHours | PublishRevokedKey | PublishTest;

/** Every kind of problem that operations answer with, by its type. */
export interface Problems {
  /** The request could not be read. */
  '/problems/malformed-request': ProblemDetails<'/problems/malformed-request', 400>;
  /** The request is not valid. */
  '/problems/invalid-request': ProblemDetails<'/problems/invalid-request', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** Sign in to do this. */
  '/problems/unauthorized': ProblemDetails<'/problems/unauthorized', 401>;
  /** This account may not do this. */
  '/problems/forbidden': ProblemDetails<'/problems/forbidden', 403>;
  /** That day has the maximum number of events. */
  '/problems/day-full-of-events': ProblemDetails<'/problems/day-full-of-events', 409>;
  /** A request with this idempotency key is still running. */
  '/problems/idempotency-key-in-use': ProblemDetails<'/problems/idempotency-key-in-use', 409>;
  /** The precondition does not hold. */
  '/problems/precondition-failed': ProblemDetails<'/problems/precondition-failed', 412>;
  /** The body is too large. */
  '/problems/body-too-large': ProblemDetails<'/problems/body-too-large', 413>;
  /** The body has another media type. */
  '/problems/unsupported-media-type': ProblemDetails<'/problems/unsupported-media-type', 415>;
  /** The expectation can’t be met. */
  '/problems/expectation-failed': ProblemDetails<'/problems/expectation-failed', 417>;
  /** This idempotency key belongs to another request. */
  '/problems/idempotency-key-reused': ProblemDetails<'/problems/idempotency-key-reused', 422>;
  /** Too many failed sign-ins. */
  '/problems/too-many-sign-ins': ProblemDetails<'/problems/too-many-sign-ins', 429>;
  /** Too many requests. */
  '/problems/too-many-requests': ProblemDetails<'/problems/too-many-requests', 429>;
  /** Something went wrong in the service. */
  '/problems/internal-error': ProblemDetails<'/problems/internal-error', 500>;
  /** The service is too busy. */
  '/problems/overloaded': ProblemDetails<'/problems/overloaded', 503>;
  /** The database is not available. */
  '/problems/database-unavailable': ProblemDetails<'/problems/database-unavailable', 503>;
  /** The service is stopping. */
  '/problems/shutting-down': ProblemDetails<'/problems/shutting-down', 503>;
  /** There is no such special event. */
  '/problems/event-not-found': ProblemDetails<'/problems/event-not-found', 404>;
  /** Tickets of the event are sold or held. */
  '/problems/event-sold': ProblemDetails<'/problems/event-sold', 409>;
  /** The event does not take place on that day. */
  '/problems/not-an-event-day': ProblemDetails<'/problems/not-an-event-day', 409>;
  /** That day has passed. */
  '/problems/date-past': ProblemDetails<'/problems/date-past', 409>;
  /** The new date has other entry times. */
  '/problems/times-missing': ProblemDetails<'/problems/times-missing', 409>;
  /** That day is sold out. */
  '/problems/sold-out': ProblemDetails<'/problems/sold-out', 409> & {
    /** For a sold-out special event: the number of places left on its other dates; null means no limit. */
    otherDates?: {
      date: string;
      left: number | null;
    }[];
  };
  /** There is no such category. */
  '/problems/category-unknown': ProblemDetails<'/problems/category-unknown', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** The event is not announced yet. */
  '/problems/not-announced': ProblemDetails<'/problems/not-announced', 409>;
  /** That day is too far ahead. */
  '/problems/too-far-ahead': ProblemDetails<'/problems/too-far-ahead', 409>;
  /** The museum is closed on that day. */
  '/problems/museum-closed': ProblemDetails<'/problems/museum-closed', 409>;
  /** That category is not sold there. */
  '/problems/category-not-sold': ProblemDetails<'/problems/category-not-sold', 409>;
  /** An entry time is needed. */
  '/problems/entry-time-needed': ProblemDetails<'/problems/entry-time-needed', 409> & {
    /** The number of places left at each entry time of the day; null means no limit. */
    times?: {
      entryTime: string;
      left: number | null;
    }[];
  };
  /** There is no such entry time. */
  '/problems/no-such-entry-time': ProblemDetails<'/problems/no-such-entry-time', 409> & {
    /** The number of places left at each entry time of the day; null means no limit. */
    times?: {
      entryTime: string;
      left: number | null;
    }[];
  };
  /** That entry time is over. */
  '/problems/time-over': ProblemDetails<'/problems/time-over', 409>;
  /** A code is needed. */
  '/problems/code-needed': ProblemDetails<'/problems/code-needed', 409>;
  /** There is no such ticket. */
  '/problems/ticket-not-found': ProblemDetails<'/problems/ticket-not-found', 404>;
  /** No acceptable media type. */
  '/problems/not-acceptable': ProblemDetails<'/problems/not-acceptable', 406>;
  /** What this ticket is for was called off. */
  '/problems/event-cancelled': ProblemDetails<'/problems/event-cancelled', 410>;
  /** The ticket is void. */
  '/problems/ticket-void': ProblemDetails<'/problems/ticket-void', 410 | 409>;
  /** That day has nothing of its own. */
  '/problems/exception-not-found': ProblemDetails<'/problems/exception-not-found', 404>;
  /** What becomes of the events is not said. */
  '/problems/events-undecided': ProblemDetails<'/problems/events-undecided', 409>;
  /** A category is in use. */
  '/problems/category-in-use': ProblemDetails<'/problems/category-in-use', 409>;
  /** An article is in use. */
  '/problems/article-in-use': ProblemDetails<'/problems/article-in-use', 409>;
  /** A type of passes is in use. */
  '/problems/pass-type-in-use': ProblemDetails<'/problems/pass-type-in-use', 409>;
  /** All numbers of types of passes were given. */
  '/problems/too-many-pass-types': ProblemDetails<'/problems/too-many-pass-types', 409>;
  /** A number could be of two cards. */
  '/problems/cards-overlap': ProblemDetails<'/problems/cards-overlap', 409>;
  /** Not all lines are numbers of the card. */
  '/problems/card-numbers-invalid': ProblemDetails<'/problems/card-numbers-invalid', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** There is no such card. */
  '/problems/card-not-found': ProblemDetails<'/problems/card-not-found', 404>;
  /** There is no such seller. */
  '/problems/seller-unknown': ProblemDetails<'/problems/seller-unknown', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** There is such a code already. */
  '/problems/code-taken': ProblemDetails<'/problems/code-taken', 409>;
  /** There is no such code. */
  '/problems/code-not-found': ProblemDetails<'/problems/code-not-found', 404>;
  /** There is no picture. */
  '/problems/picture-not-found': ProblemDetails<'/problems/picture-not-found', 404>;
  /** The picture can’t be used. */
  '/problems/picture-unusable': ProblemDetails<'/problems/picture-unusable', 422>;
  /** That setting is not possible. */
  '/problems/setting-not-possible': ProblemDetails<'/problems/setting-not-possible', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** The server sets that. */
  '/problems/set-by-operator': ProblemDetails<'/problems/set-by-operator', 409>;
  /** The shop is not ready to open. */
  '/problems/not-ready': ProblemDetails<'/problems/not-ready', 409>;
  /** Addresses would be erased. */
  '/problems/would-erase': ProblemDetails<'/problems/would-erase', 409>;
  /** The museum has no such text. */
  '/problems/text-not-found': ProblemDetails<'/problems/text-not-found', 404>;
  /** It is too late to void this sale. */
  '/problems/too-late-to-void': ProblemDetails<'/problems/too-late-to-void', 409>;
  /** The ticket has been used. */
  '/problems/ticket-admitted': ProblemDetails<'/problems/ticket-admitted', 409>;
  /** That is more than what was paid. */
  '/problems/refund-too-high': ProblemDetails<'/problems/refund-too-high', 409>;
  /** The payments do not add up to the total. */
  '/problems/payments-not-total': ProblemDetails<'/problems/payments-not-total', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** An article can’t be ordered so. */
  '/problems/article-invalid': ProblemDetails<'/problems/article-invalid', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** A gift voucher can’t be worth that. */
  '/problems/gift-amount-invalid': ProblemDetails<'/problems/gift-amount-invalid', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** A pass can’t be ordered so. */
  '/problems/pass-invalid': ProblemDetails<'/problems/pass-invalid', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** There is no such gift voucher. */
  '/problems/gift-not-found': ProblemDetails<'/problems/gift-not-found', 404>;
  /** A gift voucher can’t pay for a gift voucher. */
  '/problems/gift-for-gift': ProblemDetails<'/problems/gift-for-gift', 409>;
  /** The gift voucher is not valid. */
  '/problems/gift-not-valid': ProblemDetails<'/problems/gift-not-valid', 409>;
  /** Less is left of the gift voucher. */
  '/problems/gift-balance-too-low': ProblemDetails<'/problems/gift-balance-too-low', 409>;
  /** The code is not valid. */
  '/problems/code-invalid': ProblemDetails<'/problems/code-invalid', 409>;
  /** The code fits none of the tickets. */
  '/problems/code-not-applicable': ProblemDetails<'/problems/code-not-applicable', 409>;
  /** The code is used up. */
  '/problems/code-used-up': ProblemDetails<'/problems/code-used-up', 409>;
  /** The article is not sold here now. */
  '/problems/article-not-sold': ProblemDetails<'/problems/article-not-sold', 409>;
  /** The pass is not sold here now. */
  '/problems/pass-not-sold': ProblemDetails<'/problems/pass-not-sold', 409>;
  /** Too many wrong codes. */
  '/problems/too-many-guesses': ProblemDetails<'/problems/too-many-guesses', 429>;
  /** There is no such order. */
  '/problems/order-not-found': ProblemDetails<'/problems/order-not-found', 404>;
  /** The order was not sold. */
  '/problems/order-not-sold': ProblemDetails<'/problems/order-not-sold', 409>;
  /** The order is void. */
  '/problems/order-void': ProblemDetails<'/problems/order-void', 409>;
  /** The order is sold. */
  '/problems/order-sold': ProblemDetails<'/problems/order-sold', 409>;
  /** The order holds places for a move. */
  '/problems/order-for-move': ProblemDetails<'/problems/order-for-move', 409>;
  /** The order was cancelled. */
  '/problems/order-cancelled': ProblemDetails<'/problems/order-cancelled', 409>;
  /** The hold has ended. */
  '/problems/hold-expired': ProblemDetails<'/problems/hold-expired', 409>;
  /** The ticket belongs to another order. */
  '/problems/not-of-order': ProblemDetails<'/problems/not-of-order', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** No ticket of the order can be exchanged by itself. */
  '/problems/nothing-to-exchange': ProblemDetails<'/problems/nothing-to-exchange', 409>;
  /** The article is not in the order. */
  '/problems/article-not-ordered': ProblemDetails<'/problems/article-not-ordered', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** Fewer are left of the article. */
  '/problems/article-not-left': ProblemDetails<'/problems/article-not-left', 409>;
  /** The pass is not in the order. */
  '/problems/pass-not-of-order': ProblemDetails<'/problems/pass-not-of-order', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** There is no such pass. */
  '/problems/pass-not-found': ProblemDetails<'/problems/pass-not-found', 404>;
  /** The pass can’t be changed so. */
  '/problems/pass-not-changed': ProblemDetails<'/problems/pass-not-changed', 409>;
  /** The pass has no code. */
  '/problems/pass-withdrawn': ProblemDetails<'/problems/pass-withdrawn', 410>;
  /** This checkInId belongs to another scan. */
  '/problems/check-in-id-reused': ProblemDetails<'/problems/check-in-id-reused', 422>;
  /** The times of these scans can’t be right. */
  '/problems/implausible-scan-times': ProblemDetails<'/problems/implausible-scan-times', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** Fewer visitors are inside than are leaving. */
  '/problems/more-left-than-came': ProblemDetails<'/problems/more-left-than-came', 409>;
  /** This visitId belongs to another visit. */
  '/problems/visit-id-reused': ProblemDetails<'/problems/visit-id-reused', 422>;
  /** There is no such check-in. */
  '/problems/check-in-not-found': ProblemDetails<'/problems/check-in-not-found', 404>;
  /** This admission can’t be undone. */
  '/problems/not-undoable': ProblemDetails<'/problems/not-undoable', 409> & {
    /** For an admission that can’t be undone: the reason. */
    reason?: NotUndoable;
  };
  /** There is no such visit. */
  '/problems/visit-not-found': ProblemDetails<'/problems/visit-not-found', 404>;
  /** The cursor has expired. */
  '/problems/cursor-expired': ProblemDetails<'/problems/cursor-expired', 410>;
  /** Messages can’t be sent to that address. */
  '/problems/webhook-address-refused': ProblemDetails<'/problems/webhook-address-refused', 400> & {
    /** Every fault of an invalid request; if there are more than 100, the first 100. */
    errors: Fault[];
  };
  /** The limit of webhooks has been reached. */
  '/problems/too-many-webhooks': ProblemDetails<'/problems/too-many-webhooks', 409>;
  /** There is no such webhook. */
  '/problems/webhook-not-found': ProblemDetails<'/problems/webhook-not-found', 404>;
  /** The webhook is disabled. */
  '/problems/webhook-disabled': ProblemDetails<'/problems/webhook-disabled', 409>;
  /** There is no such delivery. */
  '/problems/delivery-not-found': ProblemDetails<'/problems/delivery-not-found', 404>;
}

/** The problems that any operation may end in. */
export type UsualProblem = Problems['/problems/malformed-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type CreateSpecialEventProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/day-full-of-events' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type ListSpecialEventsProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetSpecialEventProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type UpdateSpecialEventProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/day-full-of-events'] | UsualProblem;

export type DeleteSpecialEventProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type GetEventTextsProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type SetEventTextsProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found'] | UsualProblem;

export type GetEventVisibilityProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type SetEventVisibilityProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/event-sold' | '/problems/day-full-of-events'] | UsualProblem;

export type PostponeSpecialEventProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/not-an-event-day' | '/problems/date-past' | '/problems/times-missing' | '/problems/sold-out' | '/problems/day-full-of-events'] | UsualProblem;

export type CallOffSpecialEventProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/not-an-event-day' | '/problems/date-past'] | UsualProblem;

export type BuyMuseumTicketsProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/not-announced' | '/problems/category-unknown' | '/problems/date-past' | '/problems/too-far-ahead' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/category-not-sold' | '/problems/entry-time-needed' | '/problems/no-such-entry-time' | '/problems/time-over' | '/problems/sold-out' | '/problems/code-needed' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type FindTicketsProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetTicketCodeProblem = Problems['/problems/invalid-request' | '/problems/ticket-not-found' | '/problems/event-cancelled' | '/problems/ticket-void' | '/problems/not-acceptable'] | UsualProblem;

export type GetMuseumProblem = UsualProblem;

export type GetMuseumHoursProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetHoursOfDayProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type SetSpecialDayProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/date-past'] | UsualProblem;

export type DeleteSpecialDayProblem = Problems['/problems/invalid-request' | '/problems/date-past' | '/problems/exception-not-found'] | UsualProblem;

export type CloseMuseumProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/date-past' | '/problems/events-undecided'] | UsualProblem;

export type GetWeeklyHoursProblem = UsualProblem;

export type SetWeeklyHoursProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type'] | UsualProblem;

export type GetGeneralCapacityProblem = UsualProblem;

export type SetGeneralCapacityProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type'] | UsualProblem;

export type GetDayCapacityProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type SetDayCapacityProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type'] | UsualProblem;

export type DeleteDayCapacityProblem = Problems['/problems/invalid-request' | '/problems/exception-not-found'] | UsualProblem;

export type GetEventCapacityProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type SetEventCapacityProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found'] | UsualProblem;

export type GetAvailabilityProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type ListCategoriesProblem = UsualProblem;

export type SetCategoriesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/category-in-use'] | UsualProblem;

export type ListArticlesProblem = UsualProblem;

export type SetArticlesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/article-in-use' | '/problems/event-not-found'] | UsualProblem;

export type ListPassTypesProblem = UsualProblem;

export type SetPassTypesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/pass-type-in-use' | '/problems/too-many-pass-types' | '/problems/category-unknown'] | UsualProblem;

export type ListCardsProblem = UsualProblem;

export type SetCardsProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/cards-overlap' | '/problems/category-unknown'] | UsualProblem;

export type ImportCardNumbersProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/card-not-found' | '/problems/card-numbers-invalid'] | UsualProblem;

export type GetGeneralPricesProblem = UsualProblem;

export type SetGeneralPricesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/category-unknown'] | UsualProblem;

export type GetDayPricesProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type SetDayPricesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/category-unknown'] | UsualProblem;

export type DeleteDayPricesProblem = Problems['/problems/invalid-request' | '/problems/exception-not-found'] | UsualProblem;

export type GetPriceRulesProblem = UsualProblem;

export type SetPriceRulesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/category-unknown'] | UsualProblem;

export type GetEventPricesProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type SetEventPricesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/category-unknown'] | UsualProblem;

export type GetGeneralTimesProblem = UsualProblem;

export type SetGeneralTimesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type'] | UsualProblem;

export type GetDayTimesProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type SetDayTimesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type'] | UsualProblem;

export type DeleteDayTimesProblem = Problems['/problems/invalid-request' | '/problems/exception-not-found'] | UsualProblem;

export type GetEventTimesProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type SetEventTimesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found'] | UsualProblem;

export type GetEventDateTimesProblem = Problems['/problems/invalid-request' | '/problems/event-not-found' | '/problems/not-an-event-day'] | UsualProblem;

export type SetEventDateTimesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/not-an-event-day'] | UsualProblem;

export type DeleteEventDateTimesProblem = Problems['/problems/invalid-request' | '/problems/event-not-found' | '/problems/exception-not-found'] | UsualProblem;

export type MakeCodesProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/code-taken' | '/problems/event-not-found' | '/problems/category-unknown' | '/problems/seller-unknown' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type ListCodesProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type ChangeCodeProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/code-not-found'] | UsualProblem;

export type GetEventPictureProblem = Problems['/problems/invalid-request' | '/problems/event-not-found' | '/problems/picture-not-found'] | UsualProblem;

export type SetEventPictureProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/picture-unusable'] | UsualProblem;

export type DescribeEventPictureProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/picture-not-found'] | UsualProblem;

export type RemoveEventPictureProblem = Problems['/problems/invalid-request' | '/problems/event-not-found' | '/problems/picture-not-found'] | UsualProblem;

export type GetMuseumPictureProblem = Problems['/problems/picture-not-found'] | UsualProblem;

export type SetMuseumPictureProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/picture-unusable'] | UsualProblem;

export type DescribeMuseumPictureProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/picture-not-found'] | UsualProblem;

export type RemoveMuseumPictureProblem = Problems['/problems/picture-not-found'] | UsualProblem;

export type GetMuseumLogoProblem = Problems['/problems/picture-not-found'] | UsualProblem;

export type SetMuseumLogoProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/picture-unusable'] | UsualProblem;

export type DescribeMuseumLogoProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/picture-not-found'] | UsualProblem;

export type RemoveMuseumLogoProblem = Problems['/problems/picture-not-found'] | UsualProblem;

export type GetEventEntryProblem = Problems['/problems/invalid-request' | '/problems/event-not-found'] | UsualProblem;

export type SetEventEntryProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found'] | UsualProblem;

export type GetSettingsProblem = UsualProblem;

export type UpdateSettingsProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/setting-not-possible' | '/problems/set-by-operator' | '/problems/not-ready' | '/problems/would-erase'] | UsualProblem;

export type GetOwnTextProblem = Problems['/problems/invalid-request' | '/problems/text-not-found'] | UsualProblem;

export type SetOwnTextProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type'] | UsualProblem;

export type DeleteOwnTextProblem = Problems['/problems/invalid-request' | '/problems/text-not-found'] | UsualProblem;

export type GetTicketProblem = Problems['/problems/invalid-request' | '/problems/ticket-not-found'] | UsualProblem;

export type VoidTicketProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/ticket-not-found' | '/problems/ticket-void' | '/problems/too-late-to-void' | '/problems/ticket-admitted' | '/problems/refund-too-high'] | UsualProblem;

export type ExchangeTicketProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/ticket-not-found' | '/problems/ticket-void' | '/problems/ticket-admitted' | '/problems/refund-too-high' | '/problems/event-not-found' | '/problems/not-announced' | '/problems/category-unknown' | '/problems/date-past' | '/problems/too-far-ahead' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/category-not-sold' | '/problems/entry-time-needed' | '/problems/no-such-entry-time' | '/problems/sold-out' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type PlaceOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/event-not-found' | '/problems/not-announced' | '/problems/category-unknown' | '/problems/date-past' | '/problems/too-far-ahead' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/category-not-sold' | '/problems/entry-time-needed' | '/problems/no-such-entry-time' | '/problems/time-over' | '/problems/sold-out' | '/problems/code-needed' | '/problems/payments-not-total' | '/problems/gift-for-gift' | '/problems/gift-not-found' | '/problems/gift-not-valid' | '/problems/gift-balance-too-low' | '/problems/code-invalid' | '/problems/code-not-applicable' | '/problems/code-used-up' | '/problems/too-many-guesses' | '/problems/article-invalid' | '/problems/article-not-sold' | '/problems/gift-amount-invalid' | '/problems/pass-invalid' | '/problems/pass-not-sold' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type FindOrdersProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetOrderProblem = Problems['/problems/invalid-request' | '/problems/order-not-found'] | UsualProblem;

export type GetOrderTicketsProblem = Problems['/problems/invalid-request' | '/problems/order-not-found' | '/problems/order-not-sold' | '/problems/order-void' | '/problems/ticket-void' | '/problems/event-cancelled'] | UsualProblem;

export type ChangeOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-sold' | '/problems/order-for-move' | '/problems/order-cancelled' | '/problems/hold-expired' | '/problems/event-not-found' | '/problems/not-announced' | '/problems/category-unknown' | '/problems/date-past' | '/problems/too-far-ahead' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/category-not-sold' | '/problems/entry-time-needed' | '/problems/no-such-entry-time' | '/problems/time-over' | '/problems/sold-out' | '/problems/code-needed' | '/problems/code-invalid' | '/problems/code-not-applicable' | '/problems/code-used-up' | '/problems/too-many-guesses' | '/problems/article-invalid' | '/problems/article-not-sold' | '/problems/gift-amount-invalid' | '/problems/pass-invalid' | '/problems/pass-not-sold'] | UsualProblem;

export type ConfirmOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-sold' | '/problems/order-for-move' | '/problems/order-cancelled' | '/problems/hold-expired' | '/problems/payments-not-total' | '/problems/gift-for-gift' | '/problems/gift-not-found' | '/problems/gift-not-valid' | '/problems/gift-balance-too-low' | '/problems/too-many-guesses'] | UsualProblem;

export type ExtendOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-sold' | '/problems/order-cancelled' | '/problems/hold-expired'] | UsualProblem;

export type ReleaseOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-sold'] | UsualProblem;

export type ExchangeOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-not-sold' | '/problems/order-void' | '/problems/nothing-to-exchange' | '/problems/not-of-order' | '/problems/ticket-void' | '/problems/ticket-admitted' | '/problems/refund-too-high' | '/problems/event-not-found' | '/problems/not-announced' | '/problems/category-unknown' | '/problems/date-past' | '/problems/too-far-ahead' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/category-not-sold' | '/problems/entry-time-needed' | '/problems/no-such-entry-time' | '/problems/sold-out' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type HandOutArticleProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-not-sold' | '/problems/article-not-ordered' | '/problems/article-not-left' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type VoidOrderProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/order-not-found' | '/problems/order-not-sold' | '/problems/order-void' | '/problems/not-of-order' | '/problems/ticket-void' | '/problems/article-not-ordered' | '/problems/article-not-left' | '/problems/pass-not-of-order' | '/problems/gift-not-found' | '/problems/gift-not-valid' | '/problems/too-late-to-void' | '/problems/ticket-admitted' | '/problems/refund-too-high'] | UsualProblem;

export type LookAtGiftProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/gift-not-found' | '/problems/too-many-guesses'] | UsualProblem;

export type CorrectGiftProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/gift-not-found' | '/problems/gift-balance-too-low'] | UsualProblem;

export type ReplaceGiftProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/gift-not-found' | '/problems/gift-not-valid'] | UsualProblem;

export type GetOrderGiftsProblem = Problems['/problems/invalid-request' | '/problems/order-not-found'] | UsualProblem;

export type FindPassesProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetPassProblem = Problems['/problems/invalid-request' | '/problems/pass-not-found'] | UsualProblem;

export type ChangePassProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/pass-not-found' | '/problems/pass-not-changed'] | UsualProblem;

export type GetPassCodeProblem = Problems['/problems/invalid-request' | '/problems/pass-not-found' | '/problems/pass-withdrawn' | '/problems/not-acceptable'] | UsualProblem;

export type BlockPassProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/pass-not-found' | '/problems/pass-not-changed'] | UsualProblem;

export type UnblockPassProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/pass-not-found' | '/problems/pass-not-changed'] | UsualProblem;

export type ReplacePassProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/pass-not-found' | '/problems/pass-not-changed'] | UsualProblem;

export type RenewPassProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/pass-not-found' | '/problems/pass-not-changed' | '/problems/pass-invalid' | '/problems/pass-not-sold' | '/problems/payments-not-total' | '/problems/gift-not-found' | '/problems/gift-not-valid' | '/problems/gift-balance-too-low' | '/problems/too-many-guesses' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused'] | UsualProblem;

export type CheckInProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/check-in-id-reused'] | UsualProblem;

export type RecordCheckInsProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/check-in-id-reused' | '/problems/implausible-scan-times' | '/problems/category-unknown' | '/problems/visit-id-reused' | '/problems/more-left-than-came'] | UsualProblem;

export type UndoCheckInProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/check-in-not-found' | '/problems/not-undoable'] | UsualProblem;

export type CountVisitorsProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/category-unknown' | '/problems/visit-id-reused' | '/problems/more-left-than-came' | '/problems/implausible-scan-times'] | UsualProblem;

export type UndoVisitProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/visit-not-found' | '/problems/not-undoable'] | UsualProblem;

export type GetGateSnapshotProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetGateNewsProblem = Problems['/problems/invalid-request' | '/problems/cursor-expired'] | UsualProblem;

export type GetGateCardListProblem = Problems['/problems/invalid-request' | '/problems/card-not-found'] | UsualProblem;

export type GetOccupancyProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetSalesReportProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetVisitsReportProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetPaymentsReportProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetMoneyReportProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type GetGiftsReportProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type ListJournalProblem = Problems['/problems/invalid-request'] | UsualProblem;

export type CreateWebhookProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/webhook-address-refused' | '/problems/seller-unknown' | '/problems/too-many-webhooks'] | UsualProblem;

export type ListWebhooksProblem = UsualProblem;

export type GetWebhookProblem = Problems['/problems/invalid-request' | '/problems/webhook-not-found'] | UsualProblem;

export type UpdateWebhookProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/webhook-not-found' | '/problems/webhook-address-refused' | '/problems/seller-unknown'] | UsualProblem;

export type DeleteWebhookProblem = Problems['/problems/invalid-request' | '/problems/webhook-not-found'] | UsualProblem;

export type RotateWebhookSecretProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/webhook-not-found'] | UsualProblem;

export type TestWebhookProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/webhook-not-found' | '/problems/webhook-disabled'] | UsualProblem;

export type ReplayWebhookProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/webhook-not-found' | '/problems/webhook-disabled'] | UsualProblem;

export type ListWebhookDeliveriesProblem = Problems['/problems/invalid-request' | '/problems/webhook-not-found'] | UsualProblem;

export type RetryWebhookDeliveryProblem = Problems['/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/webhook-not-found' | '/problems/delivery-not-found' | '/problems/webhook-disabled'] | UsualProblem;

// Written from openapi.json by `npm run openapi`; changes by hand are lost.

import type {
  Answer,
  CallOptions,
  Conditions,
  IfNoneMatch,
  Keyed,
  PagedAnswer,
  ProblemDetails,
  TicketImage,
  UnexplainedProblem,
} from './index.js';

/** Every operation of the interface. */
export interface Operations {
  /**
   * Create a special event
   *
   * Creates a special event. The service assigns its eventId. At most 500 events take place on one day.
   *
   * Roles that may: admin, manager.
   */
  createSpecialEvent(input: SpecialEventInput, options?: CallOptions & Keyed): Answer<SpecialEvent, CreateSpecialEventProblem>;

  /**
   * List upcoming special events
   *
   * Lists the special events that take place on a page of days. The range from startDate to endDate, both included, is cut into pages of `limit` days. An event is on a page when one of its dates is, and carries all its dates. Order: first matching date, then name, then eventId. A page past the range is empty.
   *
   * Roles that may: admin, manager, cashier, partner, gate, viewer.
   */
  listSpecialEvents(input?: ListSpecialEventsParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedAnswer<SpecialEvents, ListSpecialEventsProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  listSpecialEvents(input: ListSpecialEventsParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Answer<SpecialEvents | undefined, ListSpecialEventsProblem>;

  /**
   * Get a special event
   *
   * Gets one special event.
   *
   * Roles that may: admin, manager, cashier, partner, gate, viewer.
   */
  getSpecialEvent(input: GetSpecialEventParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Answer<SpecialEvent, GetSpecialEventProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getSpecialEvent(input: GetSpecialEventParameters, options: CallOptions & Conditions & IfNoneMatch): Answer<SpecialEvent | undefined, GetSpecialEventProblem>;

  /**
   * Update a special event
   *
   * Changes a special event by merge patch (RFC 7396): the fields given replace those stored, the others stay. `dates` is replaced as a whole. No field can be removed, so null is refused. Tickets already sold keep their price and their day.
   *
   * Roles that may: admin, manager.
   */
  updateSpecialEvent(input: UpdateSpecialEventParameters & SpecialEventChange, options?: CallOptions & Conditions): Answer<SpecialEvent, UpdateSpecialEventProblem>;

  /**
   * Delete a special event
   *
   * Cancels a planned event: it leaves every listing. Its sold tickets are kept, become cancelled and no longer admit anyone.
   *
   * Roles that may: admin, manager.
   */
  deleteSpecialEvent(input: DeleteSpecialEventParameters, options?: CallOptions & Conditions): Answer<undefined, DeleteSpecialEventProblem>;

  /**
   * Buy museum tickets
   *
   * Sells one ticket, for general entry or for a special event; several are as many requests. The answer 201 means that the sale is stored durably. Send an Idempotency-Key, each ticket its own, to make a repeated request safe.
   *
   * Roles that may: admin, manager, cashier, partner.
   */
  buyMuseumTickets(input: Purchase, options?: CallOptions & Keyed): Answer<Ticket, BuyMuseumTicketsProblem>;

  /**
   * Find tickets
   *
   * Finds tickets by confirmation code, e-mail address or day; at least one of the three. What is given must all hold. The newest come first, to within a second where several instances sell. A partner finds its own.
   *
   * Roles that may: admin, manager, cashier, partner.
   */
  findTickets(input?: FindTicketsParameters, options?: CallOptions): PagedAnswer<TicketRecords, FindTicketsProblem>;

  /**
   * Get ticket QR code
   *
   * Gets the image of a ticket, with a QR code to scan at the entrance.
   *
   * Roles that may: admin, manager, cashier, partner.
   */
  getTicketCode(input: GetTicketCodeParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Answer<TicketImage, GetTicketCodeProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getTicketCode(input: GetTicketCodeParameters, options: CallOptions & Conditions & IfNoneMatch): Answer<TicketImage | undefined, GetTicketCodeProblem>;

  /**
   * Get museum hours
   *
   * Lists the opening hours, a page of `limit` days from startDate on. Days on which the museum is closed are left out.
   *
   * Roles that may: admin, manager, cashier, partner, gate, viewer.
   */
  getMuseumHours(input?: GetMuseumHoursParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedAnswer<MuseumHours, GetMuseumHoursProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getMuseumHours(input: GetMuseumHoursParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Answer<MuseumHours | undefined, GetMuseumHoursProblem>;

  /**
   * Set the hours of one day
   *
   * Gives one day hours of its own, or closes it. Closing a day stops the sale of general entry for it at once; the answer says how many tickets are sold already.
   *
   * Roles that may: admin, manager.
   */
  setSpecialDay(input: SetSpecialDayParameters & SpecialDayHours, options?: CallOptions): Answer<SpecialDay, SetSpecialDayProblem>;

  /**
   * Return a day to the week
   *
   * Takes back the hours that a day had of its own; the usual week holds for it again.
   *
   * Roles that may: admin, manager.
   */
  deleteSpecialDay(input: DeleteSpecialDayParameters, options?: CallOptions): Answer<undefined, DeleteSpecialDayProblem>;

  /**
   * Get the weekly hours
   *
   * Gets the opening hours of the usual week, from which special days may differ.
   *
   * Roles that may: admin, manager, cashier, partner, gate, viewer.
   */
  getWeeklyHours(input?: Record<string, never>, options?: CallOptions): Answer<WeeklyHours, GetWeeklyHoursProblem>;

  /**
   * Set the weekly hours
   *
   * Sets the opening hours of the usual week. Weekdays that are closed are no longer on sale for general entry; special days keep their own hours.
   *
   * Roles that may: admin, manager.
   */
  setWeeklyHours(input: WeeklyHours, options?: CallOptions): Answer<WeeklyHours, SetWeeklyHoursProblem>;

  /**
   * Get the general capacity
   *
   * Gets the places for general entry on each day that has no figure of its own.
   *
   * Roles that may: admin, manager.
   */
  getGeneralCapacity(input?: Record<string, never>, options?: CallOptions): Answer<Capacity, GetGeneralCapacityProblem>;

  /**
   * Set the general capacity
   *
   * Sets the places for general entry on each day that has no figure of its own. Lowering it below what is sold is allowed: nothing is taken back, and nothing more is sold.
   *
   * Roles that may: admin, manager.
   */
  setGeneralCapacity(input: Capacity, options?: CallOptions): Answer<Capacity, SetGeneralCapacityProblem>;

  /**
   * Get the capacity of one day
   *
   * Gets the places for general entry on one day: its own figure, or else the general one.
   *
   * Roles that may: admin, manager.
   */
  getDayCapacity(input: GetDayCapacityParameters, options?: CallOptions): Answer<Capacity, GetDayCapacityProblem>;

  /**
   * Set the capacity of one day
   *
   * Gives one day a figure of its own for general entry. Lowering it below what is sold is allowed: nothing is taken back, and nothing more is sold.
   *
   * Roles that may: admin, manager.
   */
  setDayCapacity(input: SetDayCapacityParameters & Capacity, options?: CallOptions): Answer<Capacity, SetDayCapacityProblem>;

  /**
   * Return a day to the general capacity
   *
   * Takes back the figure that a day had of its own; the general one holds for it again.
   *
   * Roles that may: admin, manager.
   */
  deleteDayCapacity(input: DeleteDayCapacityParameters, options?: CallOptions): Answer<undefined, DeleteDayCapacityProblem>;

  /**
   * Get the capacity of an event
   *
   * Gets the places on each date of a special event.
   *
   * Roles that may: admin, manager.
   */
  getEventCapacity(input: GetEventCapacityParameters, options?: CallOptions): Answer<Capacity, GetEventCapacityProblem>;

  /**
   * Set the capacity of an event
   *
   * Sets the places on each date of a special event. Lowering it below what is sold is allowed: nothing is taken back, and nothing more is sold.
   *
   * Roles that may: admin, manager.
   */
  setEventCapacity(input: SetEventCapacityParameters & Capacity, options?: CallOptions): Answer<Capacity, SetEventCapacityProblem>;

  /**
   * Get availability
   *
   * Lists what can be bought on a page of days: general entry and each special event, by date, general entry first, then by name and eventId. Paged in days like the list of events.
   *
   * Roles that may: admin, manager, cashier, partner, gate, viewer.
   */
  getAvailability(input?: GetAvailabilityParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): PagedAnswer<Availability, GetAvailabilityProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getAvailability(input: GetAvailabilityParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Answer<Availability | undefined, GetAvailabilityProblem>;

  /**
   * Get a ticket
   *
   * Gets one ticket with all that is known of it. A partner gets its own.
   *
   * Roles that may: admin, manager, cashier, partner.
   */
  getTicket(input: GetTicketParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Answer<TicketRecord, GetTicketProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getTicket(input: GetTicketParameters, options: CallOptions & Conditions & IfNoneMatch): Answer<TicketRecord | undefined, GetTicketProblem>;

  /**
   * Make a ticket void
   *
   * Makes a ticket void: it admits no one any more, and its place is on sale again at once.
   *
   * Roles that may: admin, manager, cashier.
   */
  voidTicket(input: VoidTicketParameters & VoidOrder, options?: CallOptions): Answer<TicketRecord, VoidTicketProblem>;

  /**
   * Exchange a ticket
   *
   * Makes a ticket void and sells another in its place to the same person, in one transaction: nothing happens when the other can’t be sold. Send an Idempotency-Key to make a repeated request safe.
   *
   * Roles that may: admin, manager, cashier.
   */
  exchangeTicket(input: ExchangeTicketParameters & ExchangeOrder, options?: CallOptions & Keyed): Answer<TicketRecord, ExchangeTicketProblem>;

  /**
   * Check a ticket in
   *
   * Comes to a verdict on what was scanned, and records it. A refusal at the gate is an answer like any other. The answer means that it is stored durably: a ticket is admitted once, whatever the crowd. The same checkInId with the same scan gets the same answer for ever.
   *
   * Roles that may: admin, manager, cashier, gate.
   */
  checkIn(input: Scan, options?: CallOptions): Answer<CheckIn, CheckInProblem>;

  /**
   * Hand in check-ins made offline
   *
   * Records what a gate has decided by itself, as it happened: who was let in was let in. All of it is recorded, or nothing. A second admission of the same ticket gets "conflict". Sending a batch again changes nothing. The whole batch is a 400 when a checkInId comes twice in it, or when a verdict does not go with its direction: admitted with out, left with in. The body may have up to 512 KiB.
   *
   * Roles that may: admin, manager, cashier, gate.
   */
  recordCheckIns(input: CheckInBatch, options?: CallOptions): Answer<CheckIns, RecordCheckInsProblem>;

  /**
   * Take an admission back
   *
   * Takes an admission back, so that the ticket can be admitted again: by the account that made it within 10 minutes, by a manager or admin any time that day. A gate that was offline says when it was taken back, and is judged by that.
   *
   * Roles that may: admin, manager, cashier, gate.
   */
  undoCheckIn(input: UndoCheckInParameters, options?: CallOptions): Answer<CheckIn, UndoCheckInProblem>;

  /**
   * Get what a gate needs to decide alone
   *
   * Gets all that a gate needs to decide about a day without a network: the keys that verify codes, the events, and every ticket that is inside, has left or is void; of a day that lasts past midnight, those for the next day too. With Accept-Encoding: gzip it is compressed.
   *
   * Roles that may: admin, manager, cashier, gate.
   */
  getGateSnapshot(input?: GetGateSnapshotParameters, options?: CallOptions & Conditions & { ifNoneMatch?: undefined }): Answer<GateKnowledge, GetGateSnapshotProblem>;
  /** The same, or undefined when the resource has not changed (304). */
  getGateSnapshot(input: GetGateSnapshotParameters | undefined, options: CallOptions & Conditions & IfNoneMatch): Answer<GateKnowledge | undefined, GetGateSnapshotProblem>;

  /**
   * Get what has changed since
   *
   * Gets what has changed since a snapshot or the last news: each ticket stands in the member that holds for it now. It may tell of something twice, and misses nothing. For a day that lasts past midnight a new snapshot is to be taken at midnight (cursor-expired).
   *
   * Roles that may: admin, manager, cashier, gate.
   */
  getGateNews(input: GetGateNewsParameters, options?: CallOptions): Answer<GateKnowledge, GetGateNewsProblem>;

  /**
   * Get how full the house is
   *
   * Gets how many are inside, and how the day went.
   *
   * Roles that may: admin, manager, cashier, gate, viewer.
   */
  getOccupancy(input?: GetOccupancyParameters, options?: CallOptions): Answer<Occupancy, GetOccupancyProblem>;

  /**
   * Report what was sold
   *
   * Reports what was sold, made void and exchanged on the days of a range, whatever day the tickets are for. A partner gets its own sales. With Accept: text/csv it is CSV (RFC 4180) with a header row.
   *
   * Roles that may: admin, manager, partner, viewer.
   */
  getSalesReport(input?: GetSalesReportParameters, options?: CallOptions & { accept?: 'application/json' | undefined }): Answer<SalesReport, GetSalesReportProblem>;
  /** The same as CSV. */
  getSalesReport(input: GetSalesReportParameters | undefined, options: CallOptions & { accept: 'text/csv' }): Answer<string, GetSalesReportProblem>;
  /** The same, as data or as CSV. */
  getSalesReport(input: GetSalesReportParameters | undefined, options: CallOptions & { accept?: 'application/json' | 'text/csv' | undefined }): Answer<SalesReport | string, GetSalesReportProblem>;

  /**
   * Report who came
   *
   * Reports who was let in on the days of a range. A partner gets those whose tickets it sold. With Accept: text/csv it is CSV (RFC 4180) with a header row.
   *
   * Roles that may: admin, manager, partner, viewer.
   */
  getVisitsReport(input?: GetVisitsReportParameters, options?: CallOptions & { accept?: 'application/json' | undefined }): Answer<VisitsReport, GetVisitsReportProblem>;
  /** The same as CSV. */
  getVisitsReport(input: GetVisitsReportParameters | undefined, options: CallOptions & { accept: 'text/csv' }): Answer<string, GetVisitsReportProblem>;
  /** The same, as data or as CSV. */
  getVisitsReport(input: GetVisitsReportParameters | undefined, options: CallOptions & { accept?: 'application/json' | 'text/csv' | undefined }): Answer<VisitsReport | string, GetVisitsReportProblem>;

  /**
   * List what happened
   *
   * Lists the entries of the journal, the newest first. What is given must all hold.
   *
   * Roles that may: admin.
   */
  listJournal(input?: ListJournalParameters, options?: CallOptions): PagedAnswer<JournalEntries, ListJournalProblem>;

  /**
   * Create a webhook
   *
   * Has another system told what happens, from now on. The answer shows the secret that its messages are signed with, once.
   *
   * Roles that may: admin.
   */
  createWebhook(input: WebhookInput, options?: CallOptions): Answer<WebhookWithSecret, CreateWebhookProblem>;

  /**
   * List webhooks
   *
   * Lists all webhooks, the oldest first. Secrets are not shown.
   *
   * Roles that may: admin.
   */
  listWebhooks(input?: Record<string, never>, options?: CallOptions): Answer<Webhooks, ListWebhooksProblem>;

  /**
   * Get a webhook
   *
   * Gets a webhook. Its secret is not shown.
   *
   * Roles that may: admin.
   */
  getWebhook(input: GetWebhookParameters, options?: CallOptions): Answer<Webhook, GetWebhookProblem>;

  /**
   * Change a webhook
   *
   * Changes the members that are given (RFC 7396). A webhook that is disabled gives up what waits for it; enabled again, it is told what happens from then on.
   *
   * Roles that may: admin.
   */
  updateWebhook(input: UpdateWebhookParameters & WebhookChange, options?: CallOptions): Answer<Webhook, UpdateWebhookProblem>;

  /**
   * Remove a webhook
   *
   * Removes a webhook. It is told nothing more, and what it was told is forgotten.
   *
   * Roles that may: admin.
   */
  deleteWebhook(input: DeleteWebhookParameters, options?: CallOptions): Answer<undefined, DeleteWebhookProblem>;

  /**
   * Rotate a webhook’s secret
   *
   * Gives a webhook a new secret, shown once. For 24 hours messages are signed with the old one as well, and with those of rotations before it in that time.
   *
   * Roles that may: admin.
   */
  rotateWebhookSecret(input: RotateWebhookSecretParameters, options?: CallOptions): Answer<WebhookWithSecret, RotateWebhookSecretProblem>;

  /**
   * Send a test
   *
   * Sends news of the type webhook.test, whatever types the webhook wants. Its deliveries tell what came of it.
   *
   * Roles that may: admin.
   */
  testWebhook(input: TestWebhookParameters, options?: CallOptions): Answer<WebhookDelivery, TestWebhookProblem>;

  /**
   * Tell it again
   *
   * Tells a webhook again all that it wants to know and that happened since an instant, under the same ids as the first time; also what was before the webhook was made.
   *
   * Roles that may: admin.
   */
  replayWebhook(input: ReplayWebhookParameters & Replay, options?: CallOptions): Answer<ReplayBegun, ReplayWebhookProblem>;

  /**
   * List a webhook’s deliveries
   *
   * Lists what a webhook was told and is to be told, the newest first. What arrived is forgotten after 30 days, what failed after 90.
   *
   * Roles that may: admin.
   */
  listWebhookDeliveries(input: ListWebhookDeliveriesParameters, options?: CallOptions): PagedAnswer<WebhookDeliveries, ListWebhookDeliveriesProblem>;

  /**
   * Send a delivery again
   *
   * Sends a delivery again at once under the same id, whatever came of it before, with all its attempts before it.
   *
   * Roles that may: admin.
   */
  retryWebhookDelivery(input: RetryWebhookDeliveryParameters, options?: CallOptions): Answer<WebhookDelivery, RetryWebhookDeliveryProblem>;
}

export interface ListSpecialEventsParameters {
  /** Start of the date range; today in the museum’s time zone when left out. */
  startDate?: string | undefined;
  /** Page number to retrieve: 1 or more. */
  page?: number | undefined;
  /** Number of days per page: 1 to 30. */
  limit?: number | undefined;
  /** End of the date range, included; 7 days after startDate when left out. */
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

export interface FindTicketsParameters {
  /** The confirmation code, whole or only its eleven characters, in any case. */
  confirmationCode?: string | undefined;
  /** The whole e-mail address, in any case. */
  email?: string | undefined;
  /** Day that the tickets are valid for. */
  ticketDate?: string | undefined;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string | undefined;
  /** Tickets at most: 1 to 100. */
  limit?: number | undefined;
  /** Where to go on, as the header Link says it. */
  after?: string | undefined;
}

export interface GetTicketCodeParameters {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
}

export interface GetMuseumHoursParameters {
  /** Start of the date range; today in the museum’s time zone when left out. */
  startDate?: string | undefined;
  /** Page number to retrieve: 1 or more. */
  page?: number | undefined;
  /** Number of days per page: 1 to 30. */
  limit?: number | undefined;
}

export interface SetSpecialDayParameters {
  /** The day. */
  date: string;
}

export interface DeleteSpecialDayParameters {
  /** The day. */
  date: string;
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
  /** Start of the date range; today in the museum’s time zone when left out. */
  startDate?: string | undefined;
  /** Page number to retrieve: 1 or more. */
  page?: number | undefined;
  /** Number of days per page: 1 to 30. */
  limit?: number | undefined;
  /** End of the date range, included; 7 days after startDate when left out. */
  endDate?: string | undefined;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string | undefined;
  /** Kind of ticket. */
  ticketType?: 'event' | 'general' | undefined;
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

export interface UndoCheckInParameters {
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId: string;
  /** When it was taken back, by the clock of the device; now when left out. Instant (RFC 3339). */
  undoneAt?: string | undefined;
  /** What the clock of the device says now, so that a wrong one is put right. Instant (RFC 3339). */
  sentAt?: string | undefined;
}

export interface GetGateSnapshotParameters {
  /** The day; today in the museum’s time zone, until closing time, when left out. */
  day?: string | undefined;
}

export interface GetGateNewsParameters {
  /** The day; today in the museum’s time zone, until closing time, when left out. */
  day?: string | undefined;
  /** The cursor of what is known. */
  since: string;
}

export interface GetOccupancyParameters {
  /** The day; today, until closing time, when left out. */
  date?: string | undefined;
}

export interface GetSalesReportParameters {
  /** First day of the report; 29 days before endDate when left out. */
  startDate?: string | undefined;
  /** Last day of the report, included; today in the museum’s time zone when left out. */
  endDate?: string | undefined;
  /** What the rows stand for. */
  by?: 'day' | 'event' | 'seller' | undefined;
}

export interface GetVisitsReportParameters {
  /** First day of the report; 29 days before endDate when left out. */
  startDate?: string | undefined;
  /** Last day of the report, included; today in the museum’s time zone when left out. */
  endDate?: string | undefined;
  /** What the rows stand for. */
  by?: 'day' | 'event' | 'hour' | undefined;
}

export interface ListJournalParameters {
  /** First day, in the museum’s time zone. */
  startDate?: string | undefined;
  /** Last day, included. */
  endDate?: string | undefined;
  /** What happened. */
  kind?: 'event.announced' | 'event.changed' | 'event.cancelled' | 'event.capacity-set' | 'hours.week-set' | 'hours.day-set' | 'hours.day-cleared' | 'capacity.general-set' | 'capacity.day-set' | 'capacity.day-cleared' | 'tickets.sold' | 'day.sold-out' | 'tickets.admitted' | 'tickets.left' | 'admission.undone' | 'check-in.corrected' | 'ticket.void' | 'account.added' | 'account.password-set' | 'account.role-set' | 'account.disabled' | 'account.enabled' | 'account.mailing-set' | 'account.sessions-ended' | 'account.signed-in' | 'account.sign-in-failed' | 'account.signed-out' | 'keys.rotated' | 'webhook.added' | 'webhook.changed' | 'webhook.removed' | 'webhook.secret-rotated' | 'webhook.replayed' | 'webhook.tested' | 'webhook.retried' | 'webhook.gone' | 'mail.retried' | 'contacts.erased' | undefined;
  /** What it happened to: an id, a day, a name: 1 to 200 characters, not only white space. */
  subject?: string | undefined;
  /** User name of who did it: 1 to 64 characters, not only white space. */
  account?: string | undefined;
  /** Entries at most: 1 to 100. */
  limit?: number | undefined;
  /** Where to go on, as the header Link says it. */
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
  /** Only those in this state. */
  state?: 'waiting' | 'delivered' | 'failed' | 'dropped' | undefined;
  /** How many at most: 1 to 100. */
  limit?: number | undefined;
  /** Where the page before ended: a cursor from its Link, to be sent as it is. */
  after?: string | undefined;
}

export interface RetryWebhookDeliveryParameters {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Identifier of a delivery: the same as in the header webhook-id of its message. */
  deliveryId: string;
}

/** One fault of an invalid request. */
export interface Fault {
  /** The part of the request. */
  in: 'body' | 'query' | 'path' | 'header';
  /** JSON pointer (RFC 6901) to the value within that part; empty for the part itself. */
  pointer: string;
  /** What is wrong with it, and what would be right. */
  detail: string;
}

export interface SpecialEventInput {
  /** Name of the event: 1 to 200 characters, not only white space. */
  name: string;
  /** Where the event takes place: 1 to 200 characters, not only white space. */
  location: string;
  /** Description of the event: at most 5000 characters; empty, or not only white space. */
  eventDescription: string;
  /** Days on which the event takes place, in the order given: at most 366, none twice. May be empty. */
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
  /** Days on which the event takes place, in the order given: at most 366, none twice. May be empty. */
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
  /** Days on which the event takes place, in the order given: at most 366, none twice. May be empty. */
  dates?: string[] | undefined;
  /** Price of the event: 0 to 1000000, at most two decimals. */
  price?: number | undefined;
}

export interface EventPurchase {
  /** Kind of ticket. */
  ticketType: 'event';
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** Day the ticket is for. */
  ticketDate: string;
  /** E-mail address of the visitor: an addr-spec of at most 254 characters, kept as written. */
  email: string;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
}

export interface GeneralPurchase {
  /** Kind of ticket. */
  ticketType: 'general';
  /** Day the ticket is for. */
  ticketDate: string;
  /** E-mail address of the visitor: an addr-spec of at most 254 characters, kept as written. */
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
  ticketType: 'event' | 'general';
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Confirmation code of the purchase, unique in the museum. */
  confirmationCode: string;
}

export interface MuseumDay {
  /** A day on which the museum is open. */
  date: string;
  /** When the doors open, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** When the doors close, HH:mm in the museum’s time zone. */
  timeClose: string;
}

export type MuseumHours = MuseumDay[];

export type SpecialDayHours = {
  timeOpen?: undefined;
  timeClose?: undefined;
  /** The museum is closed all day. */
  closed: true;
  /** Why the museum is closed: 1 to 200 characters. */
  reason?: string | undefined;
} | {
  /** When the doors open, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** When the doors close, HH:mm in the museum’s time zone. */
  timeClose: string;
  closed?: undefined;
  reason?: undefined;
};

export interface SpecialDay {
  /** The day that differs from the week. */
  date: string;
  /** When the doors open, HH:mm in the museum’s time zone. */
  timeOpen?: string;
  /** When the doors close, HH:mm in the museum’s time zone. */
  timeClose?: string;
  /** true when the museum is closed all day. */
  closed?: boolean;
  /** Why the museum is closed. */
  reason?: string;
  /** General entry tickets already sold for that day; they are kept. */
  ticketsSold: number;
}

export interface OpeningTimes {
  /** When the doors open, HH:mm in the museum’s time zone. */
  timeOpen: string;
  /** When the doors close, HH:mm in the museum’s time zone. */
  timeClose: string;
}

export interface WeeklyHours {
  /** The hours of this weekday; null when the museum is closed on it. */
  monday: OpeningTimes | null;
  /** The hours of this weekday; null when the museum is closed on it. */
  tuesday: OpeningTimes | null;
  /** The hours of this weekday; null when the museum is closed on it. */
  wednesday: OpeningTimes | null;
  /** The hours of this weekday; null when the museum is closed on it. */
  thursday: OpeningTimes | null;
  /** The hours of this weekday; null when the museum is closed on it. */
  friday: OpeningTimes | null;
  /** The hours of this weekday; null when the museum is closed on it. */
  saturday: OpeningTimes | null;
  /** The hours of this weekday; null when the museum is closed on it. */
  sunday: OpeningTimes | null;
}

export interface Capacity {
  /** Places on a day: a whole number up to 10000000; null means no limit. */
  capacity: null | number;
}

export interface DayAvailability {
  /** The day. */
  date: string;
  /** Kind of ticket. */
  ticketType: 'event' | 'general';
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for event tickets. */
  eventName?: string;
  /** Places on a day: a whole number up to 10000000; null means no limit. */
  capacity: null | number;
  /** Tickets sold. */
  sold: number;
  /** Places left; null means no limit. */
  left: null | number;
  /** Whether a ticket can be bought now: the day is not over, not closed and not sold out. */
  onSale: boolean;
}

export type Availability = DayAvailability[];

export interface TicketRecord {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: 'event' | 'general';
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for event tickets. */
  eventName?: string;
  /** Confirmation code of the purchase. */
  confirmationCode: string;
  /** What the ticket was sold at. */
  price: number;
  /** Currency of the price (ISO 4217). */
  currency: string;
  /** When it was sold. Instant (RFC 3339). */
  soldAt: string;
  /** User name of the account that sold it. */
  soldBy: string;
  /** How it stands. cancelled: its event was; expired: its day is over and it was never admitted. */
  state: 'valid' | 'admitted' | 'void' | 'cancelled' | 'expired';
  /** E-mail address of the visitor, until it is forgotten. */
  email?: string;
  /** Telephone number of the visitor. */
  phone?: string;
  /** When it came in and left, in order. */
  admissions: {
    /** When. Instant (RFC 3339). */
    at: string;
    /** Name of the door. */
    gate?: string;
    /** Came in, or left. */
    direction: 'in' | 'out';
  }[];
  /** The ticket that was exchanged for this one. */
  replaces?: string;
  /** The ticket that this one was exchanged for. */
  replacedBy?: string;
}

export type TicketRecords = TicketRecord[];

export interface VoidOrder {
  /** Why: 1 to 200 characters, not only white space. */
  reason: string;
  /** Also when the ticket was used; for managers and admins. */
  force?: boolean | undefined;
}

export interface EventExchangeOrder {
  /** Kind of ticket. */
  ticketType: 'event';
  /** Identifier of a special event, assigned by the service. */
  eventId: string;
  /** Day the new ticket is for. */
  ticketDate: string;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
  /** Why: 1 to 200 characters, not only white space. */
  reason: string;
}

export interface GeneralExchangeOrder {
  /** Kind of ticket. */
  ticketType: 'general';
  /** Day the new ticket is for. */
  ticketDate: string;
  /** Telephone number of the visitor: 3 to 32 characters, digits (at least three) with + ( ) - . / and spaces. */
  phone?: string | undefined;
  /** Why: 1 to 200 characters, not only white space. */
  reason: string;
}

export type ExchangeOrder = EventExchangeOrder | GeneralExchangeOrder;

export type Scan = {
  /** The text of a QR, as scanned: any text of any length. */
  code: string;
  confirmationCode?: undefined;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** Coming in (when left out) or leaving. */
  direction?: 'in' | 'out' | undefined;
  /** What this door lets in: general, or an eventId; everything when left out. */
  admits?: string | undefined;
  /** Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId?: string | undefined;
} | {
  code?: undefined;
  /** Confirmation code of the purchase, whole or only its eleven characters, in any case and with white space around it or not. */
  confirmationCode: string;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** Coming in (when left out) or leaving. */
  direction?: 'in' | 'out' | undefined;
  /** What this door lets in: general, or an eventId; everything when left out. */
  admits?: string | undefined;
  /** Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId?: string | undefined;
} | {
  code?: undefined;
  confirmationCode?: undefined;
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** Coming in (when left out) or leaving. */
  direction?: 'in' | 'out' | undefined;
  /** What this door lets in: general, or an eventId; everything when left out. */
  admits?: string | undefined;
  /** Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId?: string | undefined;
};

export interface CheckedTicket {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: 'event' | 'general';
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for event tickets. */
  eventName?: string;
  /** Confirmation code of the purchase. */
  confirmationCode: string;
}

export interface CheckIn {
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId: string;
  /** What the gate comes to. */
  verdict: 'admitted' | 'refused' | 'left';
  /** Why somebody is refused: the first that applies. */
  reason?: 'unreadable' | 'forged' | 'unknown-ticket' | 'void' | 'cancelled' | 'other-event' | 'wrong-day' | 'already-admitted' | 'not-inside';
  /** One sentence for the person at the gate. */
  message: string;
  /** When it happened. Instant (RFC 3339). */
  at: string;
  ticket?: CheckedTicket;
  /** The time before that speaks against it. */
  earlier?: {
    /** When. Instant (RFC 3339). */
    at: string;
    /** Name of the door. */
    gate?: string;
  };
  /** True for a second admission of the ticket, by a gate that could not know of the first. */
  conflict?: boolean;
  /** When the admission was taken back; told by that operation alone. Instant (RFC 3339). */
  undoneAt?: string;
}

export type OfflineScan = {
  /** The text of a QR, as scanned: any text of any length. */
  code: string;
  confirmationCode?: undefined;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** Coming in (when left out) or leaving. */
  direction?: 'in' | 'out' | undefined;
  /** What this door lets in: general, or an eventId; everything when left out. */
  admits?: string | undefined;
  /** Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId: string;
  /** When it happened, by the clock of the device. Instant (RFC 3339). */
  at: string;
  /** What the gate came to: admitted is said of somebody coming in, left of somebody leaving, which is then the direction when it is left out. */
  verdict: 'admitted' | 'refused' | 'left';
  /** Why somebody is refused: the first that applies. */
  reason?: 'unreadable' | 'forged' | 'unknown-ticket' | 'void' | 'cancelled' | 'other-event' | 'wrong-day' | 'already-admitted' | 'not-inside' | undefined;
} | {
  code?: undefined;
  /** Confirmation code of the purchase, whole or only its eleven characters, in any case and with white space around it or not. */
  confirmationCode: string;
  ticketId?: undefined;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** Coming in (when left out) or leaving. */
  direction?: 'in' | 'out' | undefined;
  /** What this door lets in: general, or an eventId; everything when left out. */
  admits?: string | undefined;
  /** Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId: string;
  /** When it happened, by the clock of the device. Instant (RFC 3339). */
  at: string;
  /** What the gate came to: admitted is said of somebody coming in, left of somebody leaving, which is then the direction when it is left out. */
  verdict: 'admitted' | 'refused' | 'left';
  /** Why somebody is refused: the first that applies. */
  reason?: 'unreadable' | 'forged' | 'unknown-ticket' | 'void' | 'cancelled' | 'other-event' | 'wrong-day' | 'already-admitted' | 'not-inside' | undefined;
} | {
  code?: undefined;
  confirmationCode?: undefined;
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Name of the door: 1 to 60 characters, not only white space. */
  gate?: string | undefined;
  /** Coming in (when left out) or leaving. */
  direction?: 'in' | 'out' | undefined;
  /** What this door lets in: general, or an eventId; everything when left out. */
  admits?: string | undefined;
  /** Why the visitor is let in all the same, for already-admitted, wrong-day and other-event only; for cashiers, managers and admins: 1 to 200 characters, not only white space. */
  override?: string | undefined;
  /** Identifier of a check-in, made by the device or else by the service. */
  checkInId: string;
  /** When it happened, by the clock of the device. Instant (RFC 3339). */
  at: string;
  /** What the gate came to: admitted is said of somebody coming in, left of somebody leaving, which is then the direction when it is left out. */
  verdict: 'admitted' | 'refused' | 'left';
  /** Why somebody is refused: the first that applies. */
  reason?: 'unreadable' | 'forged' | 'unknown-ticket' | 'void' | 'cancelled' | 'other-event' | 'wrong-day' | 'already-admitted' | 'not-inside' | undefined;
};

export interface CheckInBatch {
  /** What a gate has decided by itself: 1 to 500, in any order, each checkInId once. */
  checkIns: OfflineScan[];
  /** What the clock of the device says now, so that a wrong one is put right. Instant (RFC 3339). */
  sentAt?: string | undefined;
}

export type CheckIns = CheckIn[];

export interface PublicKey {
  /** OKP; keys of other kinds verify no code. */
  kty: string;
  /** Ed25519. */
  crv?: string;
  /** The key, 32 bytes in base64url. */
  x?: string;
  /** The key id in a code. */
  kid?: string;
  /** sig. */
  use?: string;
  /** EdDSA. */
  alg?: string;
}

export interface GateKnowledge {
  /** The day that it is about. */
  day: string;
  /** When the day is over: at midnight, or at closing time where that lies later. Instant (RFC 3339). */
  validUntil: string;
  /** Public keys of ticket codes, a JWK Set (RFC 7517); among news only when they changed. */
  keys: {
    keys: PublicKey[];
  };
  /** Events of the day; after midnight, until closing time, of the next day too. */
  events: {
    /** Identifier of a special event, assigned by the service. */
    eventId: string;
    /** Name of the event. */
    name: string;
    /** Whether it was cancelled, or this day of it: its tickets of this day admit no one. Of an event of both days, whether both are. */
    cancelled: boolean;
  }[];
  /** Days that events have lost, or were cancelled with, although tickets had been sold: of any event, from a year before this day on. */
  cancelledDates: {
    /** Identifier of a special event, assigned by the service. */
    eventId: string;
    /** Name of the event. */
    name: string;
    /** All of them; among news none where no day is cancelled any more. */
    dates: string[];
  }[];
  /** Tickets that came in and are inside. */
  admitted: string[];
  /** When each of them came in, in the same order: seconds since 1970-01-01T00:00:00Z. */
  admittedAt: number[];
  /** Through which door, in the same order: a place in "gates"; -1: without a name. */
  admittedGates: number[];
  /** Names of those doors. */
  gates: string[];
  /** Tickets that came in and have left. */
  left: string[];
  /** Tickets whose admission was taken back: as if they had not come. */
  takenBack: string[];
  /** Tickets that are void. */
  void: string[];
  /** For the news after this. */
  cursor: string;
}

export interface Occupancy {
  /** The day. */
  date: string;
  /** Tickets sold for the day. */
  sold: number;
  /** Tickets that came in. */
  admitted: number;
  /** Of these, tickets that are out again. */
  left: number;
  /** Of these, tickets that are inside. */
  inside: number;
  /** Second admissions of a ticket, by gates that could not know of the first. */
  conflicts: number;
  /** General entry, then the events of the day by name. */
  events: {
    /** The event; null: general entry. */
    eventId: null | string;
    /** Name of the event, or General entry. */
    name: string;
    /** Tickets sold for it on the day. */
    sold: number;
    /** Tickets that came in. */
    admitted: number;
  }[];
  /** The quarter hours in which somebody passed, in order. */
  quarterHours: {
    /** HH:mm in the museum’s time zone. */
    from: string;
    /** How often somebody came in. */
    in: number;
    /** How often somebody left. */
    out: number;
  }[];
}

export interface SalesReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** What the rows stand for. */
  by: 'day' | 'event' | 'seller';
  /** Currency of the revenue (ISO 4217). */
  currency: string;
  /** Only what something happened of: days in order, events and sellers by name. */
  rows: {
    /** The day; by day. */
    date?: string;
    /** The event; null: general entry; by event. */
    eventId?: null | string;
    /** Name of the event, or General entry; by event. */
    eventName?: string;
    /** User name of who sold; by seller. */
    seller?: string;
    /** Tickets sold, those for which another was exchanged too. */
    sold: number;
    /** Tickets made void, without those that were exchanged. */
    void: number;
    /** Tickets given back for another. */
    exchanged: number;
    /** What was sold less what was made void or exchanged, exact to the hundredth. */
    revenue: number;
    /** Of these, general entry. */
    general: {
      /** Tickets sold, those for which another was exchanged too. */
      sold: number;
      /** Tickets made void, without those that were exchanged. */
      void: number;
      /** Tickets given back for another. */
      exchanged: number;
      /** What was sold less what was made void or exchanged, exact to the hundredth. */
      revenue: number;
    };
    /** Of these, special events. */
    event: {
      /** Tickets sold, those for which another was exchanged too. */
      sold: number;
      /** Tickets made void, without those that were exchanged. */
      void: number;
      /** Tickets given back for another. */
      exchanged: number;
      /** What was sold less what was made void or exchanged, exact to the hundredth. */
      revenue: number;
    };
  }[];
  /** All rows together. */
  total: {
    /** Tickets sold, those for which another was exchanged too. */
    sold: number;
    /** Tickets made void, without those that were exchanged. */
    void: number;
    /** Tickets given back for another. */
    exchanged: number;
    /** What was sold less what was made void or exchanged, exact to the hundredth. */
    revenue: number;
    /** Of these, general entry. */
    general: {
      /** Tickets sold, those for which another was exchanged too. */
      sold: number;
      /** Tickets made void, without those that were exchanged. */
      void: number;
      /** Tickets given back for another. */
      exchanged: number;
      /** What was sold less what was made void or exchanged, exact to the hundredth. */
      revenue: number;
    };
    /** Of these, special events. */
    event: {
      /** Tickets sold, those for which another was exchanged too. */
      sold: number;
      /** Tickets made void, without those that were exchanged. */
      void: number;
      /** Tickets given back for another. */
      exchanged: number;
      /** What was sold less what was made void or exchanged, exact to the hundredth. */
      revenue: number;
    };
  };
}

export interface VisitsReport {
  /** First day of the report. */
  startDate: string;
  /** Last day of the report. */
  endDate: string;
  /** What the rows stand for. */
  by: 'day' | 'event' | 'hour';
  /** Only what something happened of: days and hours in order, events by name. */
  rows: {
    /** The day; by day. */
    date?: string;
    /** The event; null: general entry; by event. */
    eventId?: null | string;
    /** Name of the event, or General entry; by event. */
    eventName?: string;
    /** The hour in which tickets came in for the first time, or left for good, HH:mm in the museum’s time zone; by hour. */
    hour?: string;
    /** Tickets that came in, each once a day. */
    admitted: number;
    /** Of these, tickets that are out again. */
    left: number;
    /** Second admissions of a ticket, by gates that could not know of the first. */
    conflicts: number;
  }[];
  /** All rows together. */
  total: {
    /** Tickets that came in, each once a day. */
    admitted: number;
    /** Of these, tickets that are out again. */
    left: number;
    /** Second admissions of a ticket, by gates that could not know of the first. */
    conflicts: number;
  };
}

export interface JournalEntry {
  /** Its place in the sealed journal; left out until it is sealed. */
  number?: number;
  /** When it happened. Instant (RFC 3339). */
  at: string;
  /** What happened. */
  kind: string;
  /** What it happened to: an id, a day, a name. */
  subject: string;
  /** User name of who did it; left out for the operator, and for what the service does. */
  account?: string;
  /** The way in: api, desk, gate, cli or job. */
  door: string;
  /** Of the request, as the log has it. */
  requestId?: string;
  /** What was before and what is after; never an e-mail address, a telephone number or a password. */
  details: Record<string, unknown>;
}

export type JournalEntries = JournalEntry[];

export type NewsFilter = '*' | 'special-event.published' | 'special-event.changed' | 'special-event.cancelled' | 'ticket.sold' | 'ticket.void' | 'ticket.admitted' | 'ticket.admission-undone' | 'day.sold-out' | 'hours.changed' | 'webhook.test';

export interface WebhookInput {
  /** Where the news is posted: an https address of the public internet, such as https://example.com/news, without credentials, at most 2048 characters, no white space. */
  url: string;
  /** The types of news that it wants, at least one; * stands for all. */
  types: NewsFilter[];
  /** For staff: what it is, at most 200 characters. */
  description?: string | undefined;
  /** Whether it is told anything. */
  enabled?: boolean | undefined;
}

export interface WebhookWithSecret {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Where the news is posted: an https address of the public internet, such as https://example.com/news, without credentials, at most 2048 characters, no white space. */
  url: string;
  /** The types of news that it wants, at least one; * stands for all. */
  types: NewsFilter[];
  /** For staff: what it is, at most 200 characters. */
  description: string;
  /** Whether it is told anything. */
  enabled: boolean;
  /** When it was made. Instant (RFC 3339). */
  createdAt: string;
  /** When it was last changed. Instant (RFC 3339). */
  changedAt: string;
  /** When it answered 410 (Gone), which disabled it. Instant (RFC 3339). */
  goneAt?: string;
  /** What its messages are signed with (Standard Webhooks): whsec_ and 32 bytes in base64. Shown only this once. */
  secret: string;
}

export interface Webhook {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Where the news is posted: an https address of the public internet, such as https://example.com/news, without credentials, at most 2048 characters, no white space. */
  url: string;
  /** The types of news that it wants, at least one; * stands for all. */
  types: NewsFilter[];
  /** For staff: what it is, at most 200 characters. */
  description: string;
  /** Whether it is told anything. */
  enabled: boolean;
  /** When it was made. Instant (RFC 3339). */
  createdAt: string;
  /** When it was last changed. Instant (RFC 3339). */
  changedAt: string;
  /** When it answered 410 (Gone), which disabled it. Instant (RFC 3339). */
  goneAt?: string;
}

export type Webhooks = Webhook[];

export interface WebhookChange {
  /** Where the news is posted: an https address of the public internet, such as https://example.com/news, without credentials, at most 2048 characters, no white space. */
  url?: string | undefined;
  /** The types of news that it wants, at least one; * stands for all. */
  types?: NewsFilter[] | undefined;
  /** For staff: what it is, at most 200 characters. */
  description?: string | undefined;
  /** Whether it is told anything. */
  enabled?: boolean | undefined;
}

export interface WebhookDelivery {
  /** Identifier of a delivery: the same as in the header webhook-id of its message. */
  deliveryId: string;
  /** The type of the news. */
  type: 'special-event.published' | 'special-event.changed' | 'special-event.cancelled' | 'ticket.sold' | 'ticket.void' | 'ticket.admitted' | 'ticket.admission-undone' | 'day.sold-out' | 'hours.changed' | 'webhook.test';
  /** The ticket, event or day that it is about. */
  subject: string;
  /** waiting for its (next) attempt, delivered, failed for good, or dropped without being sent. */
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  /** How often it was tried. */
  attempts: number;
  /** When it happened. Instant (RFC 3339). */
  createdAt: string;
  /** When it is tried next, while it waits. Instant (RFC 3339). */
  nextAttemptAt?: string;
  /** When it was delivered, or given up. Instant (RFC 3339). */
  settledAt?: string;
  /** What came of the last attempt: the status and the beginning of the answer. */
  lastAnswer?: string;
  /** When that was. Instant (RFC 3339). */
  lastAttemptAt?: string;
}

export interface Replay {
  /** What happened then or later is told again. Instant (RFC 3339). */
  since: string;
}

export interface ReplayBegun {
  /** The same, in UTC with milliseconds. Instant (RFC 3339). */
  since: string;
  /** How many entries of the journal are gone through: each is news or not, or that of many sales. */
  entries: number;
}

export type WebhookDeliveries = WebhookDelivery[];

export interface PublishNewEvent {
  /** What has happened. */
  type: 'special-event.published';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SpecialEvent;
}

export interface PublishChangedEvent {
  /** What has happened. */
  type: 'special-event.changed';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SpecialEvent;
}

export interface PublishCancelledEvent {
  /** What has happened. */
  type: 'special-event.cancelled';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SpecialEvent;
}

export interface TicketNews {
  /** Identifier of a ticket, assigned by the service. */
  ticketId: string;
  /** Kind of ticket. */
  ticketType: 'event' | 'general';
  /** Day the ticket is valid for. */
  ticketDate: string;
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Confirmation code of the purchase, unique in the museum. */
  confirmationCode: string;
  /** What the ticket was sold at. */
  price: number;
}

export interface PublishSoldTicket {
  /** What has happened. */
  type: 'ticket.sold';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PublishVoidTicket {
  /** What has happened. */
  type: 'ticket.void';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PublishAdmittedTicket {
  /** What has happened. */
  type: 'ticket.admitted';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface PublishUndoneAdmission {
  /** What has happened. */
  type: 'ticket.admission-undone';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TicketNews;
}

export interface SoldOutNews {
  /** The day on which nothing is left. */
  date: string;
  /** Kind of ticket. */
  ticketType: 'event' | 'general';
  /** Identifier of a special event, assigned by the service. */
  eventId?: string;
  /** Name of the event, for a special event. */
  eventName?: string;
}

export interface PublishSoldOutDay {
  /** What has happened. */
  type: 'day.sold-out';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: SoldOutNews;
}

export interface HoursNews {
  /** The day whose hours have changed; without one it is the usual week. */
  date?: string;
  /** Of the day: whether the museum is closed. */
  closed?: boolean;
  /** Of a day that is open. */
  timeOpen?: string;
  /** Of a day that is open. */
  timeClose?: string;
  /** Why the day differs from the week. */
  reason?: string;
  week?: WeeklyHours;
}

export interface PublishChangedHours {
  /** What has happened. */
  type: 'hours.changed';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: HoursNews;
}

export interface TestNews {
  /** Identifier of a webhook, assigned by the service. */
  webhookId: string;
  /** Says that it means nothing. */
  message: string;
}

export interface PublishTest {
  /** What has happened. */
  type: 'webhook.test';
  /** When it happened. Instant (RFC 3339). */
  timestamp: string;
  data: TestNews;
}

/** A message that the museum posts to webhooks, discriminated by its type. */
export type News = PublishNewEvent | PublishChangedEvent | PublishCancelledEvent | PublishSoldTicket | PublishVoidTicket | PublishAdmittedTicket | PublishUndoneAdmission | PublishSoldOutDay | PublishChangedHours | PublishTest;

/** Every kind of problem that operations answer with, by its type. */
export interface Problems {
  /** The request could not be read. */
  '/problems/malformed-request': ProblemDetails<'/problems/malformed-request', 400>;
  /** The request is not valid. */
  '/problems/invalid-request': ProblemDetails<'/problems/invalid-request', 400> & {
    /** Every fault of an invalid request; the first hundred when there are more. */
    errors: Fault[];
  };
  /** Sign in to do this. */
  '/problems/unauthorized': ProblemDetails<'/problems/unauthorized', 401>;
  /** This account may not do this. */
  '/problems/forbidden': ProblemDetails<'/problems/forbidden', 403>;
  /** That day has as many events as a day can have. */
  '/problems/day-full-of-events': ProblemDetails<'/problems/day-full-of-events', 409>;
  /** A request with this idempotency key is still running. */
  '/problems/idempotency-key-in-use': ProblemDetails<'/problems/idempotency-key-in-use', 409>;
  /** The body is too large. */
  '/problems/body-too-large': ProblemDetails<'/problems/body-too-large', 413>;
  /** The body is not JSON. */
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
  /** Too busy just now. */
  '/problems/overloaded': ProblemDetails<'/problems/overloaded', 503>;
  /** The database does not answer. */
  '/problems/database-unavailable': ProblemDetails<'/problems/database-unavailable', 503>;
  /** The service is stopping. */
  '/problems/shutting-down': ProblemDetails<'/problems/shutting-down', 503>;
  /** It has changed since you read it. */
  '/problems/precondition-failed': ProblemDetails<'/problems/precondition-failed', 412>;
  /** There is no such special event. */
  '/problems/event-not-found': ProblemDetails<'/problems/event-not-found', 404>;
  /** That day is over. */
  '/problems/date-past': ProblemDetails<'/problems/date-past', 409>;
  /** The event does not take place on that day. */
  '/problems/not-an-event-day': ProblemDetails<'/problems/not-an-event-day', 409>;
  /** The museum is closed on that day. */
  '/problems/museum-closed': ProblemDetails<'/problems/museum-closed', 409>;
  /** That day is sold out. */
  '/problems/sold-out': ProblemDetails<'/problems/sold-out', 409> & {
    /** For a sold-out special event: what is left on its other dates; null means no limit. */
    otherDates?: {
      date: string;
      left: number | null;
    }[];
  };
  /** There is no such ticket. */
  '/problems/ticket-not-found': ProblemDetails<'/problems/ticket-not-found', 404>;
  /** The event of this ticket was cancelled. */
  '/problems/event-cancelled': ProblemDetails<'/problems/event-cancelled', 410>;
  /** The ticket is void. */
  '/problems/ticket-void': ProblemDetails<'/problems/ticket-void', 410 | 409>;
  /** That day is no exception. */
  '/problems/exception-not-found': ProblemDetails<'/problems/exception-not-found', 404>;
  /** The ticket was used. */
  '/problems/ticket-admitted': ProblemDetails<'/problems/ticket-admitted', 409>;
  /** This checkInId belongs to another scan. */
  '/problems/check-in-id-reused': ProblemDetails<'/problems/check-in-id-reused', 422>;
  /** There is no such check-in. */
  '/problems/check-in-not-found': ProblemDetails<'/problems/check-in-not-found', 404>;
  /** That can’t be taken back. */
  '/problems/not-undoable': ProblemDetails<'/problems/not-undoable', 409> & {
    /** For an admission that can’t be taken back: why not. */
    reason?: 'not-an-admission' | 'undone' | 'left' | 'too-late' | 'not-yours';
  };
  /** The news since then can’t be told any more. */
  '/problems/cursor-expired': ProblemDetails<'/problems/cursor-expired', 410>;
  /** News can’t be sent to that address. */
  '/problems/webhook-address-refused': ProblemDetails<'/problems/webhook-address-refused', 400> & {
    /** Every fault of an invalid request; the first hundred when there are more. */
    errors: Fault[];
  };
  /** There are too many webhooks. */
  '/problems/too-many-webhooks': ProblemDetails<'/problems/too-many-webhooks', 409>;
  /** There is no such webhook. */
  '/problems/webhook-not-found': ProblemDetails<'/problems/webhook-not-found', 404>;
  /** The webhook is disabled. */
  '/problems/webhook-disabled': ProblemDetails<'/problems/webhook-disabled', 409>;
  /** There is no such delivery. */
  '/problems/delivery-not-found': ProblemDetails<'/problems/delivery-not-found', 404>;
}

export type CreateSpecialEventProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/day-full-of-events' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type ListSpecialEventsProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetSpecialEventProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/event-not-found' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type UpdateSpecialEventProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/event-not-found' | '/problems/day-full-of-events' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type DeleteSpecialEventProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/event-not-found' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type BuyMuseumTicketsProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/event-not-found' | '/problems/date-past' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/sold-out' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type FindTicketsProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetTicketCodeProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/ticket-not-found' | '/problems/event-cancelled' | '/problems/ticket-void' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetMuseumHoursProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type SetSpecialDayProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type DeleteSpecialDayProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/exception-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetWeeklyHoursProblem = Problems['/problems/malformed-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type SetWeeklyHoursProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetGeneralCapacityProblem = Problems['/problems/malformed-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type SetGeneralCapacityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetDayCapacityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type SetDayCapacityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type DeleteDayCapacityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/exception-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetEventCapacityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/event-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type SetEventCapacityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/event-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetAvailabilityProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetTicketProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/ticket-not-found' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type VoidTicketProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/ticket-not-found' | '/problems/ticket-void' | '/problems/ticket-admitted' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type ExchangeTicketProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/ticket-not-found' | '/problems/ticket-void' | '/problems/ticket-admitted' | '/problems/event-not-found' | '/problems/date-past' | '/problems/not-an-event-day' | '/problems/museum-closed' | '/problems/sold-out' | '/problems/idempotency-key-in-use' | '/problems/idempotency-key-reused' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type CheckInProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/check-in-id-reused' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type RecordCheckInsProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/check-in-id-reused' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type UndoCheckInProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/check-in-not-found' | '/problems/not-undoable' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetGateSnapshotProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/precondition-failed' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetGateNewsProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/cursor-expired' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetOccupancyProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetSalesReportProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetVisitsReportProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type ListJournalProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type CreateWebhookProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-address-refused' | '/problems/too-many-webhooks' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type ListWebhooksProblem = Problems['/problems/malformed-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type GetWebhookProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type UpdateWebhookProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/webhook-address-refused' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type DeleteWebhookProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type RotateWebhookSecretProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type TestWebhookProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/webhook-disabled' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type ReplayWebhookProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/webhook-disabled' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type ListWebhookDeliveriesProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

export type RetryWebhookDeliveryProblem = Problems['/problems/malformed-request' | '/problems/invalid-request' | '/problems/body-too-large' | '/problems/unsupported-media-type' | '/problems/expectation-failed' | '/problems/unauthorized' | '/problems/forbidden' | '/problems/webhook-not-found' | '/problems/delivery-not-found' | '/problems/webhook-disabled' | '/problems/too-many-sign-ins' | '/problems/too-many-requests' | '/problems/internal-error' | '/problems/overloaded' | '/problems/database-unavailable' | '/problems/shutting-down'] | UnexplainedProblem;

/** How many minutes before its entry time a ticket is admitted, and how many after it. */
export interface EntryRule {
  readonly early: number;
  readonly late: number;
}

/** A ticket with an entry time. Instants are milliseconds UTC. */
export interface TimedTicket {
  /** The instant of its entry time. */
  readonly entryAt: number;
  /** Null: general entry. */
  readonly eventId: string | null;
  /** How long its event takes; left out: not known. */
  readonly minutes?: number;
}

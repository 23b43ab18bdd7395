-- What was scanned at the doors: a row for every scan, refused ones too.
CREATE TABLE check_ins (
  -- Made by the device, or else by the service.
  check_in_id TEXT NOT NULL PRIMARY KEY,
  -- Of what was scanned and how: the same id stands for the same scan for ever.
  scan_hash TEXT NOT NULL,
  -- The ticket, where there is one, with what the gate needs of it.
  number BIGINT REFERENCES tickets (number),
  ticket_id TEXT,
  ticket_date TEXT,
  event_id TEXT,
  event_name TEXT,
  -- Counts the times that a ticket came in or left, in the order of recording; NULL when nobody passed. That no two have
  -- the same is what keeps a ticket from being admitted twice.
  turn INTEGER,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  verdict TEXT NOT NULL CHECK (verdict IN ('admitted', 'refused', 'left')),
  -- Why it was refused, or what was overridden.
  reason TEXT,
  message TEXT NOT NULL,
  earlier_at BIGINT,
  earlier_gate TEXT,
  override_reason TEXT,
  gate TEXT,
  -- The museum's day that it counts for: a day lasts until closing time.
  day TEXT NOT NULL,
  -- When it happened; what the clock of a device said that decided alone; when it was written down.
  at BIGINT NOT NULL,
  device_at BIGINT,
  recorded_at BIGINT NOT NULL,
  -- NULL: the operator, on the command line.
  account_id TEXT,
  -- 1: a second admission of a ticket, let in by a gate that could not know.
  is_conflict INTEGER NOT NULL CHECK (is_conflict IN (0, 1)),
  -- Of an admission that was taken back.
  undone_at BIGINT,
  undone_by TEXT,
  CHECK (turn IS NULL OR (number IS NOT NULL AND ticket_date IS NOT NULL AND verdict <> 'refused'))
);
-- By the ticket's day, so that a busy day writes to few pages of a large index.
CREATE UNIQUE INDEX check_ins_by_ticket ON check_ins (ticket_date, number, turn) WHERE turn IS NOT NULL;
-- Tickets that somebody let in on another day than theirs.
CREATE INDEX check_ins_off_day ON check_ins (day) WHERE turn IS NOT NULL AND day <> ticket_date;

-- Days of events that were taken off or cancelled: their tickets still come to the doors.
CREATE INDEX event_days_unlisted ON event_days (day, event_id) WHERE listed = 0;

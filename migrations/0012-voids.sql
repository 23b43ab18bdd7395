-- Tickets that are void: the ticket itself stays as it was sold.
CREATE TABLE voids (
  number BIGINT NOT NULL PRIMARY KEY REFERENCES tickets (number),
  ticket_id TEXT NOT NULL,
  ticket_date TEXT NOT NULL,
  reason TEXT NOT NULL,
  voided_at BIGINT NOT NULL,
  voided_by TEXT,
  -- The ticket that it was exchanged for.
  replaced_by BIGINT REFERENCES tickets (number)
);
CREATE INDEX voids_by_day ON voids (ticket_date);
CREATE UNIQUE INDEX voids_by_replacement ON voids (replaced_by) WHERE replaced_by IS NOT NULL;

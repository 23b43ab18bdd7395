-- Tickets whose event was postponed: each keeps its id and its codes, and is for another day from then on.

-- One row for each day that a ticket was for before. tickets.ticket_date is the day that it is for now.
CREATE TABLE postponed (
  number BIGINT NOT NULL,
  from_day TEXT NOT NULL,
  postponed_at BIGINT NOT NULL,
  PRIMARY KEY (number, from_day)
);
CREATE INDEX postponed_by_day ON postponed (from_day, number);

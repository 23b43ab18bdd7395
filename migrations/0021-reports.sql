-- What was sold and who came, added up from the journal by day, so that reports need not count tickets. What has happened
-- since is added to it when somebody asks.
CREATE TABLE report_progress (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- The number of the last entry of the journal of which everything is added up.
  read_to BIGINT NOT NULL,
  -- Of tickets that are older than the journal: the number of the last one that is added up; NULL: all are.
  old_tickets_to BIGINT
);
INSERT INTO report_progress (id, read_to, old_tickets_to) VALUES (1, 0, 0);

-- By the museum's day on which it was sold, or made void. An event_id of '' is general entry.
CREATE TABLE sales_figures (
  day TEXT NOT NULL,
  event_id TEXT NOT NULL,
  sold_by TEXT NOT NULL,
  currency TEXT NOT NULL,
  sold BIGINT NOT NULL,
  sold_cents BIGINT NOT NULL,
  void BIGINT NOT NULL,
  void_cents BIGINT NOT NULL,
  exchanged BIGINT NOT NULL,
  exchanged_cents BIGINT NOT NULL,
  PRIMARY KEY (day, event_id, sold_by, currency)
);

-- By the museum's day for which somebody was let in; hour: 0 to 23 on the museum's clocks.
CREATE TABLE visit_figures (
  day TEXT NOT NULL,
  event_id TEXT NOT NULL,
  sold_by TEXT NOT NULL,
  hour INTEGER NOT NULL,
  admitted BIGINT NOT NULL,
  went_out BIGINT NOT NULL,
  conflicts BIGINT NOT NULL,
  PRIMARY KEY (day, event_id, sold_by, hour)
);

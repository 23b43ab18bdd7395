-- What was sold and who came, added up from the journal by day, so that reports need not count tickets. What has happened
-- since is added to it when somebody asks.
CREATE TABLE report_progress (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- The number of the last entry of the journal of which everything is added up.
  read_to BIGINT NOT NULL,
  -- Of tickets that are older than the journal: the number of the last one that is added up; NULL: all are.
  old_tickets_to BIGINT,
  -- The number of the last ticket that is older than the journal; 0: none is.
  old_tickets_end BIGINT NOT NULL
);
INSERT INTO report_progress (id, read_to, old_tickets_to, old_tickets_end)
  SELECT 1, 0, 0, coalesce(max(number), 0) FROM tickets;

-- By the museum's day on which it was sold, or made void, in three ways, so that none has to add up many rows:
-- 'day': of a day; event_id is '' for general entry and '*' for all events together.
-- 'day-event': of a day and event; 'month-event': of a whole month and event, where period is YYYY-MM.
CREATE TABLE sales_figures (
  row_of TEXT NOT NULL,
  period TEXT NOT NULL,
  event_id TEXT NOT NULL,
  sold_by TEXT NOT NULL,
  currency TEXT NOT NULL,
  sold BIGINT NOT NULL,
  sold_cents BIGINT NOT NULL,
  void BIGINT NOT NULL,
  void_cents BIGINT NOT NULL,
  exchanged BIGINT NOT NULL,
  exchanged_cents BIGINT NOT NULL,
  PRIMARY KEY (row_of, period, event_id, sold_by, currency)
);

-- By the museum's day for which somebody was let in, three times over: each by day, event or hour, which is in row_key.
CREATE TABLE visit_figures (
  row_of TEXT NOT NULL,
  day TEXT NOT NULL,
  row_key TEXT NOT NULL,
  sold_by TEXT NOT NULL,
  admitted BIGINT NOT NULL,
  went_out BIGINT NOT NULL,
  conflicts BIGINT NOT NULL,
  PRIMARY KEY (row_of, day, row_key, sold_by)
);
CREATE INDEX visit_figures_by_day ON visit_figures (day);

-- Figures of reports with persons, cancelled tickets and VAT. Instances of the version before go on with sales_figures and
-- report_progress, which nothing else reads any more: what they know is not enough for these.

CREATE TABLE figures_progress (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- The number of the last entry of the journal whose sales are added up.
  read_to BIGINT NOT NULL,
  -- Of tickets that are older than the journal: the number of the last one that is added up; NULL: all are.
  old_tickets_to BIGINT,
  -- The number of the last ticket that is older than the journal; 0: none is.
  old_tickets_end BIGINT NOT NULL,
  -- The days on which visitors came by the entries up to this one are known already.
  visits_from BIGINT NOT NULL
);
INSERT INTO figures_progress (id, read_to, old_tickets_to, old_tickets_end, visits_from)
  SELECT 1, 0, 0, old_tickets_end, read_to FROM report_progress;

-- By the museum's day on which it was sold, called off or made void, so that no report has to add up many rows:
-- 'day': of a day; event_id is '' for general entry and '*' for all events together.
-- 'day-event': of a day and event; 'month-event': of a whole month and event, where period is YYYY-MM.
-- 'day-category': as 'day', of one category other than standard, which are part of 'day' too.
-- 'day-vat': as 'day', of one rate of VAT.
CREATE TABLE sales_totals (
  row_of TEXT NOT NULL,
  period TEXT NOT NULL,
  event_id TEXT NOT NULL,
  -- The number of the category, or the rate in hundredths of a percent (-1: none); 0: all together.
  part INTEGER NOT NULL,
  sold_by TEXT NOT NULL,
  currency TEXT NOT NULL,
  sold BIGINT NOT NULL,
  void BIGINT NOT NULL,
  exchanged BIGINT NOT NULL,
  cancelled BIGINT NOT NULL,
  -- Of what was sold less the others.
  persons BIGINT NOT NULL,
  revenue_cents BIGINT NOT NULL,
  -- The price of all that was sold.
  sold_cents BIGINT NOT NULL,
  -- What sellers have collected: the price of sales that recorded no payment.
  collected_cents BIGINT NOT NULL,
  PRIMARY KEY (row_of, period, event_id, part, sold_by, currency)
);

-- By how much has changed what is due to the buyer of an order, of those to whom something may ever have been; 0: by nothing.
CREATE TABLE due_changes (
  order_id TEXT NOT NULL,
  day TEXT NOT NULL,
  -- '': the service itself.
  sold_by TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_cents BIGINT NOT NULL,
  PRIMARY KEY (order_id, day)
);
CREATE INDEX due_changes_by_day ON due_changes (day, currency, sold_by, amount_cents);

-- NULL: an instance of the version before has counted the day, which is counted again.
ALTER TABLE visit_figures ADD COLUMN persons BIGINT;
CREATE INDEX visit_figures_without_persons ON visit_figures (day) WHERE persons IS NULL;

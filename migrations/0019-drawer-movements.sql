-- Cash that is put into drawers and taken out of them beside sales and refunds: facts that never change.

CREATE TABLE drawer_movements (
  -- In the order in which they were recorded, whatever the clock says.
  number INTEGER NOT NULL PRIMARY KEY,
  -- float: what is in the drawer before the first sale. Of several on a day the last counts.
  kind TEXT NOT NULL CHECK (kind IN ('float', 'pay-in', 'pay-out')),
  -- Whose drawer it is.
  account_id TEXT NOT NULL,
  -- The museum's day.
  day TEXT NOT NULL,
  amount_cents BIGINT NOT NULL,
  currency TEXT NOT NULL,
  reason TEXT,
  at BIGINT NOT NULL,
  -- Who recorded it.
  recorded_by TEXT,
  CHECK (amount_cents > 0 OR (kind = 'float' AND amount_cents = 0)),
  CHECK ((kind = 'float') = (reason IS NULL))
);
CREATE INDEX drawer_movements_by_day ON drawer_movements (day, account_id);

-- An order keeps its tickets: one that another was exchanged for belongs to the order of that one.

-- The order that a ticket belongs to since the exchange that made it; of one whose first ticket was sold alone, the id of that
-- ticket. NULL: it was sold, and not exchanged for, or an instance of the version before has just exchanged it.
ALTER TABLE tickets ADD COLUMN joined_order TEXT;
CREATE INDEX tickets_by_joined_order ON tickets (joined_order) WHERE joined_order IS NOT NULL;
-- What was really charged for it, of a ticket that an exchange made. NULL: its price, or what the payments say that an exchange
-- before this column recorded under its own id.
ALTER TABLE tickets ADD COLUMN charged_cents BIGINT;
-- 1: paid for an exchange; the sale itself is paid otherwise.
ALTER TABLE payments ADD COLUMN for_exchange INTEGER;

-- What buyers are owed without a payment provider: added when they give tickets back or move to cheaper ones, and taken off when
-- it is paid. Rows are added only; the sum of an order's is what is owed now.
CREATE TABLE dues (
  due_id TEXT NOT NULL PRIMARY KEY,
  -- Of the order, or of a ticket that was sold alone.
  order_id TEXT NOT NULL,
  -- Hundredths; below zero: it was paid.
  amount_cents BIGINT NOT NULL CHECK (amount_cents <> 0),
  reason TEXT NOT NULL CHECK (reason IN ('returned', 'moved', 'paid')),
  at BIGINT NOT NULL
);
CREATE INDEX dues_by_order ON dues (order_id);

-- What was exchanged before, from the first ticket of each chain on. An exchange into another currency begins a new one: the old
-- price was paid back then, and the new one paid.
WITH RECURSIVE
  exchanged (number, made, order_id) AS (
    SELECT voids.number, voids.replaced_by, coalesce(old.order_id, old.ticket_id)
      FROM voids JOIN tickets AS old ON old.number = voids.number
      JOIN tickets AS made ON made.number = voids.replaced_by AND made.currency = old.currency
  ),
  joined (number, order_id) AS (
    SELECT made, order_id FROM exchanged
     WHERE NOT EXISTS (SELECT 1 FROM exchanged AS earlier WHERE earlier.made = exchanged.number)
    UNION ALL
    SELECT made, joined.order_id FROM joined JOIN exchanged ON exchanged.number = joined.number
  )
UPDATE tickets SET joined_order = joined.order_id FROM joined WHERE tickets.number = joined.number;
-- These were void when all tickets were that they had been sold with.
UPDATE orders SET state = 'sold' WHERE state = 'void' AND EXISTS (
  SELECT 1 FROM tickets WHERE tickets.joined_order = orders.order_id
     AND NOT EXISTS (SELECT 1 FROM voids WHERE voids.number = tickets.number));

-- Buyers move tickets to another day or time by themselves.

-- Moves to dearer tickets, which are done when the difference is paid. Until then an order of its own holds the new places. Rows are
-- added only: a move is open while that order is held.
CREATE TABLE moves (
  -- The order that holds the new places, one ticket id an item.
  hold_id TEXT NOT NULL PRIMARY KEY,
  -- The order whose tickets are moved.
  order_id TEXT NOT NULL,
  -- Their numbers, in the order of the items: JSON.
  tickets TEXT NOT NULL,
  -- Hundredths: what is paid beside the old tickets.
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0)
);
CREATE INDEX moves_by_order ON moves (order_id);

-- How often a buyer has moved the tickets before it by choice, for a ticket that a buyer has moved.
CREATE TABLE moved_tickets (
  number BIGINT NOT NULL PRIMARY KEY,
  moves INTEGER NOT NULL
);

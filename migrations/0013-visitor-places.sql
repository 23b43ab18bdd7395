-- What visitors of the shop keep without having paid, by the network from which they ordered.

-- The places of an order in each slot: while it is held, for as long as its tickets are free and not void, and for an hour
-- after its buyer gave them back. A paid order has none. What instances of the version before leave here is swept away.
CREATE TABLE visitor_places (
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  -- The slot.
  product TEXT NOT NULL,
  day TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  -- A keyed hash of the network.
  network_hash BIGINT NOT NULL,
  places INTEGER NOT NULL,
  -- 1: they cost nothing.
  free INTEGER NOT NULL CHECK (free IN (0, 1)),
  placed_at BIGINT NOT NULL,
  -- When its buyer gave them back, or had not paid in time.
  given_back_at BIGINT,
  PRIMARY KEY (order_id, product, day, starts_at)
);
CREATE INDEX visitor_places_by_network ON visitor_places (network_hash, day);
CREATE INDEX visitor_places_by_day ON visitor_places (day);
CREATE INDEX visitor_places_given_back ON visitor_places (given_back_at) WHERE given_back_at IS NOT NULL;
-- In shop_places a slot is its product ("general" or 36 characters), its day and perhaps its time.
INSERT INTO visitor_places (order_id, product, day, starts_at, network_hash, places, free, placed_at)
  SELECT shop_places.order_id,
         CASE WHEN slot LIKE 'general %' THEN 'general' ELSE substr(slot, 1, 36) END,
         CASE WHEN slot LIKE 'general %' THEN substr(slot, 9, 10) ELSE substr(slot, 38, 10) END,
         CASE WHEN slot LIKE 'general %' THEN substr(slot, 20) ELSE substr(slot, 49) END,
         network_hash, places, 0, created_at
    FROM shop_places JOIN orders ON orders.order_id = shop_places.order_id WHERE network_hash IS NOT NULL;

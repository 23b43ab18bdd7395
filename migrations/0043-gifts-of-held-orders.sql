-- Which gift vouchers a held order of the shop is to be paid with. Nothing is taken off them until it is sold.

CREATE TABLE held_gifts (
  order_id TEXT NOT NULL,
  -- That of the code as it was typed: once the code is replaced, it pays no more.
  code_hash TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (order_id, code_hash)
);
CREATE INDEX held_gifts_by_time ON held_gifts (at);

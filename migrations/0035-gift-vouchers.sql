-- Gift vouchers, which are money that a museum owes until they are spent.

CREATE TABLE gifts (
  gift_id TEXT NOT NULL PRIMARY KEY,
  -- The order that it was sold with, and its place among the items of that.
  order_id TEXT NOT NULL,
  item INTEGER NOT NULL,
  sold_by TEXT,
  -- Hundredths: what it was sold for.
  amount_cents BIGINT NOT NULL CHECK (amount_cents > 0),
  currency TEXT NOT NULL,
  -- What is left of it: the sum of its entries.
  balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0),
  -- A keyed hash of its code, by which it is found.
  code_hash TEXT NOT NULL,
  -- The code, encrypted; NULL: it was used up.
  code TEXT,
  -- What the buyer wrote, and where it was mailed to; NULL: nothing, or erased.
  message TEXT,
  recipient TEXT,
  -- A keyed hash of the address, by which it is found.
  recipient_hash BIGINT,
  language TEXT NOT NULL,
  sold_at BIGINT NOT NULL,
  -- The museum's last day on which it is valid.
  valid_to TEXT NOT NULL
);
CREATE UNIQUE INDEX gifts_by_item ON gifts (order_id, item);
CREATE UNIQUE INDEX gifts_by_code ON gifts (code_hash);
CREATE INDEX gifts_by_recipient ON gifts (recipient_hash) WHERE recipient_hash IS NOT NULL;
CREATE INDEX gifts_with_balance ON gifts (valid_to) WHERE balance_cents > 0;

-- What has become of the money on them. Rows are added only.
CREATE TABLE gift_entries (
  entry_id TEXT NOT NULL PRIMARY KEY,
  gift_id TEXT NOT NULL REFERENCES gifts (gift_id),
  kind TEXT NOT NULL CHECK (kind IN ('issued', 'redeemed', 'given-back', 'returned', 'expired', 'corrected')),
  -- Hundredths; below zero: taken off.
  amount_cents BIGINT NOT NULL CHECK (amount_cents <> 0),
  currency TEXT NOT NULL,
  -- The order that it paid for, of one that was redeemed or given back.
  order_id TEXT,
  -- Why staff corrected it.
  reason TEXT,
  account_id TEXT,
  -- The museum's day.
  day TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX gift_entries_by_gift ON gift_entries (gift_id);
CREATE INDEX gift_entries_by_order ON gift_entries (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX gift_entries_by_day ON gift_entries (day, currency, kind, amount_cents);

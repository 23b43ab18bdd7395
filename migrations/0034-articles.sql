-- What is sold beside tickets: articles, and donations.

CREATE TABLE articles (
  -- The slug by which everybody knows it.
  article TEXT NOT NULL PRIMARY KEY,
  -- The order shown.
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('extra', 'donation')),
  name TEXT NOT NULL,
  -- A JSON object of names in other languages.
  names TEXT NOT NULL,
  description TEXT,
  -- Of an extra.
  price_cents BIGINT,
  -- Of a donation: a JSON array of amounts in hundredths, and between what an amount must be.
  suggested TEXT NOT NULL,
  least_cents BIGINT,
  most_cents BIGINT,
  -- Hundredths of a percent; null: that of the museum.
  vat INTEGER,
  -- A JSON array: it is sold only together with a ticket for one of these; empty: alone too.
  with_ticket_for TEXT NOT NULL,
  on_sale INTEGER NOT NULL CHECK (on_sale IN (0, 1)),
  -- A JSON array: where it is sold.
  channels TEXT NOT NULL,
  CHECK ((kind = 'extra') = (price_cents IS NOT NULL))
);

-- A JSON array of what is ordered beside tickets, at the terms on which it was held or sold; null: nothing.
ALTER TABLE orders ADD COLUMN goods TEXT;

-- The articles that were sold with an order: facts that never change.
CREATE TABLE sold_articles (
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  article TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('extra', 'donation')),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  -- Of one.
  price_cents BIGINT NOT NULL,
  vat INTEGER,
  currency TEXT NOT NULL,
  -- The account that placed the order.
  sold_by TEXT NOT NULL,
  sold_at BIGINT NOT NULL,
  PRIMARY KEY (order_id, article)
);
CREATE INDEX sold_articles_by_article ON sold_articles (article);
CREATE INDEX sold_articles_by_time ON sold_articles (sold_at);

-- What became of them: facts that never change.
CREATE TABLE article_changes (
  change_id TEXT NOT NULL PRIMARY KEY,
  order_id TEXT NOT NULL,
  article TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('returned', 'handed-out')),
  -- Below zero: taken back after it was handed out.
  quantity INTEGER NOT NULL,
  at BIGINT NOT NULL,
  -- Null: the service itself.
  account_id TEXT,
  FOREIGN KEY (order_id, article) REFERENCES sold_articles (order_id, article),
  CHECK (quantity > 0 OR (what = 'handed-out' AND quantity < 0))
);
CREATE INDEX article_changes_by_order ON article_changes (order_id);
CREATE INDEX article_changes_by_time ON article_changes (at);

-- Orders of articles alone, whose buyer no ticket knows, for as long as the buyer is known.
CREATE INDEX orders_without_tickets ON orders (sold_at) WHERE items = '[]' AND email_hash IS NOT NULL;

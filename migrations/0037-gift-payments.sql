-- Payments with gift vouchers of the museum.

-- 1: with one of these. Version 1.0 takes it for a voucher that was redeemed elsewhere.
ALTER TABLE payments ADD COLUMN by_gift INTEGER;
-- What is added up by day. Version 1.0 adds up by payments_by_day.
CREATE INDEX payments_by_day_and_method ON payments (day, account_id, method, by_gift, currency, amount_cents);

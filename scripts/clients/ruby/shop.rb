# Buys a ticket, is refused another, fetches the picture of the first, and holds and confirms an order of two, with the
# client that was generated for Ruby.

require 'date'
require 'uri'
require 'fileutils'
require 'museum_client'

MuseumClient.configure do |config|
  base = URI(ENV.fetch('BASE_URL'))
  config.scheme = base.scheme
  config.host = "#{base.host}:#{base.port}"
  config.base_path = base.path
  config.username = ENV.fetch('USERNAME')
  config.password = ENV.fetch('PASSWORD')
  config.logger = Logger.new($stderr)
end
tickets = MuseumClient::TicketsApi.new
orders = MuseumClient::OrdersApi.new

buy = lambda do |day|
  tickets.buy_museum_tickets(
    MuseumClient::EventPurchase.new(
      ticket_type: MuseumClient::EventTicketType::EVENT,
      event_id: ENV.fetch('EVENT_ID'),
      ticket_date: Date.iso8601(day),
      email: 'ada@example.com'
    )
  )
end

ticket = buy.call(ENV.fetch('EVENT_DAY'))
puts ticket.confirmation_code
begin
  buy.call(ENV.fetch('OTHER_DAY'))
rescue MuseumClient::ApiError => e
  puts JSON.parse(e.response_body).fetch('type')
end
picture = tickets.get_ticket_code(ticket.ticket_id)
FileUtils.cp(picture.path, 'ticket.png')

item = MuseumClient::EventOrderItemInput.new(
  ticket_type: MuseumClient::EventTicketType::EVENT,
  event_id: ENV.fetch('EVENT_ID'),
  ticket_date: Date.iso8601(ENV.fetch('EVENT_DAY')),
  quantity: 2
)
held = orders.place_order(MuseumClient::OrderInput.new(items: [item], hold: 900))
confirmation = MuseumClient::OrderConfirmation.new(paid_by: MuseumClient::PaymentMethod::ONLINE)
order = orders.confirm_order(held.order_id, { order_confirmation: confirmation })
puts format('%s %s %g', order.order_code, order.state, order.total)

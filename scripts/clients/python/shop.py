"""Buys a ticket, is refused another, fetches the picture of the first, and holds and confirms an order of two,
with the client that openapi-generator made.
"""

from datetime import date
from os import environ
from pathlib import Path
from uuid import UUID

from museum_client import (
    ApiClient,
    ApiException,
    Configuration,
    EventOrderItemInput,
    EventPurchase,
    OrderConfirmation,
    OrderInput,
    OrderItemInput,
    OrdersApi,
    Purchase,
    TicketsApi,
)

configuration = Configuration(
    host=environ["BASE_URL"], username=environ["USERNAME"], password=environ["PASSWORD"]
)
tickets = TicketsApi(ApiClient(configuration))
orders = OrdersApi(ApiClient(configuration))


def buy(day: str):
    order = EventPurchase(
        ticketType="event",
        eventId=UUID(environ["EVENT_ID"]),
        ticketDate=date.fromisoformat(day),
        email="ada@example.com",
    )
    return tickets.buy_museum_tickets(Purchase(order))


ticket = buy(environ["EVENT_DAY"])
print(ticket.confirmation_code)
try:
    buy(environ["OTHER_DAY"])
except ApiException as refused:
    print(refused.data.type.value)
Path("ticket.png").write_bytes(tickets.get_ticket_code(ticket.ticket_id))

item = EventOrderItemInput(
    ticketType="event",
    eventId=UUID(environ["EVENT_ID"]),
    ticketDate=date.fromisoformat(environ["EVENT_DAY"]),
    quantity=2,
)
held = orders.place_order(OrderInput(items=[OrderItemInput(item)], hold=900))
order = orders.confirm_order(held.order_id, OrderConfirmation(paidBy="online"))
print(f"{order.order_code} {order.state.value} {order.total:g}")

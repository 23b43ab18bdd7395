"""Buys a ticket, is refused another, fetches the picture of the first, and holds and confirms an order of two,
with the client that openapi-python-client made.
"""

from datetime import date
from os import environ
from pathlib import Path
from uuid import UUID

import httpx
from museum_client import Client
from museum_client.api.orders import confirm_order, place_order
from museum_client.api.tickets import buy_museum_tickets, get_ticket_code
from museum_client.models import (
    EventOrderItemInput,
    EventPurchase,
    EventTicketType,
    OrderConfirmation,
    OrderInput,
    PaymentMethod,
)

client = Client(
    base_url=environ["BASE_URL"],
    httpx_args={"auth": httpx.BasicAuth(environ["USERNAME"], environ["PASSWORD"])},
)


def buy(day: str):
    order = EventPurchase(
        ticket_type=EventTicketType.EVENT,
        event_id=UUID(environ["EVENT_ID"]),
        ticket_date=date.fromisoformat(day),
        email="ada@example.com",
    )
    return buy_museum_tickets.sync(client=client, body=order)


ticket = buy(environ["EVENT_DAY"])
print(ticket.confirmation_code)
print(buy(environ["OTHER_DAY"]).type_.value)
picture = get_ticket_code.sync(ticket.ticket_id, client=client)
Path("ticket.png").write_bytes(picture.payload.read())

item = EventOrderItemInput(
    ticket_type=EventTicketType.EVENT,
    event_id=UUID(environ["EVENT_ID"]),
    ticket_date=date.fromisoformat(environ["EVENT_DAY"]),
    quantity=2,
)
held = place_order.sync(client=client, body=OrderInput(items=[item], hold=900))
paid = OrderConfirmation(paid_by=PaymentMethod.ONLINE)
order = confirm_order.sync(held.order_id, client=client, body=paid)
print(f"{order.order_code} {order.state.value} {order.total:g}")

"""Buys a ticket, is refused another, and fetches the picture of the first, with the client that openapi-generator made."""

from datetime import date
from os import environ
from pathlib import Path
from uuid import UUID

from museum_client import ApiClient, ApiException, Configuration, EventPurchase, Purchase, TicketsApi

configuration = Configuration(
    host=environ["BASE_URL"], username=environ["USERNAME"], password=environ["PASSWORD"]
)
tickets = TicketsApi(ApiClient(configuration))


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
    print(refused.data.type)
Path("ticket.png").write_bytes(tickets.get_ticket_code(ticket.ticket_id))

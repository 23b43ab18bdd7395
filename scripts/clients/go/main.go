// Buys a ticket, is refused another, and fetches the picture of the first, with the client that was generated for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	museum "example.org/museum/client"
)

func main() {
	configuration := museum.NewConfiguration()
	configuration.Servers = museum.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	tickets := museum.NewAPIClient(configuration).TicketsAPI
	ctx := context.WithValue(context.Background(), museum.ContextBasicAuth,
		museum.BasicAuth{UserName: os.Getenv("USERNAME"), Password: os.Getenv("PASSWORD")})

	buy := func(day string) (*museum.Ticket, error) {
		order := museum.NewEventPurchase("event", os.Getenv("EVENT_ID"), day, "ada@example.com")
		ticket, _, err := tickets.BuyMuseumTickets(ctx).Purchase(museum.EventPurchaseAsPurchase(order)).Execute()
		return ticket, err
	}

	ticket, err := buy(os.Getenv("EVENT_DAY"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ticket.ConfirmationCode)

	_, err = buy(os.Getenv("OTHER_DAY"))
	var refused *museum.GenericOpenAPIError
	if errors.As(err, &refused) {
		if problem, ok := refused.Model().(museum.BuyMuseumTicketsProblem); ok {
			fmt.Println(problem.Type)
		}
	}

	picture, _, err := tickets.GetTicketCode(ctx, ticket.TicketId).Execute()
	if err != nil {
		log.Fatal(err)
	}
	bytes, err := io.ReadAll(picture)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("ticket.png", bytes, 0o600); err != nil {
		log.Fatal(err)
	}
}

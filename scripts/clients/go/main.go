// Buys a ticket, is refused another, fetches the picture of the first, and holds and confirms an order of two, with the
// client that was generated for Go.
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
	client := museum.NewAPIClient(configuration)
	tickets, orders := client.TicketsAPI, client.OrdersAPI
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

	item := museum.NewEventOrderItemInput("event", os.Getenv("EVENT_ID"), os.Getenv("EVENT_DAY"), 2)
	input := museum.NewOrderInput([]museum.OrderItemInput{museum.EventOrderItemInputAsOrderItemInput(item)})
	input.SetHold(900)
	held, _, err := orders.PlaceOrder(ctx).OrderInput(*input).Execute()
	if err != nil {
		log.Fatal(err)
	}
	confirmation := museum.NewOrderConfirmation()
	confirmation.SetPaidBy("online")
	order, _, err := orders.ConfirmOrder(ctx, held.OrderId).OrderConfirmation(*confirmation).Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(order.GetOrderCode(), order.State, order.Total)
}

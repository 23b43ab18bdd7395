import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.TicketsApi;
import org.openapitools.client.model.BuyMuseumTicketsProblem;
import org.openapitools.client.model.EventOrderItemInput;
import org.openapitools.client.model.EventPurchase;
import org.openapitools.client.model.EventTicketType;
import org.openapitools.client.model.Order;
import org.openapitools.client.model.OrderConfirmation;
import org.openapitools.client.model.OrderInput;
import org.openapitools.client.model.OrderItemInput;
import org.openapitools.client.model.PaymentMethod;
import org.openapitools.client.model.Purchase;
import org.openapitools.client.model.Ticket;

/**
 * Buys a ticket, is refused another, fetches the picture of the first, and holds and confirms an order of two, with the
 * client that was generated for Java.
 */
public class Shop {
  private static final TicketsApi tickets = new TicketsApi(signedIn());
  private static final OrdersApi orders = new OrdersApi(signedIn());

  public static void main(String[] arguments) throws Exception {
    Ticket ticket = buy(System.getenv("EVENT_DAY"));
    System.out.println(ticket.getConfirmationCode());
    try {
      buy(System.getenv("OTHER_DAY"));
    } catch (ApiException refused) {
      System.out.println(BuyMuseumTicketsProblem.fromJson(refused.getResponseBody()).getType().getValue());
    }
    File picture = tickets.getTicketCode(ticket.getTicketId(), null, null);
    Files.copy(picture.toPath(), Path.of("ticket.png"));
    Order order = buyTwo();
    System.out.printf("%s %s %.0f%n", order.getOrderCode(), order.getState(), order.getTotal());
  }

  private static Order buyTwo() throws ApiException {
    EventOrderItemInput item = new EventOrderItemInput()
        .ticketType(EventTicketType.EVENT)
        .eventId(UUID.fromString(System.getenv("EVENT_ID")))
        .ticketDate(LocalDate.parse(System.getenv("EVENT_DAY")))
        .quantity(2);
    Order held = orders.placeOrder(new OrderInput().items(List.of(new OrderItemInput(item))).hold(900), null);
    OrderConfirmation paid = new OrderConfirmation().paidBy(PaymentMethod.ONLINE);
    return orders.confirmOrder(held.getOrderId(), paid);
  }

  private static Ticket buy(String day) throws ApiException {
    EventPurchase order = new EventPurchase()
        .ticketType(EventTicketType.EVENT)
        .eventId(UUID.fromString(System.getenv("EVENT_ID")))
        .ticketDate(LocalDate.parse(day))
        .email("ada@example.com");
    return tickets.buyMuseumTickets(new Purchase(order), null);
  }

  private static ApiClient signedIn() {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BASE_URL"));
    client.setUsername(System.getenv("USERNAME"));
    client.setPassword(System.getenv("PASSWORD"));
    return client;
  }
}

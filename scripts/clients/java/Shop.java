import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.TicketsApi;
import org.openapitools.client.model.BuyMuseumTicketsProblem;
import org.openapitools.client.model.EventPurchase;
import org.openapitools.client.model.Purchase;
import org.openapitools.client.model.Ticket;

/** Buys a ticket, is refused another, and fetches the picture of the first, with the client that was generated for Java. */
public class Shop {
  private static final TicketsApi tickets = new TicketsApi(signedIn());

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
  }

  private static Ticket buy(String day) throws ApiException {
    EventPurchase order = new EventPurchase()
        .ticketType(EventPurchase.TicketTypeEnum.EVENT)
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

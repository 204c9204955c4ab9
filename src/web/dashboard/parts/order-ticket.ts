import { newIdempotencyKey } from "../../../client/http.ts";
import type { OrderRecord } from "../../../schemas/order.ts";
import { element } from "../../report/element.ts";
import { numberText, priceText } from "../../report/number-text.ts";
import { RequestError } from "../api/api.ts";
import { quantityText, words } from "../data/order-text.ts";
import { panel, type PageContext } from "./page-context.ts";
import { ticketFields, type Side } from "./ticket-fields.ts";

/** The form for new orders. */
export interface OrderTicket {
  readonly element: HTMLElement;
  /** Opens the form for an order to buy or sell. */
  open(side: Side): void;
}

export function orderTicket({ api, store, feed }: PageContext): OrderTicket {
  const fields = ticketFields();
  const about = element("p", { class: "about" });
  const estimate = element("p", { class: "hint" });
  const problem = element("p", { class: "trouble", role: "alert" });
  const button = element("button", { class: "primary" });
  const form = element("form", { novalidate: true }, about, fields.element, estimate, problem, button);

  const show = () => {
    if (store.chosen.value === undefined) return;
    const { symbol, name, currency, decimals, multiplier } = store.chosen.value;
    const quote = store.quotes.value.get(symbol);
    const last = quote === undefined ? "–" : priceText(quote.price, decimals);
    const spread =
      quote === undefined || Number.isNaN(quote.bid + quote.ask)
        ? ""
        : `, bid ${priceText(quote.bid, decimals)}, ask ${priceText(quote.ask, decimals)}`;
    about.replaceChildren(element("b", {}, symbol), ` ${name ?? ""} `, element("span", {}, last + spread));
    const { side, type, quantity, price } = fields.read(quote?.price ?? NaN);
    button.textContent = `${side === "buy" ? "Buy" : "Sell"} ${quantity > 0 ? quantityText(quantity) : ""} ${symbol}, ${words(type)}`;
    button.dataset["side"] = side;
    const value = quantity * price * multiplier;
    const money = numberText(value, store.moneyDecimals(currency));
    estimate.textContent = value > 0 ? `About ${money} ${currency} before commission.` : "";
  };
  const send = async () => {
    const instrument = store.chosen.value;
    if (instrument === undefined) return;
    problem.textContent = "";
    fields.clear();
    const body = { symbol: instrument.symbol, ...fields.request(store.zone.value) };
    try {
      const order = await api.post<OrderRecord>("/v2/trading/orders", body, { "idempotency-key": newIdempotencyKey() });
      store.addOrders([order]);
      feed.refreshTrading();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      problem.textContent = error.message;
      fields.mark(error.details.errors?.map(({ parameter }) => parameter) ?? []);
      store.addLogEntry(`Order rejected: ${error.message}`, "bad");
    }
  };
  let sending = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sending) return;
    // Set instead of disabling the button, which would lose the keyboard focus.
    sending = true;
    void send().finally(() => (sending = false));
  });
  form.addEventListener("input", show);
  store.chosen.show(() => {
    problem.textContent = "";
    fields.clear();
    show();
  });
  store.quotes.show(show);
  const ticket = panel("ticket", "Order", form);
  store.portfolio.show((portfolio) => (ticket.hidden = portfolio === undefined));
  return {
    element: ticket,
    open(side) {
      if (ticket.hidden) return;
      fields.open(side);
      show();
      ticket.scrollIntoView({ block: "nearest" });
    },
  };
}

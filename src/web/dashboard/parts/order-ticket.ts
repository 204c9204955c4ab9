import { newIdempotencyKey } from "../../../client/http.ts";
import type { OrderRecord } from "../../../schemas/order.ts";
import { element } from "../../report/element.ts";
import { numberText, priceText } from "../../report/number-text.ts";
import { Refusal } from "../api/api.ts";
import { quantityText, words } from "../data/order-text.ts";
import { panel, type Place } from "./place.ts";
import { ticketFields, type Side } from "./ticket-fields.ts";

/** Where orders are written. */
export interface OrderTicket {
  readonly element: HTMLElement;
  /** Begins an order of this side. */
  open(side: Side): void;
}

export function orderTicket({ api, desk, feed }: Place): OrderTicket {
  const fields = ticketFields();
  const about = element("p", { class: "about" });
  const estimate = element("p", { class: "hint" });
  const trouble = element("p", { class: "trouble", role: "alert" });
  const button = element("button", { class: "primary" });
  const form = element("form", { novalidate: true }, about, fields.element, estimate, trouble, button);

  const show = () => {
    if (desk.chosen.value === undefined) return;
    const { symbol, name, currency, decimals, multiplier } = desk.chosen.value;
    const quote = desk.quotes.value.get(symbol);
    const last = quote === undefined ? "–" : priceText(quote.price, decimals);
    const spread =
      quote === undefined || Number.isNaN(quote.bid + quote.ask)
        ? ""
        : `, bid ${priceText(quote.bid, decimals)}, ask ${priceText(quote.ask, decimals)}`;
    about.replaceChildren(element("b", {}, symbol), ` ${name ?? ""} `, element("span", {}, last + spread));
    const { side, type, quantity, price } = fields.read(quote?.price ?? NaN);
    button.textContent = `${side === "buy" ? "Buy" : "Sell"} ${quantity > 0 ? quantityText(quantity) : ""} ${symbol}, ${words(type)}`;
    button.dataset["side"] = side;
    const worth = quantity * price * multiplier;
    const money = numberText(worth, desk.moneyDecimals(currency));
    estimate.textContent = worth > 0 ? `About ${money} ${currency} before commission.` : "";
  };
  const send = async () => {
    const instrument = desk.chosen.value;
    if (instrument === undefined) return;
    trouble.textContent = "";
    fields.clear();
    const body = { symbol: instrument.symbol, ...fields.request(desk.zone.value) };
    try {
      const order = await api.post<OrderRecord>("/v2/trading/orders", body, { "idempotency-key": newIdempotencyKey() });
      desk.addOrders([order]);
      feed.refreshTrading();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      trouble.textContent = error.message;
      fields.mark(error.details.errors?.map(({ parameter }) => parameter) ?? []);
      desk.say(`Order rejected: ${error.message}`, "bad");
    }
  };
  let sending = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sending) return;
    // A button that is disabled would lose the focus of whoever pressed it by key.
    sending = true;
    void send().finally(() => (sending = false));
  });
  form.addEventListener("input", show);
  desk.chosen.show(() => {
    trouble.textContent = "";
    fields.clear();
    show();
  });
  desk.quotes.show(show);
  const ticket = panel("ticket", "Order", form);
  desk.portfolio.show((portfolio) => (ticket.hidden = portfolio === undefined));
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

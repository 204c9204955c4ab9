import { element } from "../../report/element.ts";
import { numberText, toneOf } from "../../report/number-text.ts";
import type { PositionRecord } from "../../../schemas/account.ts";
import type { OrderRecord } from "../../../schemas/order.ts";
import { Refusal } from "../api/api.ts";
import { isOpen, priceText, quantityText, words } from "../data/order-text.ts";
import { minuteText } from "../data/zone-text.ts";
import type { Place } from "./place.ts";
import { signed } from "./top-bar.ts";
import { scroller } from "./watchlist.ts";

const POSITIONS = ["Symbol", "Quantity", "Average", "Last", "Value", "P&L", ""];
const ORDERS = ["Symbol", "Order", "Quantity", "Prices", "Status", "Since", ""];

/** What is held and what is ordered, with the ways out of both. */
export function bookPanel(place: Place): HTMLElement {
  const { desk } = place;
  const positions = element("tbody");
  const orders = element("tbody");
  desk.portfolio.show((portfolio) => {
    const held = portfolio?.positions ?? [];
    const none = portfolio === undefined ? "The key may not see an account (trading:read)." : "Nothing is held.";
    positions.replaceChildren(...rowsOr(none, POSITIONS, held, (each) => positionRow(place, each)));
  });
  const showOrders = () => {
    const open = desk.orders.value.filter(isOpen);
    orders.replaceChildren(...rowsOr("No order is open.", ORDERS, open, (each) => orderRow(place, each)));
  };
  desk.orders.show(showOrders);
  desk.zone.show(showOrders);
  const part = (name: string, title: string, columns: readonly string[], body: HTMLElement) => {
    const heading = element(
      "tr",
      {},
      ...columns.map((text, i) => element("th", { scope: "col", class: i > 1 && "number" }, text)),
    );
    const table = element("table", { class: name }, element("thead", {}, heading), body);
    return [element("h2", { id: `panel-${name}` }, title), scroller(title, table)];
  };
  return element(
    "section",
    { class: "panel book", "aria-label": "Positions and orders" },
    ...part("positions", "Positions", POSITIONS, positions),
    ...part("orders", "Open orders", ORDERS, orders),
  );
}

function rowsOr<T>(none: string, columns: readonly string[], of: readonly T[], row: (each: T) => HTMLElement) {
  if (of.length > 0) return of.map(row);
  return [element("tr", { class: "empty" }, element("td", { colspan: columns.length }, none))];
}

function positionRow({ api, desk, feed }: Place, position: PositionRecord): HTMLElement {
  const { symbol, direction, quantity, average_price, market_price, market_value } = position;
  const { unrealized_pnl, unrealized_pnl_percent } = position;
  const decimals = desk.decimalsOf(symbol);
  const close = action("Close", `Close ${symbol}`, async () => {
    const order = await api.delete<OrderRecord>(`/v2/trading/positions/${encodeURIComponent(symbol)}`);
    desk.addOrders([order]);
    feed.refreshTrading();
  });
  const pnl = `${signed(unrealized_pnl, 2)} (${signed(unrealized_pnl_percent, 2)}%)`;
  return element(
    "tr",
    { "data-symbol": symbol },
    element("th", { scope: "row" }, symbol),
    element("td", {}, `${direction} ${quantityText(quantity)}`),
    number(numberText(average_price, decimals), "Average"),
    number(numberText(market_price, decimals), "Last"),
    number(numberText(market_value, 2), "Value"),
    number(pnl, "P&L", toneOf(unrealized_pnl)),
    element("td", { class: "number" }, close(desk.say.bind(desk))),
  );
}

function orderRow({ api, desk, feed }: Place, order: OrderRecord): HTMLElement {
  const { id, symbol, side, type, quantity, filled_quantity, status, time_in_force, created_at } = order;
  const cancel = action("Cancel", `Cancel ${side} ${symbol}`, async () => {
    desk.addOrders([await api.delete<OrderRecord>(`/v2/trading/orders/${encodeURIComponent(id)}`)]);
    feed.refreshTrading();
  });
  const filled = filled_quantity === 0 ? "" : `${quantityText(filled_quantity)} of `;
  return element(
    "tr",
    { "data-order": id },
    element("th", { scope: "row" }, symbol),
    element("td", { class: side === "buy" ? "gain" : "loss" }, `${side} ${words(type)} ${time_in_force}`),
    number(filled + quantityText(quantity), "Quantity"),
    number(priceText(order, desk.decimalsOf(symbol)) || "–", "Prices"),
    number(words(status), "Status"),
    number(minuteText(Date.parse(created_at), desk.zone.value).slice(5), "Since"),
    element("td", { class: "number" }, cancel(desk.say.bind(desk))),
  );
}

function number(text: string, label: string, tone?: string): HTMLElement {
  return element("td", { class: `number ${tone ?? ""}`.trim(), "data-label": label }, text);
}

/** A button that does something once at a time, and says in the log why it could not. */
function action(text: string, label: string, act: () => Promise<void>) {
  return (say: (text: string, tone: "bad") => void): HTMLElement => {
    const button = element("button", { type: "button", "aria-label": label }, text);
    button.addEventListener("click", () => {
      button.disabled = true;
      act()
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          say(`${label}: ${error.message}`, "bad");
        })
        .finally(() => (button.disabled = false));
    });
    return button;
  };
}

import { element, heading, scroller } from "../../report/element.ts";
import { numberText, priceText, toneOf } from "../../report/number-text.ts";
import type { PositionRecord } from "../../../schemas/account.ts";
import type { OrderRecord } from "../../../schemas/order.ts";
import { quantityText } from "../data/order-text.ts";
import { actionButton, numberCell, ORDER_COLUMNS, showRows } from "./book-cells.ts";
import { orderRows } from "./order-rows.ts";
import type { PageContext } from "./page-context.ts";
import { signed } from "./top-bar.ts";

const POSITIONS = ["Symbol", "Quantity", "Average", "Last", "Value", "P&L", ""];

/** The panel of positions and orders. */
export interface BookPanel {
  readonly element: HTMLElement;
  /** Opens the fields that change the first open order. */
  change(): void;
}

/** Creates the panel of positions and open orders. */
export function bookPanel(context: PageContext): BookPanel {
  const { store } = context;
  const positions = element("tbody");
  const orders = orderRows(context);
  store.portfolio.show((portfolio) => {
    const held = portfolio?.positions ?? [];
    const none = portfolio === undefined ? "This key cannot read the account (needs trading:read)." : "No positions.";
    const rows = held.map((each) => positionRow(context, each));
    showRows(positions, none, POSITIONS, rows);
  });
  const part = (name: string, title: string, columns: readonly string[], body: HTMLElement) => {
    const headings = columns.map((text, i) => heading(text, { class: i > 1 && "number" }));
    const rows = element("table", { class: name }, element("thead", {}, element("tr", {}, ...headings)), body);
    return [element("h2", { id: `panel-${name}` }, title), scroller(title, rows)];
  };
  const panel = element(
    "section",
    { class: "panel book", "aria-label": "Positions and orders" },
    ...part("positions", "Positions", POSITIONS, positions),
    ...part("orders", "Open orders", ORDER_COLUMNS, orders.element),
  );
  return { element: panel, change: () => orders.change() };
}

function positionRow({ api, store, feed }: PageContext, position: PositionRecord): HTMLTableRowElement {
  const { symbol, direction, quantity, average_price, market_price, market_value } = position;
  const { unrealized_pnl, unrealized_pnl_percent } = position;
  const decimals = store.decimalsOf(symbol);
  const moneyDecimals = store.moneyDecimals();
  const close = actionButton(store, "Close", `Close ${symbol}`, async () => {
    const order = await api.delete<OrderRecord>(`/v2/trading/positions/${encodeURIComponent(symbol)}`);
    store.addOrders([order]);
    feed.refreshTrading();
  });
  const pnl = `${signed(unrealized_pnl, moneyDecimals)} (${signed(unrealized_pnl_percent, 2)}%)`;
  return element(
    "tr",
    { "data-symbol": symbol },
    element("th", { scope: "row" }, symbol),
    element("td", {}, `${direction} ${quantityText(quantity)}`),
    numberCell(priceText(average_price, decimals), "Average"),
    numberCell(priceText(market_price, decimals), "Last"),
    numberCell(numberText(market_value, moneyDecimals), "Value"),
    numberCell(pnl, "P&L", toneOf(unrealized_pnl)),
    element("td", { class: "number" }, close),
  );
}

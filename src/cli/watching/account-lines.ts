import { formatMoney, formatQuantity } from "../../report/format.ts";
import { type FittedColumn, fittedTable } from "../../report/terminal/fitted-table.ts";
import type { Ink } from "../../report/terminal/ink.ts";
import type { TextCell } from "../../report/terminal/text-table.ts";
import type { Portfolio, PositionRecord } from "../../schemas/account.ts";
import { orderWords } from "./change-text.ts";
import { signedNumber } from "./signed-number.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** Equity, positions and open orders; nothing where the account is not known. */
export function accountLines(market: WatchedMarket, width: number, pen: Ink): string[] {
  const { portfolio, orders } = market;
  if (portfolio === undefined) return [];
  const positions = portfolio.positions.length === 0 ? [] : positionLines(market, portfolio.positions, width, pen);
  const open = [...orders.values()].map(
    (order) => `${orderWords(order, market)}, ${order.status.replace("_", " ")}${filledText(order)}`,
  );
  return [
    "",
    equityLine(portfolio, pen),
    ...positions,
    ...(open.length === 0 ? [] : [pen.faint("open orders"), ...open]),
  ];
}

function equityLine({ account, day_change: change, day_change_percent: percent }: Portfolio, pen: Ink): string {
  const day = pen.signed(`${signedNumber(change, 2)} (${signedNumber(percent, 2)}%)`, change);
  const parts = [`cash ${formatMoney(account.cash)}`, `day ${day}`, `at ${account.timestamp.slice(11, 19)}`];
  return [pen.strong(`equity ${formatMoney(account.equity)} ${account.currency}`), ...parts].join("  ");
}

function positionLines(
  market: WatchedMarket,
  positions: readonly PositionRecord[],
  width: number,
  pen: Ink,
): readonly string[] {
  const price = (name: "average_price" | "market_price") => (position: PositionRecord) =>
    market.priceText(position.symbol, position[name]);
  const profit = ({ unrealized_pnl: value }: PositionRecord): TextCell => ({
    text: signedNumber(value, 2),
    ink: (padded) => pen.signed(padded, value),
  });
  const columns: readonly FittedColumn<PositionRecord>[] = [
    { heading: "position", align: "left", leaves: 0, cell: ({ symbol }) => symbol },
    { heading: "", align: "left", leaves: 0, cell: ({ direction }) => direction },
    { heading: "quantity", align: "right", leaves: 0, cell: ({ quantity }) => formatQuantity(quantity) },
    { heading: "average", align: "right", leaves: 2, cell: price("average_price") },
    { heading: "price", align: "right", leaves: 3, cell: price("market_price") },
    { heading: "value", align: "right", leaves: 1, cell: ({ market_value: value }) => formatMoney(value) },
    { heading: "profit", align: "right", leaves: 0, cell: profit },
  ];
  const [heading, ...rows] = fittedTable(columns, positions, width);
  return [pen.faint(heading!), ...rows];
}

function filledText({ filled_quantity: filled }: { readonly filled_quantity: number }): string {
  return filled === 0 ? "" : `, ${formatQuantity(filled)} filled`;
}

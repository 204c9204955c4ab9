import { formatMoney, formatQuantity, NO_VALUE } from "../../metrics/format.ts";
import { clipText, displayWidth, type FittedColumn, fittedTable, type TextCell } from "../../report/terminal/tables.ts";
import { ink, type Ink, escapeLine } from "../../report/terminal/ink.ts";
import type { Portfolio, PositionRecord } from "../../schemas/account.ts";
import { orderWords } from "./change-text.ts";
import { signedNumber, type WatchedMarket } from "./watched-market.ts";

/** Size and colors of the screen. */
interface Canvas {
  /** Width in characters, and height in lines. */
  readonly width: number;
  readonly height: number;
  readonly color: boolean;
}

/** Contents of the screen that are not part of the market's state. */
interface ScreenContext {
  readonly symbols: readonly string[];
  readonly session: string;
  /** Texts of the latest events, newest last. */
  readonly news: readonly string[];
  /** Problem of the connection to the server, if there is one. */
  readonly problem?: string | undefined;
}

/** Returns the lines of the screen: the clock, prices, the account if known, and the latest events. */
export function marketScreen(market: WatchedMarket, context: ScreenContext, canvas: Canvas): readonly string[] {
  const { width, height, color } = canvas;
  const pen = ink({ color });
  const head = [headLine(market, context, pen), ""];
  const below = [...accountLines(market, width, pen), ...newsLines(context, pen)];
  const prices = priceLines(market, context.symbols, width, pen);
  // If the screen is too low, the table of prices is shortened first, to its heading and three rows.
  const room = Math.max(height - head.length - below.length, Math.min(prices.length, 4));
  const lines = [...head, ...shorten(prices, room, pen), ...below];
  return lines.slice(0, height).map((line) => clipLine(line, width));
}

function headLine({ clock, now }: WatchedMarket, { session, problem }: ScreenContext, pen: Ink): string {
  const time = now === "" ? NO_VALUE : `${now.slice(0, 10)} ${now.slice(11, 19)} UTC`;
  const moves = clock === undefined ? "" : `  ${clock.state}, speed ${clock.speed}`;
  const wrong = problem === undefined ? "" : `  ${pen.signed(problem, -1)}`;
  return `${pen.strong(time)}${moves}  ${pen.faint(session)}${wrong}`;
}

/** Shortens a table to a number of lines. The last line says how many rows are omitted. */
function shorten(lines: readonly string[], room: number, pen: Ink): readonly string[] {
  if (lines.length <= room) return lines;
  const shown = lines.slice(0, room - 1);
  return [...shown, pen.faint(`and ${lines.length - shown.length} more`)];
}

function newsLines({ news }: ScreenContext, pen: Ink): string[] {
  return news.length === 0 ? [] : ["", ...news.map((line) => pen.faint(line))];
}

/** Returns lines with equity, positions and open orders, or no lines if the account is unknown. */
function accountLines(market: WatchedMarket, width: number, pen: Ink): string[] {
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
    { heading: "position", align: "left", dropOrder: 0, cell: ({ symbol }) => symbol },
    { heading: "", align: "left", dropOrder: 0, cell: ({ direction }) => direction },
    { heading: "quantity", align: "right", dropOrder: 0, cell: ({ quantity }) => formatQuantity(quantity) },
    { heading: "average", align: "right", dropOrder: 2, cell: price("average_price") },
    { heading: "price", align: "right", dropOrder: 3, cell: price("market_price") },
    { heading: "value", align: "right", dropOrder: 1, cell: ({ market_value: value }) => formatMoney(value) },
    { heading: "profit", align: "right", dropOrder: 0, cell: profit },
  ];
  const [heading, ...rows] = fittedTable(columns, positions, width);
  return [pen.faint(heading!), ...rows];
}

function filledText({ filled_quantity: filled }: { readonly filled_quantity: number }): string {
  return filled === 0 ? "" : `, ${formatQuantity(filled)} filled`;
}

/** Returns the lines of a table of prices that fits the width. */
function priceLines(market: WatchedMarket, symbols: readonly string[], width: number, pen: Ink): readonly string[] {
  const quote = (symbol: string) => market.quotes.get(symbol);
  const price = (name: "price" | "bid" | "ask") => (symbol: string) =>
    market.priceText(symbol, quote(symbol)?.[name] ?? null);
  const signed = (symbol: string, text: string): TextCell => {
    const change = quote(symbol)?.change ?? 0;
    return { text, ink: (padded) => pen.signed(padded, change) };
  };
  const change = (symbol: string) => {
    const value = quote(symbol)?.change ?? null;
    const text = market.priceText(symbol, value);
    return signed(symbol, value !== null && value > 0 ? `+${text}` : text);
  };
  const percent = (symbol: string) => {
    const value = quote(symbol)?.change_percent ?? null;
    return signed(symbol, value === null ? NO_VALUE : `${signedNumber(value, 2)}%`);
  };
  const at = (symbol: string) => quote(symbol)?.timestamp.slice(0, 16).replace("T", " ") ?? NO_VALUE;
  // The columns bid and ask are dropped first if no symbol has a bid or ask.
  const spread = symbols.some((symbol) => (quote(symbol)?.bid ?? quote(symbol)?.ask ?? null) !== null) ? 3 : 8;
  const columns: readonly FittedColumn<string>[] = [
    { heading: "symbol", align: "left", dropOrder: 0, cell: (symbol) => symbol },
    { heading: "price", align: "right", dropOrder: 0, cell: price("price") },
    { heading: "change", align: "right", dropOrder: 5, cell: change },
    { heading: "%", align: "right", dropOrder: 1, cell: percent },
    { heading: "bid", align: "right", dropOrder: spread, cell: price("bid") },
    { heading: "ask", align: "right", dropOrder: spread, cell: price("ask") },
    {
      heading: "volume",
      align: "right",
      dropOrder: 4,
      cell: (symbol) => formatQuantity(quote(symbol)?.volume ?? null),
    },
    { heading: "market", align: "left", dropOrder: 6, cell: (symbol) => quote(symbol)?.market_status ?? NO_VALUE },
    { heading: "price of", align: "left", dropOrder: 7, cell: at },
  ];
  const [heading, ...rows] = fittedTable(columns, symbols, width);
  return [pen.faint(heading!), ...rows];
}

/** Matches the escape sequence of a color. */
const COLOR_CODE = new RegExp(String.raw`(${String.fromCodePoint(27)}\[[\d;]*m)`, "gu");

/** Clips a line to a width and escapes control characters. All color codes are kept, so that colors are reset at the end. */
export function clipLine(line: string, width: number): string {
  let room = width;
  return escapeLine(line, { color: true })
    .split(COLOR_CODE)
    .map((part, i) => {
      if (i % 2 === 1) return part;
      const clipped = clipText(part, room);
      room = clipped === part ? room - displayWidth(part) : 0;
      return clipped;
    })
    .join("");
}

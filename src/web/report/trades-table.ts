import type { ReportPayload } from "../../report/payload.ts";
import { button, element, scroller, section } from "./element.ts";
import { numberText, percentText, timeText, toneOf } from "./number-text.ts";
import { pager } from "./pager.ts";
import type { ShownTrade } from "./trade.ts";

/** Number of trades on one page of the table. */
const ROWS_PER_PAGE = 500;

/** Table of all trades, sortable by any column. Choosing a trade shows it on the chart. */
export function tradesTable(
  payload: ReportPayload,
  trades: readonly ShownTrade[],
  choose: (trade: ShownTrade) => void,
): HTMLElement {
  const columns = tradeColumns(payload);
  const body = element("tbody");
  let sorted = [...trades];
  let chosen: ShownTrade | undefined;

  const pages = pager(trades.length, ROWS_PER_PAGE, (start) => show(start));
  const headings = columns.map((column) => createHeading(column, () => sortBy(column)));
  const table = element("table", { class: "trades-table" }, element("thead", {}, element("tr", {}, ...headings)), body);

  /**
   * Sorts the table. Numbers start in descending order, text and dates in ascending order; choosing the same column again reverses the
   * order.
   */
  function sortBy(column: TradeColumn): void {
    const cell = headings[columns.indexOf(column)]!;
    const previousSort = cell.getAttribute("aria-sort");
    const largestFirst = column.kind === "number" && column.key !== "number";
    const isDescending = previousSort === null ? largestFirst : previousSort === "ascending";
    for (const each of headings) each.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    const sign = isDescending ? -1 : 1;
    sorted = trades.toSorted((a, b) => sign * compare(a[column.key], b[column.key]) || a.number - b.number);
    pages.reset();
    show(0);
  }

  function show(start: number): void {
    body.replaceChildren(...sorted.slice(start, start + ROWS_PER_PAGE).map((trade) => createRow(trade)));
  }

  function createRow(trade: ShownTrade): HTMLElement {
    const cells = columns.map((column, i) => createCell(column, trade, i === 0));
    const row = element("tr", { "aria-current": trade === chosen && "true", class: trade.open && "open" }, ...cells);
    row.addEventListener("click", () => {
      body.querySelector("[aria-current]")?.removeAttribute("aria-current");
      row.setAttribute("aria-current", "true");
      chosen = trade;
      choose(trade);
    });
    return row;
  }

  show(0);
  const open = trades.filter((trade) => trade.open).length;
  const count = `${numberText(trades.length - open, 0)} closed${open > 0 ? `, ${numberText(open, 0)} open (marked to market)` : ""}`;
  if (trades.length === 0)
    return section("Trades", "trades", element("p", { class: "empty" }, "The strategy made no trades."));
  return section(
    "Trades",
    "trades",
    element("p", { class: "aside" }, `${count}. Choose a trade to see it on the chart.`),
    scroller("Trades", table),
    pages.element,
  );
}

function createHeading({ title, meaning, kind }: TradeColumn, sort: () => void): HTMLElement {
  return element("th", { scope: "col", class: kind }, button(title, sort, { title: meaning }));
}

/** Creates a cell. The first cell of a row is a button, so that rows can be chosen by keyboard. */
function createCell(column: TradeColumn, trade: ShownTrade, first: boolean): HTMLElement {
  const text = column.text(trade);
  const tone = column.isColored === true ? toneOf(trade[column.key] as number) : undefined;
  // Long tags are cut off in the cell, so its title shows the whole tag.
  const isTag = column.key === "tag";
  const label = `Show trade ${trade.number} on the chart`;
  return element(
    "td",
    { class: `${column.kind} ${tone ?? ""}${isTag ? "tag" : ""}`.trim(), title: isTag && text },
    first ? element("button", { type: "button", "aria-label": label }, text) : text,
  );
}

function compare(a: ShownTrade[keyof ShownTrade], b: ShownTrade[keyof ShownTrade]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A column of the table of trades. */
interface TradeColumn {
  readonly key: keyof ShownTrade;
  readonly title: string;
  /** Explanation of a short column title. */
  readonly meaning?: string;
  readonly kind: "text" | "number";
  /** Whether the column colors gains and losses. */
  readonly isColored?: boolean;
  text(trade: ShownTrade): string;
}

/** Returns the columns that the trades need: the symbol only for several symbols, the tag only if a trade has one. */
function tradeColumns({ symbols, trades, daily, currencyDecimals }: ReportPayload): TradeColumn[] {
  const { decimals } = trades;
  const quantity = (value: number) => numberText(value, 8).replace(/\.?0+$/, "");
  const columns: (TradeColumn | false)[] = [
    { key: "number", title: "#", kind: "number", text: (trade) => String(trade.number) },
    symbols.length > 1 && { key: "symbol", title: "Symbol", kind: "text", text: (trade) => trade.symbol },
    { key: "direction", title: "Side", kind: "text", text: (trade) => trade.direction },
    { key: "entryTime", title: "Entry", kind: "text", text: (trade) => timeText(trade.entryTime, daily) },
    {
      key: "exitTime",
      title: "Exit",
      kind: "text",
      text: (trade) => (trade.open ? "open" : timeText(trade.exitTime, daily)),
    },
    { key: "quantity", title: "Quantity", kind: "number", text: (trade) => quantity(trade.quantity) },
    {
      key: "entryPrice",
      title: "Entry price",
      kind: "number",
      text: (trade) => numberText(trade.entryPrice, decimals),
    },
    { key: "exitPrice", title: "Exit price", kind: "number", text: (trade) => numberText(trade.exitPrice, decimals) },
    { key: "bars", title: "Bars", kind: "number", text: (trade) => numberText(trade.bars, 0) },
    {
      key: "pnl",
      title: "P&L",
      meaning: "Profit after commission",
      kind: "number",
      isColored: true,
      text: (trade) => numberText(trade.pnl, currencyDecimals),
    },
    {
      key: "return",
      title: "Return",
      meaning: "Profit divided by the value at entry",
      kind: "number",
      isColored: true,
      text: (trade) => percentText(trade.return),
    },
    {
      key: "mae",
      title: "MAE",
      meaning: "Maximum adverse excursion: the worst move while open",
      kind: "number",
      text: (trade) => percentText(trade.mae),
    },
    {
      key: "mfe",
      title: "MFE",
      meaning: "Maximum favorable excursion: the best move while open",
      kind: "number",
      text: (trade) => percentText(trade.mfe),
    },
    {
      key: "commission",
      title: "Commission",
      kind: "number",
      text: (trade) => numberText(trade.commission, currencyDecimals),
    },
    trades.tags.length > 0 && { key: "tag", title: "Tag", kind: "text", text: (trade) => trade.tag },
  ];
  return columns.filter((column) => column !== false);
}

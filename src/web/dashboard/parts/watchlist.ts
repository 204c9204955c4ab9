import { element, scroller } from "../../report/element.ts";
import { priceText, toneOf } from "../../report/number-text.ts";
import { type Instrument, intervalsOf } from "../data/instrument.ts";
import type { Quote } from "../data/quote.ts";
import { panel, type PageContext } from "./page-context.ts";
import { signed } from "./top-bar.ts";

/** The list of instruments with their latest prices. */
export interface Watchlist {
  readonly element: HTMLElement;
  search(): void;
  /** Chooses the instrument that many rows further down the list. */
  move(by: number): void;
}

interface Row {
  readonly instrument: Instrument;
  readonly element: HTMLTableRowElement;
  readonly price: HTMLElement;
  readonly change: HTMLElement;
  shown: Quote | undefined;
}

export function watchlist({ store, feed }: PageContext): Watchlist {
  const search = element("input", {
    type: "search",
    placeholder: "Search symbol or name",
    "aria-label": "Search symbol or name",
    autocomplete: "off",
    spellcheck: "false",
  });
  const body = element("tbody");
  let rows: Row[] = [];

  const choose = (instrument: Instrument) => {
    const intervals = intervalsOf(instrument, store.extended);
    const { value } = store.interval;
    feed.show(instrument, intervals.includes(value) ? value : intervals[0]!);
  };
  const visible = () => rows.filter((row) => !row.element.hidden);
  const filter = () => {
    const text = search.value.trim().toLowerCase();
    for (const { instrument, element: row } of rows) {
      row.hidden = !`${instrument.symbol} ${instrument.name ?? ""}`.toLowerCase().includes(text);
    }
  };
  const mark = () => {
    for (const { instrument, element: row } of rows) {
      if (instrument.symbol === store.chosen.value?.symbol) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  };

  store.instruments.show((instruments) => {
    rows = instruments.map((instrument) => newRow(instrument, () => choose(instrument)));
    body.replaceChildren(...rows.map((row) => row.element));
    filter();
    mark();
    for (const row of rows) showQuote(row, store.quotes.value.get(row.instrument.symbol));
  });
  store.quotes.show((quotes) => {
    for (const row of rows) showQuote(row, quotes.get(row.instrument.symbol));
  });
  store.chosen.show(mark);
  search.addEventListener("input", filter);
  search.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter" && key !== "Escape") return;
    const [first] = visible();
    if (key === "Enter" && first !== undefined) choose(first.instrument);
    search.value = "";
    filter();
    search.blur();
  });

  return {
    element: panel("watch", "Watchlist", search, scroller("Watchlist", element("table", {}, body))),
    search: () => search.focus(),
    move(by) {
      const shown = visible();
      const at = shown.findIndex(({ instrument }) => instrument.symbol === store.chosen.value?.symbol);
      const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
      if (next === undefined) return;
      choose(next.instrument);
      next.element.scrollIntoView({ block: "nearest" });
    },
  };
}

function newRow(instrument: Instrument, choose: () => void): Row {
  const { symbol, name } = instrument;
  const button = element("button", { type: "button", title: name ?? symbol }, symbol);
  const price = element("td", { class: "number" });
  const change = element("td", { class: "number" });
  const nameCell = element("th", { scope: "row" }, button, element("span", { class: "name" }, name ?? ""));
  const row = element("tr", { "data-symbol": symbol }, nameCell, price, change);
  row.addEventListener("click", choose);
  return { instrument, element: row, price, change, shown: undefined };
}

function showQuote(row: Row, quote: Quote | undefined): void {
  if (quote === undefined || quote === row.shown) return;
  row.shown = quote;
  row.price.textContent = priceText(quote.price, row.instrument.decimals);
  row.change.textContent = Number.isNaN(quote.changePercent) ? "–" : `${signed(quote.changePercent, 2)}%`;
  row.change.className = `number ${toneOf(quote.changePercent) ?? ""}`;
}

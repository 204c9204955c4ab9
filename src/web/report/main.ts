import "./report.css";
import type { ReportPayload } from "../../report/payload.ts";
import { band, breakdown } from "./breakdown.ts";
import { chartKeys } from "./chart-keys.ts";
import { chartToolbar } from "./chart-toolbar.ts";
import { ReportChart } from "./chart.ts";
import { cardRow, element, labelledTable, section } from "./element.ts";
import { doubts, pageFooter, pageHeader, warnings } from "./frame.ts";
import { metricTables } from "./metric-tables.ts";
import { monthlyHeat } from "./monthly-heat.ts";
import { type ShownTrade, shownTrades } from "./trade.ts";
import { tradesTable } from "./trades-table.ts";
import type { SummaryRow } from "../../report/summary-rows.ts";
import { toneOf } from "./number-text.ts";

const HINT =
  "▲ buy and ▼ sell touch the price of the fill; a dashed line joins entry and exit. " +
  "Drag to move; pinch, or Ctrl and wheel, to zoom. Keyboard: arrows move, + and − zoom, 0 shows everything.";

/** Builds the report page from its payload. */
function show(payload: ReportPayload, page: HTMLElement): void {
  const trades = shownTrades(payload);
  const parts: (Node | false)[] = [
    header(payload),
    ...warnings(payload.warnings),
    ...doubts(payload.doubts),
    cards(payload),
    band(payload),
  ];
  const chart = payload.symbols.length > 0 && payload.curve.time.steps.length > 0 && new ReportChart(payload, trades);
  const toolbar = chart && chartToolbar(payload, chart);
  if (chart && toolbar) parts.push(chartSection(payload, chart, toolbar.element));
  const choose = (trade: ShownTrade) => {
    if (!chart || !toolbar) return;
    chart.showTrade(trade);
    toolbar.update();
    const prefersLessMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    chart.element
      .closest("section")
      ?.scrollIntoView({ block: "start", behavior: prefersLessMotion ? "auto" : "smooth" });
  };
  parts.push(
    metricTables(payload),
    monthlyHeat(payload.monthly),
    breakdown(payload),
    tradesTable(payload, trades, choose),
    element("div", { class: "two" }, settings(payload), counts(payload)),
    footer(payload),
  );
  page.append(...parts.filter((part) => part !== false));
  if (chart) chart.draw();
}

function chartSection(payload: ReportPayload, chart: ReportChart, toolbar: HTMLElement): HTMLElement {
  const merged = payload.barsPerPoint === 1 ? "" : ` Each point represents ${payload.barsPerPoint} bars.`;
  const hint = element("p", { class: "aside", id: "chart-hint" }, HINT + merged);
  const host = element(
    "div",
    {
      class: "chart-host",
      tabindex: 0,
      role: "group",
      "aria-label": "Chart of prices with trades, of equity next to buy and hold, and of drawdown",
      "aria-describedby": "chart-hint",
    },
    chart.element,
  );
  chartKeys(host, chart);
  return section("Chart", "charts", toolbar, host, hint);
}

show(
  JSON.parse(document.querySelector("#payload")!.textContent) as ReportPayload,
  document.querySelector<HTMLElement>("#report")!,
);

/** Cards of the key metrics. Each compares its metric with buy and hold or with a related metric. */
function cards({ keyFigures, summary }: ReportPayload): HTMLElement {
  const rows = new Map(summary.map((row) => [row.name, row]));
  return cardRow(
    keyFigures.flatMap(({ name, secondary: other = "" }) => {
      const [row, comparison] = [rows.get(name), rows.get(other)];
      if (row === undefined) return [];
      const tone = row.group === "return" && row.unit === "fraction" ? toneOf(row.value) : undefined;
      const note =
        comparison === undefined ? `buy & hold ${row.buyAndHoldText}` : `${shortTitle(comparison)} ${comparison.text}`;
      return [{ name, label: row.title, text: row.text, note, tone, meaning: row.formula }];
    }),
  );
}

function shortTitle({ title }: SummaryRow): string {
  return title.toLowerCase().replace("average", "avg").replace(" paid", "");
}

/** Section with all settings that affect the run's result. */
function settings(payload: ReportPayload): HTMLElement {
  return section("Settings and conventions", "settings", labelledTable(payload.settings));
}

/** Section with numbers of bars, orders and other counts of the run. */
function counts(payload: ReportPayload): HTMLElement {
  return section("Counts", "counts", labelledTable(payload.counts));
}

/** Footer with the sources of the data and the hashes of the run. */
function footer(payload: ReportPayload): HTMLElement {
  const inputs = "Hash of data, settings, strategy source, params and engine version";
  const fills = "Hash of all fills in order: equal hashes mean identical fills";
  return pageFooter(
    [...payload.notes, ...(payload.zone === "" ? [] : [`Times are in ${payload.zone}.`])],
    [
      { label: "Fingerprint", text: payload.fingerprint, meaning: inputs },
      { label: "Fill hash", text: payload.fillHash, meaning: fills },
      { label: "Engine", text: `Hindcast ${payload.engineVersion}`, meaning: "Version that computed this result" },
    ],
  );
}

function header(payload: ReportPayload): HTMLElement {
  const named = (traded: boolean): string =>
    payload.symbols
      .filter(({ symbol }) => payload.traded.includes(symbol) === traded)
      .map(({ symbol, name }) => (name === symbol ? symbol : `${symbol} (${name})`))
      .join(", ");
  const read = named(false);
  return pageHeader("backtest", payload.strategy, payload.params, [
    named(true),
    ...(read === "" ? [] : [`reads ${read}`]),
    payload.interval,
    `${payload.from} to ${payload.to}`,
    `${payload.bars} ${payload.bars === "1" ? "bar" : "bars"}`,
  ]);
}

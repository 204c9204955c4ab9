import "./report.css";
import type { ReportPayload } from "../../report/payload.ts";
import { band, breakdown } from "./breakdown.ts";
import { cards } from "./cards.ts";
import { chartKeys } from "./chart-keys.ts";
import { chartToolbar } from "./chart-toolbar.ts";
import { ReportChart } from "./chart.ts";
import { element } from "./element.ts";
import { counts, settings } from "./facts.ts";
import { doubts } from "./doubts.ts";
import { footer } from "./footer.ts";
import { header } from "./header.ts";
import { metricTables } from "./metric-tables.ts";
import { monthlyHeat } from "./monthly-heat.ts";
import { section } from "./section.ts";
import { shownTrades, type ShownTrade } from "./trade.ts";
import { tradesTable } from "./trades-table.ts";
import { warnings } from "./warnings.ts";

const HINT =
  "▲ buy and ▼ sell touch the price of the fill, a dashed line joins entry and exit. " +
  "Drag to move, Ctrl and wheel or pinch to zoom; by keyboard: arrows, + and −, 0 for everything.";

/** Builds the page from the data that it carries. */
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
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    chart.element.closest("section")?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
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
  const merged = payload.barsPerPoint === 1 ? "" : ` Each point stands for ${payload.barsPerPoint} bars.`;
  const hint = element("p", { class: "aside", id: "chart-hint" }, HINT + merged);
  const host = element(
    "div",
    {
      class: "chart-host",
      tabindex: 0,
      role: "group",
      "aria-label": "Chart of prices with trades, of equity beside buy and hold, and of drawdown",
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

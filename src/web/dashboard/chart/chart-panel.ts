import { button, element } from "../../report/element.ts";
import { legend } from "../../report/legend.ts";
import { isOpen } from "../data/order-text.ts";
import { type ChartInterval, intervalsOf } from "../data/instrument.ts";
import type { PageContext } from "../parts/page-context.ts";
import { CHART_INDICATORS, type ChosenIndicator } from "./chart-indicators.ts";
import { levelsOf, PriceChart } from "./price-chart.ts";

/** The chart of the chosen instrument. */
export function chartPanel({ store, feed }: PageContext): HTMLElement {
  const chartLegend = legend();
  const chart = new PriceChart(chartLegend);
  const title = element("h2", { id: "panel-chart" });
  const intervals = element("div", { class: "buttons", role: "group", "aria-label": "Bar interval" });
  const chosen = indicatorChoice(() => redraw());
  // The chart is an image to screen readers, since the tables next to it contain its values.
  const host = element("div", { class: "chart-host", role: "img" }, chart.element, chartLegend.element);

  const levels = () => {
    const symbol = store.chosen.value?.symbol;
    if (store.bars.value?.symbol !== symbol) return;
    const position = store.portfolio.value?.positions.find((each) => each.symbol === symbol);
    const orders = store.orders.value.filter((order) => order.symbol === symbol && isOpen(order));
    chart.showLevels(levelsOf(position, orders));
  };
  const redraw = () => {
    const bars = store.bars.value;
    if (bars === undefined || !host.isConnected) return;
    const instrument = store.instruments.value.find(({ symbol }) => symbol === bars.symbol);
    chart.draw(bars, instrument, chosen.read(), store.fills.value);
    levels();
  };
  let drawn = store.bars.value;
  store.bars.show((bars) => {
    if (bars === drawn) chart.grow(store.fills.value);
    else redraw();
    drawn = bars;
  });
  store.fills.show((fills) => chart.showFills(fills));
  store.orders.show(levels);
  store.portfolio.show(levels);

  const showChoice = () => {
    const instrument = store.chosen.value;
    if (instrument === undefined) return;
    title.textContent = instrument.symbol;
    title.title = instrument.name ?? "";
    host.setAttribute("aria-label", `Chart of ${instrument.symbol} in bars of ${store.interval.value}, with volume`);
    intervals.replaceChildren(
      ...intervalsOf(instrument, store.extended).map((interval: ChartInterval) =>
        button(interval, () => feed.show(instrument, interval), {
          "aria-pressed": String(interval === store.interval.value),
        }),
      ),
    );
  };
  store.chosen.show(showChoice);
  store.interval.show(showChoice);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  return element(
    "section",
    { class: "panel price", "aria-labelledby": "panel-chart" },
    element("div", { class: "toolbar" }, title, intervals, chosen.element),
    host,
  );
}

/** Inputs for choosing the chart's indicators and their periods. */
function indicatorChoice(changed: () => void) {
  const parts = CHART_INDICATORS.map((indicator) => {
    const on = element("input", { type: "checkbox", checked: indicator.isShown, name: indicator.name });
    const period = element("input", {
      type: "number",
      value: indicator.period,
      min: 2,
      max: 500,
      "aria-label": `Period of ${indicator.title}`,
    });
    const label = element("label", {}, on, indicator.title);
    return { indicator, on, period, element: element("span", { class: "indicator" }, label, period) };
  });
  const group = element(
    "div",
    { class: "indicators", role: "group", "aria-label": "Indicators" },
    ...parts.map((part) => part.element),
  );
  group.addEventListener("change", changed);
  return {
    element: group,
    read: (): ChosenIndicator[] =>
      parts
        .filter(({ on, period }) => on.checked && period.validity.valid && Number.isInteger(period.valueAsNumber))
        .map(({ indicator, period }) => ({ indicator, period: period.valueAsNumber })),
  };
}

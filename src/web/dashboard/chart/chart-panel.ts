import { button, element } from "../../report/element.ts";
import { legend } from "../../report/legend.ts";
import { isOpen } from "../data/order-text.ts";
import { type ChartInterval, intervalsOf } from "../data/instrument.ts";
import type { Place } from "../parts/place.ts";
import { CHART_INDICATORS, type ChosenIndicator } from "./chart-indicators.ts";
import { levelsOf, PriceChart } from "./price-chart.ts";

/** The bars of the chosen instrument, with what may be drawn over them. */
export function chartPanel({ desk, feed }: Place): HTMLElement {
  const told = legend();
  const chart = new PriceChart(told);
  const title = element("h2", { id: "panel-chart" });
  const intervals = element("div", { class: "buttons", role: "group", "aria-label": "Length of a bar" });
  const chosen = indicatorChoice(() => redraw());
  // What it shows of a moment stands in the tables beside it.
  const host = element("div", { class: "chart-host", role: "img" }, chart.element, told.element);

  const levels = () => {
    const symbol = desk.chosen.value?.symbol;
    if (desk.bars.value?.symbol !== symbol) return;
    const position = desk.portfolio.value?.positions.find((each) => each.symbol === symbol);
    const orders = desk.orders.value.filter((order) => order.symbol === symbol && isOpen(order));
    chart.showLevels(levelsOf(position, orders));
  };
  const redraw = () => {
    const bars = desk.bars.value;
    if (bars === undefined || !host.isConnected) return;
    const instrument = desk.instruments.value.find(({ symbol }) => symbol === bars.symbol);
    chart.draw(bars, instrument, chosen.read(), desk.fills.value);
    levels();
  };
  let drawn = desk.bars.value;
  desk.bars.show((bars) => {
    if (bars === drawn) chart.grow(desk.fills.value);
    else redraw();
    drawn = bars;
  });
  desk.fills.show((fills) => chart.showFills(fills));
  desk.orders.show(levels);
  desk.portfolio.show(levels);

  const showChoice = () => {
    const instrument = desk.chosen.value;
    if (instrument === undefined) return;
    title.textContent = instrument.symbol;
    title.title = instrument.name ?? "";
    host.setAttribute("aria-label", `Chart of ${instrument.symbol} in bars of ${desk.interval.value}, with volume`);
    intervals.replaceChildren(
      ...intervalsOf(instrument).map((interval: ChartInterval) =>
        button(interval, () => feed.show(instrument, interval), {
          "aria-pressed": String(interval === desk.interval.value),
        }),
      ),
    );
  };
  desk.chosen.show(showChoice);
  desk.interval.show(showChoice);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  return element(
    "section",
    { class: "panel price", "aria-labelledby": "panel-chart" },
    element("div", { class: "toolbar" }, title, intervals, chosen.element),
    host,
  );
}

/** Which indicators are drawn, each with its period. */
function indicatorChoice(changed: () => void) {
  const parts = CHART_INDICATORS.map((indicator) => {
    const on = element("input", { type: "checkbox", checked: indicator.on, name: indicator.name });
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
  const whole = element(
    "div",
    { class: "indicators", role: "group", "aria-label": "Indicators" },
    ...parts.map((part) => part.element),
  );
  whole.addEventListener("change", changed);
  return {
    element: whole,
    read: (): ChosenIndicator[] =>
      parts
        .filter(({ on, period }) => on.checked && period.validity.valid && Number.isInteger(period.valueAsNumber))
        .map(({ indicator, period }) => ({ indicator, period: period.valueAsNumber })),
  };
}

import { AreaSeries, createChart, type IChartApi, type ISeriesApi, type UTCTimestamp } from "lightweight-charts";
import { axisDecimals } from "../../report/axis-format.ts";
import { chartColors } from "../../report/chart-colors.ts";
import { element } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import type { EquityPoint } from "../data/dashboard-store.ts";
import { localSeconds } from "../data/zone-text.ts";
import { panel, type PageContext } from "../parts/page-context.ts";
import { axisNumbers, dashboardChartOptions, hideCutTimes } from "./dashboard-chart-options.ts";

/** The panel with the chart of the account's equity. */
export function equityPanel({ store }: PageContext): HTMLElement {
  const host = element("div", { class: "chart-host", role: "img", "aria-label": "Chart of the account's equity" });
  const section = panel("equity", "Equity", host);
  const heading = section.querySelector("h2")!;
  let chart: IChartApi | undefined;
  let show: (points: readonly EquityPoint[]) => void = () => {};

  const draw = () => {
    if (!host.isConnected) return;
    chart?.remove();
    const colors = chartColors(host);
    const options = dashboardChartOptions(colors, false);
    const newChart = createChart(host, {
      ...options,
      timeScale: { ...options.timeScale, rightOffset: 0 },
      handleScroll: false,
      handleScale: false,
    });
    let decimals = 0;
    const formatter = (value: number) => numberText(value, decimals);
    const tickmarksFormatter = axisNumbers({
      at: (value) => series.priceToCoordinate(value),
      height: () => newChart.paneSize().height,
      labels: () => store.equity.value.slice(-1).map(({ equity }) => equity),
      format: formatter,
    });
    const series: ISeriesApi<"Area"> = newChart.addSeries(AreaSeries, {
      lineColor: colors.strategy,
      topColor: colors.band,
      bottomColor: "transparent",
      lineWidth: 1,
      priceLineVisible: false,
    });
    hideCutTimes(newChart);
    chart = newChart;
    show = (points) => {
      const equityValues = Float64Array.from(points, ({ equity }) => equity);
      decimals = axisDecimals(equityValues, store.moneyDecimals());
      series.applyOptions({
        priceFormat: { type: "custom", formatter, tickmarksFormatter, minMove: 10 ** -decimals },
      });
      // The chart's axis has whole seconds. If several points fall into one second, the last one counts.
      const bySecond = new Map(
        points.map(({ time, equity }) => [Math.floor(localSeconds(time, store.zone.value)), equity]),
      );
      series.setData(
        Array.from(bySecond, ([time, value]) => ({ time: time as UTCTimestamp, value })).toSorted(
          (a, b) => a.time - b.time,
        ),
      );
      newChart.timeScale().fitContent();
      // Makes the chart format its axis numbers again, since the label has moved.
      newChart.priceScale("right").applyOptions({});
    };
    show(store.equity.value);
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  let zone = "";
  // The zone is known as soon as the first bars are loaded.
  store.zone.show((value) => {
    if (value === zone || !host.isConnected) return;
    zone = value;
    draw();
  });
  store.equity.show((points) => show(points));
  store.portfolio.show((portfolio) => {
    section.hidden = portfolio === undefined;
    if (portfolio !== undefined) heading.textContent = `Equity, ${portfolio.account.currency}`;
  });
  return section;
}

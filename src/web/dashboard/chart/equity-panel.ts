import { AreaSeries, createChart, type IChartApi, type ISeriesApi, type UTCTimestamp } from "lightweight-charts";
import { axisDecimals } from "../../report/axis-format.ts";
import { chartColours } from "../../report/chart-colours.ts";
import { element } from "../../report/element.ts";
import { numberText } from "../../report/number-text.ts";
import type { EquityPoint } from "../data/desk.ts";
import { localSeconds } from "../data/zone-text.ts";
import { panel, type Place } from "../parts/place.ts";
import { axisNumbers, deskChartOptions, keepTimesWhole } from "./desk-chart-options.ts";

/** What the account was worth in the course of time. */
export function equityPanel({ desk }: Place): HTMLElement {
  const host = element("div", { class: "chart-host", role: "img", "aria-label": "Chart of the account's equity" });
  const whole = panel("equity", "Equity", host);
  const heading = whole.querySelector("h2")!;
  let chart: IChartApi | undefined;
  let show: (points: readonly EquityPoint[]) => void = () => {};

  const draw = () => {
    if (!host.isConnected) return;
    chart?.remove();
    const colours = chartColours(host);
    const options = deskChartOptions(colours, false);
    const made = createChart(host, {
      ...options,
      timeScale: { ...options.timeScale, rightOffset: 0 },
      handleScroll: false,
      handleScale: false,
    });
    let decimals = 0;
    const formatter = (value: number) => numberText(value, decimals);
    const tickmarksFormatter = axisNumbers({
      at: (value) => series.priceToCoordinate(value),
      height: () => made.paneSize().height,
      labels: () => desk.equity.value.slice(-1).map(({ equity }) => equity),
      write: formatter,
    });
    const series: ISeriesApi<"Area"> = made.addSeries(AreaSeries, {
      lineColor: colours.strategy,
      topColor: colours.band,
      bottomColor: "transparent",
      lineWidth: 1,
      priceLineVisible: false,
    });
    keepTimesWhole(made);
    chart = made;
    show = (points) => {
      const worth = Float64Array.from(points, ({ equity }) => equity);
      decimals = axisDecimals(worth, desk.moneyDecimals());
      series.applyOptions({
        priceFormat: { type: "custom", formatter, tickmarksFormatter, minMove: 10 ** -decimals },
      });
      // Several points may fall into one second: the last one stands for it.
      const bySecond = new Map(
        points.map(({ time, equity }) => [Math.floor(localSeconds(time, desk.zone.value)), equity]),
      );
      series.setData(
        Array.from(bySecond, ([time, value]) => ({ time: time as UTCTimestamp, value })).toSorted(
          (a, b) => a.time - b.time,
        ),
      );
      made.timeScale().fitContent();
      // The numbers of the axis are written anew, beside the label.
      made.priceScale("right").applyOptions({});
    };
    show(desk.equity.value);
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  let zone = "";
  // The zone is known with the first bars, when the page stands.
  desk.zone.show((value) => {
    if (value === zone || !host.isConnected) return;
    zone = value;
    draw();
  });
  desk.equity.show((points) => show(points));
  desk.portfolio.show((portfolio) => {
    whole.hidden = portfolio === undefined;
    if (portfolio !== undefined) heading.textContent = `Equity, ${portfolio.account.currency}`;
  });
  return whole;
}

import type { ChartOptions, DeepPartial } from "lightweight-charts";
import type { ChartColours } from "../../report/chart-colours.ts";
import { chartOptions } from "../../report/chart-options.ts";

const FONT_SIZE = 11;

/**
 * Looks of the charts: those of the report, with room for what comes. The library's own mark brings a style into the page, which the page's policy
 * forbids: its makers are named at the foot of the page.
 */
export function deskChartOptions(colours: ChartColours, daily: boolean): DeepPartial<ChartOptions> {
  const { layout, timeScale, rightPriceScale, ...options } = chartOptions(colours, daily, FONT_SIZE);
  return {
    ...options,
    layout: { ...layout, attributionLogo: false },
    rightPriceScale: { ...rightPriceScale, scaleMargins: { top: 0.12, bottom: 0.18 } },
    timeScale: { ...timeScale, fixLeftEdge: false, fixRightEdge: false, minBarSpacing: 0.5, rightOffset: 4 },
  };
}

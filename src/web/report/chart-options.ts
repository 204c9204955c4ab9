import {
  ColorType,
  CrosshairMode,
  LineStyle,
  TickMarkType,
  type ChartOptions,
  type DeepPartial,
  type Time,
} from "lightweight-charts";
import type { ChartColors } from "./chart-colors.ts";
import { clockText, timeText } from "./number-text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Style and behavior of the charts. They show the library's logo, and dates that do not depend on the locale. */
export function chartOptions(colors: ChartColors, daily: boolean, fontSize: number): DeepPartial<ChartOptions> {
  const crosshairLine = {
    color: colors.muted,
    style: LineStyle.Dotted,
    width: 1 as const,
    labelBackgroundColor: colors.price,
  };
  return {
    autoSize: true,
    layout: {
      attributionLogo: true,
      background: { type: ColorType.Solid, color: colors.background },
      textColor: colors.text,
      fontSize,
      fontFamily: getComputedStyle(document.body).fontFamily,
      panes: { separatorColor: colors.line, enableResize: false },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: { mode: CrosshairMode.Magnet, vertLine: crosshairLine, horzLine: crosshairLine },
    rightPriceScale: { borderColor: colors.line, entireTextOnly: true },
    timeScale: {
      borderColor: colors.line,
      fixLeftEdge: true,
      fixRightEdge: true,
      minBarSpacing: 0.001,
      timeVisible: !daily,
      secondsVisible: false,
      tickMarkFormatter: tickText,
    },
    // A vertical swipe on a touch screen scrolls the page instead of the chart.
    handleScroll: { vertTouchDrag: false },
    localization: { timeFormatter: (time: Time) => timeText(Number(time), daily) },
  };
}

/** Formats a time for the labels of a time axis. */
export function tickText(time: Time, type: TickMarkType): string {
  const date = new Date(Number(time) * 1000);
  switch (type) {
    case TickMarkType.Year:
      return String(date.getUTCFullYear());
    case TickMarkType.Month:
      return MONTHS[date.getUTCMonth()]!;
    case TickMarkType.DayOfMonth:
      return String(date.getUTCDate());
    default:
      return clockText(date.toISOString());
  }
}

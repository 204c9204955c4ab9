import {
  ColorType,
  CrosshairMode,
  LineStyle,
  TickMarkType,
  type ChartOptions,
  type DeepPartial,
  type Time,
} from "lightweight-charts";
import type { ChartColours } from "./chart-colours.ts";
import { timeText } from "./number-text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Looks and behaviour of the chart: the library's mark stays on, dates read the same on every machine. */
export function chartOptions(colours: ChartColours, daily: boolean, fontSize: number): DeepPartial<ChartOptions> {
  const cross = {
    color: colours.muted,
    style: LineStyle.Dotted,
    width: 1 as const,
    labelBackgroundColor: colours.price,
  };
  return {
    autoSize: true,
    layout: {
      attributionLogo: true,
      background: { type: ColorType.Solid, color: colours.background },
      textColor: colours.text,
      fontSize,
      fontFamily: getComputedStyle(document.body).fontFamily,
      panes: { separatorColor: colours.line, enableResize: false },
    },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    crosshair: { mode: CrosshairMode.Magnet, vertLine: cross, horzLine: cross },
    rightPriceScale: { borderColor: colours.line, entireTextOnly: true },
    timeScale: {
      borderColor: colours.line,
      fixLeftEdge: true,
      fixRightEdge: true,
      minBarSpacing: 0.001,
      timeVisible: !daily,
      secondsVisible: false,
      tickMarkFormatter: tickText,
    },
    // A finger that moves up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
    localization: { timeFormatter: (time: Time) => timeText(Number(time), daily) },
  };
}

/** A time as it stands on an axis. */
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
      return date.toISOString().slice(11, 16);
  }
}

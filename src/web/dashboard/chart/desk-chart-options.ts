import {
  type ChartOptions,
  ColorType,
  CrosshairMode,
  type DeepPartial,
  TickMarkType,
  type Time,
} from "lightweight-charts";
import type { ChartColours } from "../../report/chart-colours.ts";
import { dateText, minuteText } from "../data/zone-text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Looks of the charts, with the times of the exchange. The library's own mark brings a style in the page, which the page's policy forbids: its makers
 * are named at the foot of the page.
 */
export function deskChartOptions(colours: ChartColours, zone: string, daily: boolean): DeepPartial<ChartOptions> {
  const text = (time: Time) => (daily ? dateText : minuteText)(Number(time) * 1000, zone);
  const cross = { color: colours.muted, width: 1 as const, labelBackgroundColor: colours.price };
  return {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: colours.background },
      textColor: colours.text,
      fontSize: 11,
      fontFamily: getComputedStyle(document.body).fontFamily,
    },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    crosshair: { mode: CrosshairMode.Magnet, vertLine: cross, horzLine: cross },
    rightPriceScale: { entireTextOnly: true, borderColor: colours.line, scaleMargins: { top: 0.12, bottom: 0.18 } },
    timeScale: {
      borderColor: colours.line,
      rightOffset: 4,
      timeVisible: !daily,
      secondsVisible: false,
      tickMarkFormatter: (time: Time, type: TickMarkType) => tickText(text(time), type),
    },
    // A finger that moves up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
    localization: { timeFormatter: text },
  };
}

/** The part of `2023-12-15 12:00` that a tick of this kind tells. */
function tickText(text: string, type: TickMarkType): string {
  const [year = "", month = "", day = ""] = text.slice(0, 10).split("-");
  if (type === TickMarkType.Year) return year;
  if (type === TickMarkType.Month) return MONTHS[Number(month) - 1]!;
  return type === TickMarkType.DayOfMonth ? String(Number(day)) : text.slice(11);
}

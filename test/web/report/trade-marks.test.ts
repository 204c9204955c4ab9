import { expect, test } from "vitest";
import { TradeMarks } from "../../../src/web/report/trade-marks.ts";

const COLOURS = { gain: "green", loss: "red", background: "white", band: "blue" };

/** Tips of the trade marks drawn on a chart, in drawing order. The chart is 100 pixels wide with bars of ten pixels. */
function tipsOf(
  fills: readonly { time: number; price: number; buy: boolean }[],
  firstBar: number,
  bars: number,
): string[] {
  const marks = new TradeMarks(fills, [], COLOURS as never);
  const tips: string[] = [];
  let tip = "";
  const context = {
    beginPath: () => {},
    moveTo: (x: number, y: number) => (tip = `${x} ${y}`),
    lineTo: () => {},
    closePath: () => {},
    fill: () => tips.push(`${tip} ${context.fillStyle}`),
    stroke: () => {},
    setLineDash: () => {},
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 1,
  };
  const scale = {
    timeToCoordinate: (time: number) => (time < 0 || time >= bars ? null : 10 * (time - firstBar)),
    coordinateToTime: (x: number) => {
      const bar = Math.ceil(x / 10) + firstBar;
      return bar < 0 || bar >= bars ? null : bar;
    },
  };
  marks.attached({
    chart: { timeScale: () => scale },
    series: { priceToCoordinate: (price: number) => price },
    requestUpdate: () => {},
  } as never);
  const target = {
    useMediaCoordinateSpace: (draw: (scope: object) => void) =>
      draw({ context, mediaSize: { width: 100, height: 100 } }),
  };
  for (const view of marks.paneViews()) view.renderer()!.draw(target as never);
  return tips;
}

test("a chart draws marks for the fills in view, in whatever order the fills are given", () => {
  const fills = [30, 12, 10, 9, 24].map((time) => ({ time, price: time, buy: true }));
  // A mark that is half outside the view is drawn, too.
  expect(tipsOf(fills, 10, 40)).toEqual(["0 10 green", "20 12 green"]);
  expect(tipsOf(fills, 0, 40)).toEqual(["90 9 green", "100 10 green"]);
  expect(tipsOf(fills, 25, 31)).toEqual(["50 30 green"]);
});

test("a chart draws fills of the same side on the same pixel as one mark", () => {
  const fill = { time: 3, price: 40, buy: true };
  const fills = [fill, { ...fill, price: 40.2 }, { ...fill, buy: false }, { ...fill, price: 41 }, fill];
  expect(tipsOf(fills, 0, 10)).toEqual(["30 40 green", "30 40 red", "30 41 green"]);
});

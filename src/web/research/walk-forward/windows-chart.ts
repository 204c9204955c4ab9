import type { WalkForwardPayload } from "../../../report/research/walk-forward-payload.ts";
import { element, section } from "../../report/element.ts";
import { drawing, svg } from "../page/drawing.ts";

const LEFT = 30;
const MAX_HEIGHT = 420;
const ROW_HEIGHT = 18;
/** Half the width of a date in pixels. A date closer to the edge of the chart is aligned right. */
const HALF_DATE_WIDTH = 24;
const YEAR = 365.25 * 86_400;

/** Creates a chart with the training period and the test period of each window. */
export function windowsChart({ windows }: WalkForwardPayload): HTMLElement {
  const first = Math.min(...windows.map(({ times }) => times[0]));
  const last = Math.max(...windows.map(({ times }) => times[2]));
  const row = Math.max(3, Math.min(ROW_HEIGHT, Math.floor(MAX_HEIGHT / windows.length)));
  const chart = drawing(
    () => `${windows.length} windows: each trained, then tested on the sessions that follow`,
    (width) => {
      const x = (time: number) => LEFT + ((time - first) / (last - first)) * (width - LEFT - 2);
      const bars = windows.flatMap(
        ({ times: [from, to, end], trainFrom, trainTo, testTo, trainedText, testedText }, i) => {
          const bar = (left: number, right: number, name: string, text: string) =>
            svg(
              "rect",
              {
                class: name,
                x: x(left),
                y: i * row,
                width: Math.max(1, x(right) - x(left)),
                height: Math.max(2, row - 3),
              },
              svg("title", {}, text),
            );
          const label =
            row >= 12 || i % Math.ceil(12 / row) === 0
              ? [svg("text", { x: LEFT - 8, y: i * row + Math.min(row, 13) - 2, class: "end" }, String(i + 1))]
              : [];
          return [
            bar(from, to, "trained", `Window ${i + 1}, trained ${trainFrom} to ${trainTo}: ${trainedText}`),
            bar(to, end, "tested", `Window ${i + 1}, tested to ${testTo}: ${testedText}`),
            ...label,
          ];
        },
      );
      const height = windows.length * row + 20;
      return {
        height,
        parts: [
          ...bars,
          ...yearMarks(first, last, (width - LEFT) / 70).map(({ time, text }) =>
            x(time) > width - HALF_DATE_WIDTH
              ? svg("text", { x: width, y: height - 4, class: "end" }, text)
              : svg("text", { x: x(time), y: height - 4, class: "middle" }, text),
          ),
        ],
      };
    },
  );
  const key = element(
    "p",
    { class: "keys" },
    element("span", { class: "key-trained" }, "trained"),
    element("span", { class: "key-tested" }, "tested"),
  );
  return section("Windows", "windows", chart.element, key);
}

/** Returns the starts of years on a time axis, at most `maxCount`. For less than two years they are the starts of months. */
function yearMarks(first: number, last: number, maxCount: number): { time: number; text: string }[] {
  const months = last - first < 2 * YEAR ? 1 : 12;
  const marks: { time: number; text: string }[] = [];
  const date = new Date(first * 1000);
  let month = date.getUTCFullYear() * 12 + (months === 12 ? 12 : date.getUTCMonth() + 1);
  for (; ; month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12) / 1000;
    if (time > last) break;
    const iso = new Date(time * 1000).toISOString();
    marks.push({ time, text: months === 12 ? iso.slice(0, 4) : iso.slice(0, 7) });
  }
  const step = Math.ceil(marks.length / Math.max(1, maxCount));
  return marks.filter((_, i) => i % step === 0);
}

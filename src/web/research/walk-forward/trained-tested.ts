import type { WalkForwardPayload } from "../../../report/research/walk-forward-payload.ts";
import { element, section } from "../../report/element.ts";
import { drawing, svg } from "../page/drawing.ts";

const HEIGHT = 190;
const TOP = 18;
const BOTTOM = 36;
/** Windows narrower than this many pixels have no labels for their values. */
const MIN_LABELED_WIDTH = 110;

/** Creates a chart that compares the objective of each window in training with the objective in its test. */
export function trainedTested({ windows, objective }: WalkForwardPayload): HTMLElement {
  const values = windows.flatMap(({ trained, tested }) => [trained ?? 0, tested ?? 0]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const chart = drawing(
    () => `${objective} of each window in training and in its test`,
    (width) => {
      const room = width / windows.length;
      const bar = Math.max(1, Math.min(16, room * 0.38));
      const y = (value: number) => HEIGHT - BOTTOM - ((value - low) / (high - low || 1)) * (HEIGHT - BOTTOM - TOP);
      const rect = (x: number, value: number | null, name: string, text: string) =>
        value === null
          ? []
          : [
              svg(
                "rect",
                {
                  class: name,
                  x,
                  y: Math.min(y(value), y(0)),
                  width: bar,
                  height: Math.max(1, Math.abs(y(value) - y(0))),
                },
                svg("title", {}, text),
              ),
            ];
      const valueLabel = (x: number, value: number | null, name: string, text: string) =>
        value === null || room < MIN_LABELED_WIDTH
          ? []
          : [svg("text", { x, y: value < 0 ? y(value) + 12 : y(value) - 4, class: name }, text)];
      const step = Math.ceil(24 / room);
      return {
        height: HEIGHT,
        parts: [
          svg("line", { class: "zero", x1: 0, x2: width, y1: y(0), y2: y(0) }),
          ...windows.flatMap(({ trained, tested, trainedText, testedText, testTo }, i) => {
            const middle = (i + 0.5) * room;
            const title = `Window ${i + 1}, tested to ${testTo}: ${trainedText} trained, ${testedText} tested`;
            return [
              ...rect(middle - bar, trained, "trained", title),
              ...rect(middle, tested, (tested ?? 0) < 0 ? "tested loss" : "tested", title),
              ...valueLabel(middle - 3, trained, "end", trainedText),
              ...valueLabel(middle + 3, tested, "start", testedText),
              ...(i % step === 0 ? [svg("text", { x: middle, y: HEIGHT - 5, class: "middle" }, String(i + 1))] : []),
            ];
          }),
        ],
      };
    },
  );
  const hint = `Left bars: ${objective} of the chosen parameters in training. Right bars: in the test. Short or negative right bars mean that the choice did not hold up.`;
  return section(
    `${objective}: trained and tested`,
    "trained-tested",
    chart.element,
    element("p", { class: "aside" }, hint),
  );
}

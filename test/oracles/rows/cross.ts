import { CrossDown, CrossUp } from "technicalindicators";
import { hasCrossedOver, hasCrossedUnder } from "trading-signals";
import { cross } from "../../../src/indicators/cross.ts";
import type { Oracles } from "../oracle-row.ts";

const LAG = 5;

/** Closes of five bars before, slightly raised. The first bars use the first close. */
function shifted(close: ArrayLike<number>, by: number): number[] {
  return Array.from({ length: close.length }, (_, i) => close[Math.max(0, i - LAG)]! + by);
}

export const crossOracles: Oracles = {
  indicator: "cross",
  rows: [
    {
      oracle: "technicalindicators",
      compares: "CrossUp and CrossDown on lines that never touch, from the second bar",
      ours: ({ close }) => cross(close, Float64Array.from(shifted(close, 0.003))),
      theirs({ close }) {
        const lines = { lineA: close, lineB: shifted(close, 0.003) };
        const down: boolean[] = CrossDown.calculate(lines);
        return CrossUp.calculate(lines).map((up: boolean, i: number) => Number(up) - Number(down[i]!));
      },
      from: 1,
    },
    {
      oracle: "trading-signals",
      compares: "hasCrossedOver and hasCrossedUnder of each pair of bars",
      ours: ({ close }) => cross(close, Float64Array.from(shifted(close, 0))),
      theirs({ close }) {
        const other = shifted(close, 0);
        return close.slice(1).map((price, i) => {
          const bars = [close[i]!, other[i]!, price, other[i + 1]!] as const;
          return Number(hasCrossedOver(...bars)) - Number(hasCrossedUnder(...bars));
        });
      },
    },
  ],
};

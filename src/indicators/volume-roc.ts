import type { Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { pastIsZero, percentChange as percentChangeOver } from "../primitives/percent-change.ts";
import { STRIP, stripEnd } from "../primitives/strips.ts";
import { defineIndicator } from "./define.ts";
import { PercentChangeStream } from "./percent-change-stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const percentChange = percentChangeOver;

/**
 * Volume rate of change: the change of volume over `period` bars, in percent of the earlier volume. A rising value at a
 * breakout means that more traders take part than before.
 *
 * `100 * (volume[t] - volume[t-period]) / volume[t-period]`
 *
 * - `period`: bars to look back; default 14.
 * - In percent: 100 is twice the volume, -100 is no volume.
 * - First value at index `period`. A missing value gives NaN for its bar and for the bar `period` bars later.
 * - No value if the earlier volume is zero.
 *
 * @example
 * volumeRoc(Float64Array.of(100, 80, 150, 20), 2); // NaN, NaN, 50, -75
 */
export const volumeRoc = defineIndicator({
  name: "volumeRoc",
  title: "Volume rate of change",
  category: "volume",
  inputs: ["volume"],
  params: { period: param.integer({ default: 14, description: "number of bars to look back" }) },
  outputs: {
    value: {
      title: "Volume ROC",
      scale: { volume: 0 },
      undefinedWhen: { description: "the earlier volume is zero", holds: pastIsZero },
    },
  },
  memory: "window",
  warmup: ({ period }) => period,
  batch([volume], { period }, [out]) {
    const length = volume.length;
    out.fill(NaN, 0, Math.min(period, length));
    for (let start = period; start < length; start += STRIP)
      changes(volume, period, start, stripEnd(start, length), out);
  },
  stream: ({ period }) => new PercentChangeStream(period),
});

function changes(volume: Column, period: number, start: number, end: number, out: Column): void {
  for (let i = start | 0; i < end; i++) out[i] = percentChange(volume[i], volume[i - period]);
}

import { heikinAshi } from "../indicators/heikin-ashi.ts";
import { readFields, study, type RunningStudy, type StudySettings } from "./study.ts";

/** A bar in the form that `HeikinAshi` accepts and returns. */
export interface StudyBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number;
  readonly timestamp?: number;
}

/** Bars as columns, in the form that `HeikinAshi` returns. */
export type StudyBars = { readonly [Field in keyof StudyBar]-?: number[] };

/** Data and settings of `HeikinAshi`. */
export type HeikinAshiInput = StudySettings & { readonly [Field in keyof StudyBar]: ArrayLike<number> };

const BAR_FIELDS = ["open", "high", "low", "close", "volume", "timestamp"] as const;

const AveragedBars = /* @__PURE__ */ study({
  name: "HeikinAshi",
  fields: ["open", "high", "low", "close"],
  required: {},
  stream: () => heikinAshi.stream(),
  read: /* @__PURE__ */ readFields({ open: "open", high: "high", low: "low", close: "close" }),
});

/** Heikin-Ashi bars as columns. Volume and timestamp are copied from the bars, or 0 if the bars have none. */
export class HeikinAshi implements RunningStudy<[bar: StudyBar], Required<StudyBar>, StudyBars> {
  static calculate(input: HeikinAshiInput): StudyBars {
    const given = BAR_FIELDS.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]] as const]));
    const turned = (column: ArrayLike<number>) => (input.reversedInput ? Array.from(column).toReversed() : column);
    const { result } = new HeikinAshi({
      ...input,
      ...Object.fromEntries(given.map(([field, column]) => [field, turned(column)])),
    });
    if (input.reversedInput) for (const field of BAR_FIELDS) result[field].reverse();
    return result;
  }

  readonly result: StudyBars = { open: [], high: [], low: [], close: [], volume: [], timestamp: [] };
  readonly #bars;

  constructor(input: HeikinAshiInput) {
    this.#bars = new AveragedBars({ ...input, open: [], high: [], low: [], close: [] });
    const whole = new AveragedBars(input);
    whole.result.forEach((_, i) => {
      const bar = this.nextValue({
        open: input.open[i]!,
        high: input.high[i]!,
        low: input.low[i]!,
        close: input.close[i]!,
        volume: input.volume?.[i] ?? 0,
        timestamp: input.timestamp?.[i] ?? 0,
      })!;
      for (const field of BAR_FIELDS) this.result[field].push(bar[field]);
    });
  }

  getResult(): StudyBars {
    return this.result;
  }

  nextValue(bar: StudyBar): Required<StudyBar> | undefined {
    const averaged = this.#bars.nextValue(bar);
    if (averaged === undefined) return undefined;
    return { ...averaged, volume: bar.volume ?? 0, timestamp: bar.timestamp ?? 0 };
  }
}

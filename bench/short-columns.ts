import { pathToFileURL } from "node:url";
import { indicators } from "hindcast/indicators";
import { interleaved } from "./interleaved.ts";
import { BenchData } from "./support/bench-data.ts";

const LENGTH = 250;

/** Nanoseconds for one short column of an indicator. */
export interface ShortRow {
  readonly indicator: string;
  /** Nanoseconds with parameters passed for each column. */
  readonly called: number;
  /** Nanoseconds with parameters passed once, for all columns. */
  readonly prepared: number;
}

/** Measures an indicator over many short columns, with parameters passed for each column or once. Output columns are reused. */
export function benchShortColumns(columns: number, names: readonly string[]): ShortRow[] {
  const data = new BenchData(columns * LENGTH);
  return names.map((name) => {
    const indicator = indicators[name]!;
    const long = (indicator.spec.inputs as readonly string[]).map((input) => data.column(input));
    const inputs = Array.from({ length: columns }, (_, i) =>
      long.map((column) => column.slice(i * LENGTH, (i + 1) * LENGTH)),
    );
    const column = () => new Float64Array(LENGTH);
    const outputs = Object.keys(indicator.spec.outputs as object);
    const out = outputs[0] === "value" ? column() : Object.fromEntries(outputs.map((output) => [output, column()]));
    const prepared = indicator.of();
    const ms = interleaved(
      {
        called: () => inputs.forEach((input) => indicator.into(out, ...input)),
        prepared: () => inputs.forEach((input) => prepared(...input, out)),
      },
      { rounds: 5, minimumMs: 40 },
    );
    const ns = (time: number) => (time * 1e6) / columns;
    return { indicator: name, called: ns(ms.called), prepared: ns(ms.prepared) };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [columns = "10000", ...words] = process.argv.slice(2);
  const names =
    words.length > 0 ? words : ["sma", "ema", "wma", "rsi", "macd", "bollinger", "stochastic", "atr", "obv"];
  console.log(`nanoseconds for a column of ${LENGTH} bars, ${columns} of them, medians of interleaved rounds`);
  for (const { indicator, called, prepared } of benchShortColumns(Number(columns), names))
    console.log(
      `${indicator.padEnd(12)} called ${called.toFixed(0).padStart(6)}  prepared ${prepared.toFixed(0).padStart(6)}`,
    );
}

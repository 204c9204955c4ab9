import { pathToFileURL } from "node:url";
import { indicators } from "hindcast/indicators";
import type { Param } from "hindcast";
import { interleaved } from "./interleaved.ts";
import { BenchData } from "./support/bench-data.ts";
import { benchIndicator } from "./support/bench-indicator.ts";

/** Time of an indicator with short and long periods, with existing output columns. */
export interface PeriodRow {
  readonly indicator: string;
  readonly shortNs: number;
  readonly longNs: number;
  readonly ratio: number;
  /** Whether the indicator's time grows with the period by definition. */
  readonly declared: boolean;
}

/** Compares each indicator with periods of 20 and 200 bars, for all its parameters in bars. */
export function benchPeriods(bars: number, names: readonly string[]): PeriodRow[] {
  const data = new BenchData(bars);
  return names.flatMap((name) => {
    const { params, cost } = indicators[name]!.spec;
    const periods = Object.entries(params as Readonly<Record<string, Param>>)
      .filter(([, param]) => param.kind === "integer" && param.max >= 200 && param.default > 1)
      .map(([param]) => param);
    if (periods.length === 0) return [];
    const withPeriod = (period: number) => Object.fromEntries(periods.map((param, i) => [param, period + 2 * i]));
    const short = benchIndicator(name, data, withPeriod(20));
    const long = benchIndicator(name, data, withPeriod(200));
    const ms = interleaved({ short: short.into, long: long.into }, { rounds: 5, minimumMs: 30 });
    const ns = (time: number) => (time * 1e6) / bars;
    return [
      {
        indicator: name,
        shortNs: ns(ms.short),
        longNs: ns(ms.long),
        ratio: ms.long / ms.short,
        declared: cost === "period",
      },
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [bars = "1000000", ...names] = process.argv.slice(2);
  console.log(`nanoseconds a bar with periods of 20 and 200, ${bars} bars`);
  for (const row of benchPeriods(Number(bars), names.length > 0 ? names : Object.keys(indicators).toSorted()))
    console.log(
      `${row.indicator.padEnd(22)} ${row.shortNs.toFixed(1).padStart(8)} ${row.longNs.toFixed(1).padStart(8)} ` +
        `x ${row.ratio.toFixed(2)}${row.declared ? "  grows by definition" : row.ratio > 1.7 ? "  GROWS" : ""}`,
    );
}

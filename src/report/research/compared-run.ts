import { decimalsOf } from "../../market/currency-decimals.ts";
import type { Finding } from "../../research/checks/doctor.ts";

/** A saved run with the fields that a comparison needs. */
export interface ComparedRun {
  readonly name: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Number of decimals of amounts in the run's currency. */
  readonly currencyDecimals: number;
  readonly symbols: readonly string[];
  readonly interval: string;
  readonly from: number;
  readonly to: number;
  readonly engineVersion: string;
  readonly fingerprint: string;
  readonly fillHash: string;
  readonly warnings: readonly string[];
  /** Findings of the checks on the run; empty if no checks ran. */
  readonly findings: readonly Finding[];
  readonly summary: Readonly<Record<string, number | null>>;
  /** Equity curve. Results of older versions have no dates. */
  readonly equity: {
    readonly time: readonly number[];
    readonly date?: readonly string[];
    readonly equity: readonly (number | null)[];
  };
  readonly buyAndHold: readonly (number | null)[];
}

/** Returns a saved run for a comparison, or undefined if fields are missing, such as the equity curve. */
export function comparedRun(name: string, members: Readonly<Record<string, unknown>>): ComparedRun | undefined {
  const { strategy, params, settings, symbols, interval, from, to, engineVersion, fingerprint, fillHash, warnings } =
    members as unknown as ComparedRun;
  const { summary, equity, buyAndHold, findings, currencyDecimals } = members as unknown as Partial<ComparedRun>;
  const isComplete =
    [strategy, interval, fillHash].every((each) => typeof each === "string") &&
    [params, settings, summary].every((each) => typeof each === "object" && each !== null) &&
    [from, to].every((each) => typeof each === "number") &&
    [symbols, warnings, equity?.time, equity?.equity, buyAndHold].every((each) => Array.isArray(each));
  if (!isComplete || summary === undefined || equity === undefined || buyAndHold === undefined) return undefined;
  return {
    name,
    strategy,
    params,
    settings,
    currencyDecimals:
      typeof currencyDecimals === "number" ? currencyDecimals : decimalsOf(String(settings["currency"])),
    symbols,
    interval,
    from,
    to,
    engineVersion,
    fingerprint,
    fillHash,
    warnings,
    findings: Array.isArray(findings) ? (findings as readonly Finding[]) : [],
    summary,
    equity,
    buyAndHold,
  };
}

/** A parameter, symbol list, range or setting that may differ between runs, with one text per run. */
export interface Difference {
  readonly label: string;
  readonly texts: readonly string[];
}

/** Returns the strategies and parameters of runs, then the symbols, ranges and settings that differ. */
export function differencesOf(runs: readonly ComparedRun[]): Difference[] {
  const of = (label: string, text: (run: ComparedRun) => string): Difference => ({ label, texts: runs.map(text) });
  const names = (part: "params" | "settings") => new Set(runs.flatMap((run) => Object.keys(run[part])));
  const differing = [
    of("symbols", ({ symbols }) => symbols.join(" ")),
    of("interval", ({ interval }) => interval),
    of("first bar", ({ from }) => new Date(from).toISOString()),
    of("end", ({ to }) => new Date(to).toISOString()),
    of("engine", ({ engineVersion }) => engineVersion),
    ...Array.from(names("settings"), (name) => of(name, ({ settings }) => textOfValue(settings[name]))),
  ].filter(({ texts }) => new Set(texts).size > 1);
  return [
    of("strategy", ({ strategy }) => strategy),
    ...Array.from(names("params"), (name) => of(name, ({ params }) => textOfValue(params[name]))),
    ...differing,
  ];
}

function textOfValue(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

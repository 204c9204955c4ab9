import type { RunResult } from "../engine/run-result.ts";
import type { RunSettings } from "../engine/run-settings.ts";
import { formatFraction, formatMoney } from "./format.ts";
import { valueText, type Labelled } from "./labelled.ts";
import { periodsPerYear } from "./periods-per-year.ts";

/** How a setting reads: its label, what it means, and how its value is written. */
interface SettingTitle<T> {
  readonly label: string;
  readonly meaning?: string;
  text?(value: T, result: RunResult): string;
}

const TITLES: { readonly [K in keyof RunSettings]: SettingTitle<RunSettings[K]> } = {
  cash: { label: "Starting cash", text: (value) => formatMoney(value) },
  currency: { label: "Currency" },
  account: { label: "Account", meaning: "A cash account sells no more than it holds." },
  from: { label: "From", meaning: "First session, inclusive.", text: (value) => value || "first bar" },
  to: { label: "To", meaning: "Last session, inclusive.", text: (value) => value || "last bar" },
  zone: { label: "Zone of these dates" },
  warmupBars: {
    label: "Warm-up bars",
    meaning: "Bars fed to the indicators before the first decision.",
    text: (value) => (value < 0 ? "all recorded" : String(value)),
  },
  commission: { label: "Commission", text: modelText },
  slippage: { label: "Slippage", text: modelText },
  fillAt: {
    label: "Market orders fill at",
    meaning: "A market order decided at a close fills at the first later price: the open of the next bar.",
  },
  sizeAt: {
    label: "Sizes become quantities",
    meaning: "On the last price when the order is given, commission included.",
  },
  shortCash: {
    label: "Cash short at the fill",
    meaning: "What cash buys is filled, the rest is canceled and counted.",
  },
  limitFill: {
    label: "Limit orders fill on",
    meaning: "A price that touches the limit fills it; a gap fills at the open.",
  },
  stopGap: { label: "Gapped stops fill", meaning: "A stop that the market jumps over fills at the worse open." },
  intrabar: { label: "Two triggers in one bar", meaning: "The one that is worse for the account comes first." },
  moneyRounding: { label: "Money is rounded to", meaning: "Decimals of the account's currency, half away from zero." },
  riskFreeRate: { label: "Risk-free rate", meaning: "Annual.", text: (value) => formatFraction(value) },
  minimumReturn: {
    label: "Minimum return",
    meaning: "Per session; what is below counts as downside.",
    text: (value) => formatFraction(value),
  },
  sessionsPerYear: {
    label: "Sessions per year",
    meaning: "What annual numbers are scaled by.",
    text: (value, result) => (value > 0 ? String(value) : `${periodsPerYear(result)}, from the data`),
  },
  seed: { label: "Random seed", meaning: "Of what the strategy draws by chance." },
};

/** The settings of a run as rows of a table, each with its meaning. A setting that has no title here keeps its own name. */
export function settingsRows(result: RunResult): Labelled[] {
  return Object.entries(result.settings).map(([name, value]) => {
    const title = (TITLES as Readonly<Record<string, SettingTitle<never> | undefined>>)[name];
    const text = title?.text?.(value as never, result) ?? valueText(value);
    return { label: title?.label ?? name, text, ...(title?.meaning !== undefined && { meaning: title.meaning }) };
  });
}

/** A cost model with its fields: `percent (rate 0.001)`. */
function modelText({ model, ...fields }: { readonly model: string; readonly [field: string]: unknown }): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name} ${valueText(value)}`);
  return shown.length === 0 ? model : `${model} (${shown.join(", ")})`;
}

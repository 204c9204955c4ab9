import { Option, type Command } from "commander";
import { commissions } from "../../broker/commission/catalog.ts";
import type { ModelSettings } from "../../broker/model.ts";
import { slippages } from "../../broker/slippage/catalog.ts";
import { DEFAULT_SETTINGS, resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { PLAIN_INSTRUMENT } from "../../market/instrument.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { dataOption, type DataFile } from "../options/data.ts";
import { dateOption } from "../options/date.ts";
import { modelOption } from "../options/model.ts";
import { numberOption, positiveOption } from "../options/number.ts";
import { isParameterError, renamed } from "../options/renamed.ts";
import { paramOption, type WrittenParam } from "../options/param.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";

/** What follows `run STRATEGY`, read; what was not given is left out. */
export interface RunCommandOptions {
  readonly data: readonly DataFile[];
  readonly symbol?: string;
  readonly interval?: Interval;
  readonly zone?: string;
  readonly from?: string;
  readonly to?: string;
  readonly strategies: string;
  readonly param: readonly WrittenParam[];
  readonly warmup?: number;
  readonly seed?: number;
  readonly cash?: number;
  readonly currency?: string;
  readonly commission?: ModelSettings;
  readonly slippage?: ModelSettings;
  readonly lot?: number;
  readonly tick?: number;
  readonly riskFree?: number;
  readonly out?: string;
  readonly report: boolean;
  readonly json?: true;
  readonly quiet?: true;
}

/** Adds the options of a run, in the groups of its help. */
export function addRunOptions(command: Command): Command {
  return command
    .optionsGroup("Data:")
    .requiredOption(
      "--data <file>",
      "prices (CSV, NDJSON, Parquet) or the folder of a recording; SYMBOL=FILE names them; again for more symbols",
      dataOption,
    )
    .option(
      "--symbol <symbol>",
      "name of the one file's instrument (default: the file's name); of several or of a recording, the one to trade",
    )
    .option(
      "--interval <interval>",
      "length of a bar, such as 1h or 1d (default: the usual step between bars; of a recording the finest)",
      checkInterval,
    )
    .option("--zone <zone>", "zone of times without an offset, such as America/New_York (default: UTC)")
    .option("--from <date>", "first day to trade (default: the first bar)", dateOption("--from"))
    .option("--to <date>", "last day to trade, inclusive (default: the last bar)", dateOption("--to"))
    .optionsGroup("Strategy:")
    .addOption(
      new Option("--param <name=value>", "a parameter; again for more").argParser(paramOption).default([], "none"),
    )
    .addOption(
      new Option("--strategies <dir>", "folder of strategies by name").default(STRATEGY_FOLDER, "the package's own"),
    )
    .option(
      "--warmup <bars>",
      "bars before --from that indicators see (default: all of them)",
      numberOption("--warmup"),
    )
    .option(
      "--seed <number>",
      `seed of the strategy's random numbers (default: ${DEFAULT_SETTINGS.seed})`,
      numberOption("--seed"),
    )
    .optionsGroup("Account and costs:")
    .option("--cash <amount>", `cash at the start (default: ${DEFAULT_SETTINGS.cash})`, numberOption("--cash"))
    .option("--currency <code>", `currency of cash and prices (default: ${DEFAULT_SETTINGS.currency})`)
    .option(
      "--commission <model>",
      `0.001 is a tenth of a percent; or MODEL:FIELD=VALUE,... with ${namesOf(commissions)} (default: none)`,
      modelOption("--commission", commissions, "percent"),
    )
    .option(
      "--slippage <model>",
      `bps:5 is five basis points; MODEL:FIELD=VALUE,... with ${namesOf(slippages)} (default: none)`,
      modelOption("--slippage", slippages),
    )
    .option(
      "--lot <quantity>",
      `smallest step of a quantity (default: ${PLAIN_INSTRUMENT.lot})`,
      positiveOption("--lot"),
    )
    .option("--tick <price>", "smallest step of a price (default: none)", positiveOption("--tick"))
    .option("--risk-free <rate>", "annual, a fraction, for ratios (default: 0)", numberOption("--risk-free"))
    .optionsGroup("Output:")
    .option("--out <dir>", "write report.html, result.json, trades.csv and equity.csv into this folder")
    .option("--no-report", "write no report.html")
    .option("--json", "print the whole result as JSON and nothing else")
    .option("--quiet", "print nothing but errors");
}

/** Options whose setting has another name. */
const OPTION_OF: Readonly<Record<string, string>> = {
  warmupBars: "--warmup",
  riskFreeRate: "--risk-free",
  seed: "--seed",
  currency: "--currency",
};

/** The settings of a run, checked. */
export function settingsOf(options: RunCommandOptions): RunSettings {
  const { cash, currency, from, to, zone, warmup, commission, slippage, riskFree, seed } = options;
  const given = {
    cash,
    currency,
    from,
    to,
    zone,
    warmupBars: warmup,
    commission,
    slippage,
    riskFreeRate: riskFree,
    seed,
  };
  try {
    return resolveSettings(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  } catch (error) {
    const option = isParameterError(error) ? OPTION_OF[String(error.details["parameter"])] : undefined;
    throw isParameterError(error) && option !== undefined ? renamed(error, option) : error;
  }
}

function namesOf(models: Readonly<Record<string, unknown>>): string {
  return Object.keys(models).toSorted().join(", ");
}

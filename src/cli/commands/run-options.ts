import { Option, type Command } from "commander";
import { PLAIN_INSTRUMENT } from "../../market/instrument.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { dataOption, symbolOption, type DataFile } from "../options/data.ts";
import { paramOption, positiveOption, type WrittenParam } from "../options/values.ts";
import { addOutputOptions, type OutputOptions } from "../output/results.ts";
import { addSettingOptions } from "../options/setting.ts";
import { EQUITY_FILE } from "../read-saved-run.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";

/** What follows `run STRATEGY`, read; what was not given is left out. The settings of the run are there too, under the names of their flags. */
export interface RunCommandOptions extends OutputOptions, Readonly<Record<string, unknown>> {
  readonly data: readonly DataFile[];
  readonly symbol?: string;
  readonly interval?: Interval;
  readonly zone?: string;
  readonly strategies: string;
  readonly param: readonly WrittenParam[];
  readonly lot?: number;
  readonly tick?: number;
}

/** What follows `run STRATEGY` and says what is left of it. */
export interface KeptRunOptions extends RunCommandOptions {
  /** Whether the curves are written. */
  readonly equity: boolean;
}

/** Of the one value that a run has of a parameter. */
export const PARAM_HELP = "a parameter; again for more";

/** Adds the options of a run, in the groups of its help. */
export function addRunOptions(command: Command): Command {
  addRunInputs(command, PARAM_HELP);
  const files = `report.html, result.json, trades.csv and ${EQUITY_FILE}`;
  return addOutputOptions(command, "report.html", files, "the whole result").option(
    "--no-equity",
    `write no ${EQUITY_FILE}, and leave no older one there`,
  );
}

/** Adds what decides a run: its data, strategy and settings. */
export function addRunInputs(command: Command, paramHelp: string): Command {
  addDataOptions(command)
    .optionsGroup("Strategy:")
    .addOption(new Option("--param <name=value>", paramHelp).argParser(paramOption).default([], "none"))
    .addOption(
      new Option("--strategies <dir>", "folder of strategies by name").default(STRATEGY_FOLDER, "the package's own"),
    );
  addSettingOptions(command, "strategy").optionsGroup("Account:");
  addSettingOptions(command, "account").optionsGroup("Costs:");
  addSettingOptions(command, "costs")
    .option(
      "--lot <quantity>",
      `smallest step of a quantity (default: ${PLAIN_INSTRUMENT.lot})`,
      positiveOption("--lot"),
    )
    .option("--tick <price>", "smallest step of a price (default: none)", positiveOption("--tick"))
    .optionsGroup("Fills:");
  return addSettingOptions(command, "fills");
}

/** Adds what says which data are read. */
export function addDataOptions(command: Command): Command {
  command
    .optionsGroup("Data:")
    .requiredOption(
      "--data <file>",
      "prices (CSV, NDJSON, Parquet) or the folder of a recording; SYMBOL=FILE names them; again for more symbols",
      dataOption,
    )
    .option(
      "--symbol <symbol>",
      "name of the one file's instrument (default: the file's name); of several or of a recording, the one to trade",
      symbolOption,
    )
    .option(
      "--interval <interval>",
      "length of a bar, such as 1h or 1d (default: the usual step between bars; of a recording the finest)",
      checkInterval,
    );
  return addSettingOptions(command, "data");
}

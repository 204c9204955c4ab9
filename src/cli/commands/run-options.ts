import { Option, type Command } from "commander";
import { PLAIN_INSTRUMENT } from "../../market/instrument.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import { asCommon, common } from "../help.ts";
import { dataOption, joinOption, symbolListOption, symbolsOption, type DataFile } from "../options/data.ts";
import { addReadingOptions, type ReadingOptions } from "../options/reading.ts";
import { CALENDARS } from "../../time/calendars/catalog.ts";
import { choiceOption, paramOption, positiveOption, type WrittenParam } from "../options/values.ts";
import { addOutputOptions, type OutputOptions } from "../output/results.ts";
import { addSettingOptions } from "../options/setting.ts";
import { EQUITY_FILE } from "../read-saved-run.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";

/** Parsed options of `hindcast run`, including settings under the names of their flags. Options that were not given are absent. */
export interface RunCommandOptions extends OutputOptions, ReadingOptions, Readonly<Record<string, unknown>> {
  /** Files and recordings; the sample of the package if the command names none. */
  readonly data?: readonly DataFile[];
  readonly symbol?: readonly string[];
  /** Symbols that strategies read and never trade. */
  readonly dataOnly?: readonly string[];
  readonly calendar?: string;
  readonly interval?: Interval;
  readonly zone?: string;
  readonly join?: readonly DataFile[];
  readonly lag?: string;
  readonly knownAt?: string;
  readonly strategies: string;
  readonly param: readonly WrittenParam[];
  readonly lot?: number;
  readonly tick?: number;
}

/** Options of a command that can write the files of a run. */
export interface KeptRunOptions extends RunCommandOptions {
  /** Whether equity.csv, the equity curve, is written. */
  readonly equity: boolean;
}

/** Help of the strategy argument. */
export const STRATEGY_HELP = "built-in strategy, or path of a .ts or .js file";

/** Help of `--param` for commands that take one value per parameter. */
export const PARAM_HELP = { full: "value of a strategy parameter, such as fast=20; repeat for more parameters" };

/** Adds all options of `hindcast run`, in the groups of its help. */
export function addRunOptions(command: Command): Command {
  addRunInputs(command, PARAM_HELP);
  const files = `report.html, result.json, trades.csv and ${EQUITY_FILE}`;
  return addOutputOptions(command, "report.html", files, "the whole result").option(
    "--no-equity",
    `do not write ${EQUITY_FILE}, and delete an existing one`,
  );
}

/** Adds the options that choose the data, the strategy and the settings of a run. */
export function addRunInputs(
  command: Command,
  paramHelp: { readonly full: string; readonly shortHelp?: string },
): Command {
  const param = new Option("--param <name=value>", paramHelp.full).argParser(paramOption).default([], "none");
  addDataOptions(command)
    .optionsGroup("Strategy:")
    .addOption(asCommon(param, paramHelp.shortHelp))
    .addOption(
      new Option("--strategies <dir>", "folder in which strategies are looked up by name").default(
        STRATEGY_FOLDER,
        "the built-in ones",
      ),
    );
  addSettingOptions(command, "strategy").optionsGroup("Account:");
  addSettingOptions(command, "account").optionsGroup("Costs:");
  addSettingOptions(command, "costs")
    .option(
      "--lot <quantity>",
      `smallest increment of order quantities (default: ${PLAIN_INSTRUMENT.lot})`,
      positiveOption("--lot"),
    )
    .option("--tick <price>", "smallest price increment (default: none)", positiveOption("--tick"))
    .optionsGroup("Fills:");
  return addSettingOptions(command, "fills");
}

/** Adds the options that choose the market data of a run. */
export function addDataOptions(command: Command): Command {
  command
    .optionsGroup("Data:")
    .addOption(
      common(
        "--data <file>",
        "price file or folder of a recording; repeat as SYMBOL=FILE (default: the package's sample)",
        dataOption,
      ),
    )
    .addOption(
      common("--symbol <list>", "symbols to trade, such as AAPL,MSFT; or the symbol of a single file", symbolsOption),
    )
    .option(
      "--data-only <list>",
      "symbols that the strategy reads and never trades, such as VIX,SENT (default: those recorded with the role data)",
      symbolListOption("--data-only"),
    )
    .option(
      "--interval <interval>",
      "bar interval, such as 15s, 1h or 1d (default: that of the file; in a recording, the finest that all traded symbols have)",
      checkInterval,
    )
    .option(
      "--calendar <name>",
      `trading calendar of the files: ${CALENDARS.join(", ")} (default: none)`,
      choiceOption("--calendar", CALENDARS),
    );
  addReadingOptions(command)
    .option(
      "--join <file>",
      "file of values, such as a sentiment, that become columns of all bars, or of SYMBOL=FILE; repeat for more files",
      joinOption,
    )
    .option(
      "--lag <time>",
      "time from that of a joined row until its values are known: 0, 90m, 1d (required by --join)",
    )
    .option("--known-at <column>", "column with the time at which a joined row is known, instead of --lag");
  return addSettingOptions(command, "data");
}

import { type Command, Option } from "commander";
import type { PriceBasis } from "../../market/corporate-action.ts";
import { ROLES } from "../../market/instrument.ts";
import { parameterError } from "../../primitives/check.ts";
import { ASSET_CLASSES } from "../../data/importing/instrument-of.ts";
import type { ImportedDelisting, ImportSettings, KnownInstrument } from "../../data/importing/importer.ts";
import type { RecordingTexts } from "../../data/importing/import-market.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import type { ImportMode } from "../../data/importing/merge-tables.ts";
import { CALENDARS } from "../../time/calendars/catalog.ts";
import { asCommon, common } from "../help.ts";
import { checkInterval } from "../../time/interval.ts";
import { symbolsOption } from "../options/data.ts";
import { addReadingOptions } from "../options/reading.ts";
import { choiceOption, positiveOption, wholeOption } from "../options/values.ts";

/** Names of the settings of an import that have options of the same names. */
const SETTINGS = [
  "interval",
  "columns",
  "dateFormat",
  "decimal",
  "stamped",
  "timeZone",
  "at",
  "factors",
  "delisted",
  "quotesOnly",
  "skipBadRows",
  "anyPrice",
  "maxBytes",
] as const;
const CLASS_OPTIONS = ["assetClass", "exchange", "calendar", "zone", "currency", "tick", "lot", "decimals"] as const;
const CONTRACT_OPTIONS = ["multiplier", "base", "unit", "contractMonth", "continuous", "role"] as const;
const INSTRUMENT_OPTIONS = [...CLASS_OPTIONS, ...CONTRACT_OPTIONS] as const;

/** Parsed options of `hindcast import`; options not given are absent. */
export interface ImportCommandOptions
  extends
    RecordingTexts,
    Pick<ImportSettings, (typeof SETTINGS)[number]>,
    Pick<KnownInstrument, (typeof INSTRUMENT_OPTIONS)[number]> {
  readonly into: string;
  readonly symbol?: readonly string[];
  readonly title?: string;
  readonly basis?: PriceBasis;
  readonly replace?: true;
  readonly append?: true;
  readonly dryRun?: true;
  readonly report?: string;
  readonly json?: true;
  readonly quiet?: true;
}

const BASES: readonly PriceBasis[] = ["raw", "split_adjusted", "fully_adjusted"];

/** Adds the options of an import, in the groups of its help. */
export function addImportOptions(command: Command): Command {
  command
    .requiredOption("--into <dir>", "folder of the recording, new or existing")
    .optionsGroup("Data:")
    .addOption(common("--symbol <list>", "symbol of all files, or symbols to import", symbolsOption))
    .addOption(common("--interval <interval>", "bar interval such as 15s (default: as the file shows)", checkInterval))
    .option(
      "--time-zone <zone>",
      "time zone of dates and of times without an offset (default: the zone of the format or exchange)",
    )
    .option("--at <time>", "time of an option chain's snapshot; a date means the close of the session on that date")
    .option("--quotes-only", "record the bids and asks of the files, but no bars")
    .option("--factors <file>", "LEAN factor file with splits and dividends")
    .option(
      "--delisted <date[@price]>",
      "first day after the delisting, and optionally the price paid per share (default: the last price)",
      delistedOption,
    );
  return addReadingOptions(command)
    .optionsGroup("Instrument (defaults depend on the asset class):")
    .addOption(
      asCommon(
        new Option("--asset-class <class>", `asset class: ${ASSET_CLASSES.join(", ")}`).argParser(
          choiceOption("--asset-class", ASSET_CLASSES),
        ),
        "asset class, such as etf, crypto, forex or commodity",
      ),
    )
    .option("--title <name>", "name of the instrument (default: its symbol)")
    .option("--exchange <code>", "code of the exchange, such as XNYS")
    .option("--calendar <name>", `trading calendar: ${CALENDARS.join(", ")}`, choiceOption("--calendar", CALENDARS))
    .option("--zone <zone>", "time zone of the exchange (default: that of the calendar)")
    .option("--currency <code>", "currency of the prices")
    .option("--basis <basis>", `adjustment of the prices: ${BASES.join(", ")}`, choiceOption("--basis", BASES))
    .option("--tick <price>", "smallest price increment", positiveOption("--tick"))
    .option("--lot <quantity>", "smallest increment of order quantities", positiveOption("--lot"))
    .option(
      "--decimals <count>",
      "number of decimals with which prices are displayed",
      wholeOption("--decimals", 0, 20),
    )
    .option(
      "--multiplier <units>",
      "contract multiplier: value of a price change of 1, in currency",
      positiveOption("--multiplier"),
    )
    .option("--base <code>", "base currency of a pair, such as BTC")
    .option("--unit <name>", "unit of a commodity's price, such as barrel")
    .option("--contract-month <month>", "month of a futures contract, such as 2024-03")
    .option(
      "--role <role>",
      "trade (default), or data for a symbol that strategies read and never trade",
      choiceOption("--role", ROLES),
    )
    .option("--continuous", "mark the prices as a continuous future, joined from several contracts")
    .optionsGroup("Existing data:")
    .addOption(common("--replace", "replace existing data of the same symbol and interval"))
    .addOption(common("--append", "add to existing data; rows of one time must be equal"))
    .optionsGroup("Bad rows:")
    .addOption(common("--skip-bad-rows", "leave invalid rows out (default: one stops the import)"))
    .option("--any-price", "accept prices of 0 and negative prices")
    .option(
      "--max-bytes <bytes>",
      "largest accepted size of a file, both compressed and decompressed",
      wholeOption("--max-bytes", 1, 2 ** 31 - 1),
    )
    .optionsGroup("New recording:")
    .option("--name <name>", "name of the recording (default: that of the folder)")
    .option("--description <text>", "description of the recording")
    .option("--licence <text>", "license of the data")
    .option(
      "--main-calendar <name>",
      "trading calendar whose sessions the recording's clock follows",
      choiceOption("--main-calendar", CALENDARS),
    )
    .optionsGroup("Output:")
    .addOption(common("--dry-run", "read and check all files, but write nothing"))
    .option("--report <file>", "file to write the whole report of the import to, as JSON")
    .option("--json", "print the report as JSON")
    .option("--quiet", "print errors only");
}

export function modeOf({ replace, append }: ImportCommandOptions): ImportMode {
  if (replace === true && append === true) throw parameterError("--replace", "given without --append", "both");
  return replace === true ? "replace" : append === true ? "append" : "refuse";
}

/** Returns the import settings that the options specify. */
export function settingsOfImport(options: ImportCommandOptions): ImportSettings {
  const { title: name, basis: priceBasis } = options;
  const instrument = { ...pick(options, INSTRUMENT_OPTIONS), ...withoutUndefined({ name, priceBasis }) };
  const { symbol } = options;
  return {
    ...pick(options, SETTINGS),
    ...(symbol !== undefined && symbol.length > 1 && { symbols: symbol }),
    instrument,
  };
}

function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]])) as Pick<
    T,
    Name
  >;
}

function delistedOption(text: string): ImportedDelisting {
  const [exDate = "", price, ...more] = text.split("@");
  const paid = price === undefined ? undefined : Number(price);
  if (Number.isNaN(Date.parse(exDate)) || more.length > 0 || price === "" || (paid !== undefined && !(paid >= 0)))
    throw parameterError("--delisted", "a date, or a date and a price such as 2023-05-02@0", text);
  return paid === undefined ? { exDate } : { exDate, price: paid };
}

import type { Command } from "commander";
import type { PriceBasis } from "../../market/corporate-action.ts";
import { parameterError } from "../../primitives/check.ts";
import { ASSET_CLASSES } from "../../data/importing/instrument-of.ts";
import type { ImportedDelisting, ImportSettings, KnownInstrument } from "../../data/importing/importer.ts";
import type { RecordingWords } from "../../data/importing/import-market.ts";
import { defined } from "../../primitives/mapped.ts";
import type { ImportMode } from "../../data/importing/merge-tables.ts";
import { CALENDARS } from "../../time/calendars/catalog.ts";
import { checkInterval } from "../../time/interval.ts";
import { choiceOption, positiveOption, wholeOption } from "../options/values.ts";

/** What files do not say of themselves and of the instrument, by the names of the settings of an import. */
const SETTINGS = ["interval", "timeZone", "at", "factors", "delisted", "skipBadRows", "anyPrice", "maxBytes"] as const;
const OF_CLASS = ["assetClass", "exchange", "calendar", "zone", "currency", "tick", "lot", "decimals"] as const;
const OF_CONTRACT = ["multiplier", "base", "unit", "contractMonth", "continuous"] as const;
const OF_INSTRUMENT = [...OF_CLASS, ...OF_CONTRACT] as const;

/** What follows `import FORMAT FILE...`, read; what was not given is left out. */
export interface ImportCommandOptions
  extends
    RecordingWords,
    Pick<ImportSettings, (typeof SETTINGS)[number]>,
    Pick<KnownInstrument, (typeof OF_INSTRUMENT)[number]> {
  readonly into: string;
  readonly symbol?: string;
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
  return command
    .requiredOption("--into <dir>", "folder of the recording, new or existing")
    .optionsGroup("Data:")
    .option("--symbol <symbol>", "symbol of all files (default: SYMBOL=FILE, or the file's name)")
    .option("--interval <interval>", "length of a bar (default: the format's, or the usual step)", checkInterval)
    .option("--time-zone <zone>", "zone of times without an offset and of dates (default: the format's or exchange's)")
    .option("--at <time>", "when a snapshot was taken; a date alone is the close of its session")
    .option("--factors <file>", "factor file of LEAN, for splits and dividends")
    .option(
      "--delisted <date[@price]>",
      "first day it no longer trades, and the price paid (default: its last)",
      delistedOption,
    )
    .optionsGroup("Instrument (default: by its class):")
    .option("--asset-class <class>", ASSET_CLASSES.join(", "), choiceOption("--asset-class", ASSET_CLASSES))
    .option("--title <name>", "name of the instrument (default: its symbol)")
    .option("--exchange <code>", "where it is traded, such as XNYS")
    .option("--calendar <name>", CALENDARS.join(", "), choiceOption("--calendar", CALENDARS))
    .option("--zone <zone>", "zone of the exchange (default: its calendar's)")
    .option("--currency <code>", "currency of its prices")
    .option("--basis <basis>", `what its prices are: ${BASES.join(", ")}`, choiceOption("--basis", BASES))
    .option("--tick <price>", "smallest step of a price", positiveOption("--tick"))
    .option("--lot <quantity>", "smallest step of a quantity", positiveOption("--lot"))
    .option("--decimals <count>", "decimals in which prices are shown", wholeOption("--decimals", 0, 20))
    .option("--multiplier <units>", "currency that one point of price is worth", positiveOption("--multiplier"))
    .option("--base <word>", "what a pair is asked for by, such as BTC")
    .option("--unit <word>", "what one price of a commodity is for, such as barrel")
    .option("--contract-month <month>", "of a commodity's contract, such as 2024-03")
    .option("--continuous", "prices of many contracts, joined")
    .optionsGroup("What is recorded already:")
    .option("--replace", "replaces what is recorded of the same symbol and interval")
    .option("--append", "adds to it; rows of both must be equal")
    .optionsGroup("Bad rows:")
    .option("--skip-bad-rows", "leaves them out and says so, instead of refusing the import")
    .option("--any-price", "takes prices of 0 and below")
    .option("--max-bytes <bytes>", "the most of a file, packed or unpacked", wholeOption("--max-bytes", 1, 2 ** 31 - 1))
    .optionsGroup("A new recording:")
    .option("--name <name>", "its name (default: that of the folder)")
    .option("--description <text>", "what it is")
    .option("--licence <text>", "under which its data may be used")
    .option("--main-calendar <name>", "the calendar it keeps time by", choiceOption("--main-calendar", CALENDARS))
    .optionsGroup("Output:")
    .option("--dry-run", "reads and checks everything, and writes nothing")
    .option("--report <file>", "write the whole report as JSON")
    .option("--json", "print the report as JSON and nothing else")
    .option("--quiet", "print nothing but errors");
}

export function modeOf({ replace, append }: ImportCommandOptions): ImportMode {
  if (replace === true && append === true) throw parameterError("--replace", "given without --append", "both");
  return replace === true ? "replace" : append === true ? "append" : "refuse";
}

/** The settings that the options of an import say. */
export function settingsOfImport(options: ImportCommandOptions): ImportSettings {
  const { title: name, basis: priceBasis } = options;
  const instrument = { ...picked(options, OF_INSTRUMENT), ...defined({ name, priceBasis }) };
  return { ...picked(options, SETTINGS), instrument };
}

function picked<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
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

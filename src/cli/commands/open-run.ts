import { needsFiner } from "../../broker/models/sequence.ts";
import { DEFAULT_SETTINGS, type RunSettings } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { findStrategy } from "../loading/find-strategy.ts";
import type { FoundStrategy } from "../loading/known-strategies.ts";
import { dateZone } from "../../market/session-dates.ts";
import { givenSettings } from "../options/setting.ts";
import type { WrittenParam } from "../options/values.ts";
import { readData } from "../read-data.ts";
import type { RunCommandOptions } from "./run-options.ts";

/** A strategy, the data that it runs over and how. */
export interface OpenedRun<Params> {
  readonly found: FoundStrategy;
  readonly data: MarketData;
  readonly run: {
    readonly params: Params;
    readonly settings: Partial<RunSettings>;
    /** The symbols that are traded, where the command names them. */
    readonly symbols?: readonly string[];
  };
}

/** What a command with a strategy and data is about; `paramsOf` reads what it writes of parameters. */
export async function openRun<Params>(
  reference: string,
  options: RunCommandOptions,
  paramsOf: (specs: ParamSpecs, written: readonly WrittenParam[], strategy: string) => Params,
): Promise<OpenedRun<Params>> {
  const found = await findStrategy(reference, options.strategies);
  const given = givenSettings(options, found);
  const params = paramsOf(found.strategy.params ?? {}, options.param, found.strategy.name);
  const data = await readFiles(options, given);
  const symbols = options.symbol === undefined || namesTheFile(options) ? undefined : [options.symbol];
  return { found, data, run: { params, settings: zoned(given, data), ...withoutUndefined({ symbols }) } };
}

/** The data that a command names. */
export function readFiles(options: RunCommandOptions, settings: Partial<RunSettings>): Promise<MarketData> {
  const { data, symbol, zone, interval, lot, tick } = options;
  const files = symbol !== undefined && namesTheFile(options) ? [{ ...data[0]!, symbol }] : data;
  return readData(files, {
    currency: settings.currency ?? DEFAULT_SETTINGS.currency,
    finer: needsFiner(settings),
    instrument: withoutUndefined({ lot, tick }),
    ...withoutUndefined({ zone, interval }),
  });
}

/** `--symbol` names the instrument of a single file that has no name yet, or chooses it in a single recording; else among those named. */
function namesTheFile({ data }: RunCommandOptions): boolean {
  return data.length === 1 && data[0]!.symbol === undefined;
}

/**
 * The settings with the zone whose dates are those of the data, unless one was given, as a run has it: what is printed and written shows its times.
 */
function zoned(settings: Partial<RunSettings>, { series }: MarketData): Partial<RunSettings> {
  if (settings.zone !== undefined) return settings;
  const zone = dateZone(series);
  return zone === "UTC" ? settings : { ...settings, zone };
}

import { factorReference } from "../../market/action-factors.ts";
import type { Bars } from "../../market/bars.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import { contractInstrument, contractsOf } from "../../market/option-contracts.ts";
import { optionSeries } from "../../market/option-series.ts";
import { type RunIntervals, runIntervals } from "../../market/run-intervals.ts";
import type { RecordedChain, RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { Calendar } from "../../time/calendar.ts";
import { checkInterval, compareIntervals, type Interval, usualName } from "../../time/interval.ts";
import { MarketHistory } from "../view/market-history.ts";
import type { Manifest } from "./manifest.ts";
import { MarketReader } from "./market-reader.ts";
import { checkMemberNames, type ResolvedSelection, resolveSelection, type Selection } from "./selection.ts";

const DAILY: ReadonlySet<Interval> = new Set(["1d"]);
const REQUEST_MEMBERS = ["symbols", "dataOnly", "interval", "from", "to", "shared", "finer"];

/** The bars that a backtest reads. */
export interface MarketDataRequest extends Omit<Selection, "intervals"> {
  /** Symbols that get the role `data`: strategies read and never trade them. Default: those recorded with this role. */
  readonly dataOnly?: readonly string[];
  /**
   * Interval of the bars. Default: the shortest interval that all traded symbols have. A symbol with the role `data` that lacks it is read in
   * its shortest longer interval, or else in its longest shorter one.
   */
  readonly interval?: Interval;
  /** Whether to add the finest recorded bars of each symbol, with which a backtest decides what happened inside a bar. Default: false. */
  readonly finer?: boolean;
}

/** Market data of a recording, with the recording's checksum. */
export interface RecordedData extends MarketData {
  readonly checksum: string;
}

/**
 * A recorded market on disk. Files are read when they are first needed, checked against their checksums, and kept in memory. Created by
 * `openRecording`.
 */
export class Recording {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Calendars that the manifest names or declares. */
  readonly calendars: readonly Calendar[];
  /** SHA-256 of the files' checksums, instruments and calendars. Recordings with equal checksums give the same results. */
  readonly checksum: string;
  readonly #reader: MarketReader;
  readonly #intervals = new Map<string, Set<Interval>>();

  constructor(folder: string, manifest: Manifest, calendars: readonly Calendar[]) {
    const { instruments, mainCalendar } = manifest;
    this.folder = folder;
    this.manifest = manifest;
    this.calendars = calendars;
    const files = manifest.files.map(({ kind, symbol, interval, sha256 }) => ({ kind, symbol, interval, sha256 }));
    this.checksum = digestOf({ files, instruments, calendars: manifest.calendars, mainCalendar });
    this.#reader = new MarketReader(folder, manifest);
    for (const { symbol } of instruments) this.#intervals.set(symbol, new Set());
    for (const { symbol, interval } of manifest.files)
      if (interval !== null) this.#intervals.get(symbol!)!.add(interval);
  }

  get name(): string {
    return this.manifest.name;
  }

  get instruments(): readonly RecordedInstrument[] {
    return this.manifest.instruments;
  }

  /** Returns the recorded intervals of a symbol, shortest first; empty for a symbol without bars. */
  intervals(symbol: string): readonly Interval[] {
    const recorded = this.#intervals.get(symbol);
    return recorded === undefined ? [] : [...recorded].toSorted(compareIntervals);
  }

  /**
   * Reads the selected part of the market into memory. Only files with selected data are read, such as those of one year of one symbol.
   * Throws `PARAMETER_UNKNOWN`, `SYMBOL_UNKNOWN`, `INTERVAL_UNKNOWN`, `DATE_INVALID`, `RECORDING_DAMAGED`, `RECORDING_INVALID` and `BARS_INVALID`.
   *
   * @example
   * const loaded = await recording.load({ symbols: ["AAPL"], from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) });
   * loaded.market().series[0].bars.close;
   */
  async load(selection: Selection = {}): Promise<LoadedRecording> {
    const chosen = this.#chosen(selection);
    const { name, description, licence, provenance, notes, mainCalendar, instruments } = this.manifest;
    const market: RecordedMarket = {
      name,
      description,
      licence,
      provenance,
      notes,
      calendars: this.calendars,
      mainCalendar,
      instruments: instruments.filter(({ symbol }) => chosen.symbols.has(symbol)),
      series: await this.#reader.bars(chosen),
      actions: await this.#reader.actions(chosen, this.#intervals),
      quotes: await this.#reader.quotes(chosen),
      chains: await this.#reader.chains(chosen),
      facts: await this.#reader.facts(chosen, this.#intervals),
    };
    return new LoadedRecording(Object.freeze(market), this.checksum);
  }

  /**
   * Reads bars of one interval for a backtest, and of another one for symbols with the role `data` that lack it. With a continuous series
   * come its contracts. A symbol may also be an option of a recorded chain, by its OCC symbol: its underlying is included, and the option
   * trades at the bids and asks of the chain. Throws the same errors as `load`, and `INTERVAL_UNAVAILABLE` if a traded symbol is not recorded
   * in the interval or the traded symbols have no common interval.
   *
   * @example
   * backtest(strategy, await recording.marketData({ symbols: ["AAPL", "MSFT"], interval: "1d" }));
   */
  async marketData(request: MarketDataRequest = {}): Promise<RecordedData> {
    checkMemberNames(request, REQUEST_MEMBERS);
    const { interval, dataOnly = [], finer: includeFiner = false, ...selection } = request;
    this.#chosen({ symbols: dataOnly });
    const known = this.instruments.map((one) =>
      dataOnly.includes(one.symbol) ? { ...one, role: "data" as const } : one,
    );
    const recorded = this.instruments.map(({ symbol }) => symbol).filter((symbol) => this.intervals(symbol).length > 0);
    const symbolsWithChains = this.manifest.files.flatMap(({ kind, symbol }) => (kind === "chains" ? [symbol!] : []));
    const { symbols, contracts } = requestedSymbols(request.symbols ?? recorded, symbolsWithChains, this.#intervals);
    const asked = this.#chosen({ ...selection, symbols });
    const { interval: usedInterval, bySymbol: intervals, notes } = this.#runIntervals(symbols, known, interval);
    const chosen = { ...asked, symbols: new Set(intervals.keys()) };
    const bySymbol = new Map(known.map((instrument) => [instrument.symbol, instrument]));
    const groups = groupBy(intervals.keys(), (symbol) => usualName(intervals.get(symbol)!));
    const series = await Promise.all(
      [...groups].map(([length, group]) =>
        this.#reader.bars({ ...chosen, symbols: new Set(group), intervals: new Set([length]) }),
      ),
    );
    const actions = await this.#reader.actions(chosen, this.#intervals);
    const symbolsWithActions = new Set(
      actions
        .map(({ symbol }) => symbol)
        .filter((symbol) => this.#intervals.get(symbol)!.has("1d") && intervals.get(symbol) !== "1d"),
    );
    // Daily bars are the reference for adjustment factors if they start as early as the bars: factors then start at the first day.
    const dailySeries =
      symbolsWithActions.size === 0
        ? []
        : await this.#reader.bars({
            symbols: symbolsWithActions,
            intervals: DAILY,
            from: -Infinity,
            to: Infinity,
            shared: false,
          });
    const reference = new Map(dailySeries.map(({ symbol, bars }) => [symbol, bars]));
    const finer = includeFiner ? await this.#finer(chosen, intervals) : undefined;
    const calendars = new Map(this.calendars.map((calendar) => [calendar.name, calendar]));
    const barSeries = series.flat().map(({ symbol, bars, columns }): Series => {
      const instrument = bySymbol.get(symbol)!;
      const calendar = calendars.get(instrument.calendar);
      return {
        instrument,
        bars,
        columns,
        calendar,
        actions: actions.filter((action) => action.symbol === symbol),
        priceBasis: instrument.priceBasis,
        reference: factorReference(bars, reference.get(symbol), calendar),
        finer: finer?.get(symbol),
      };
    });
    const chains = contracts.length === 0 ? [] : await this.#reader.chains(chosen);
    return {
      series: [...barSeries, ...recordedOptions(contracts, chains, barSeries, bySymbol)],
      notes: [
        `The bars of ${usedInterval} come from the recording ${this.name}.`,
        ...notes,
        ...this.#origin(),
        ...this.manifest.notes,
      ],
      checksum: this.checksum,
    };
  }

  /**
   * Reads every file, compares its bytes with the manifest, and checks its content. Nothing is kept in memory.
   * Throws `RECORDING_DAMAGED`, `RECORDING_INVALID` or `BARS_INVALID` for the first invalid file.
   */
  async verify(): Promise<void> {
    await this.#reader.verify(this.#intervals);
  }

  #chosen(selection: Selection): ResolvedSelection {
    return resolveSelection(selection, this.#intervals);
  }

  #runIntervals(
    symbols: readonly string[],
    known: readonly RecordedInstrument[],
    requested: Interval | undefined,
  ): RunIntervals {
    const asked = requested === undefined ? undefined : checkInterval(requested);
    const chosen = runIntervals(symbols, known, (symbol) => this.intervals(symbol), asked);
    const { interval, available, deciding } = chosen;
    if (interval !== undefined) return chosen;
    const was = asked === undefined ? "there is none" : `was ${asked}`;
    const message = `interval must be one in which ${deciding.join(", ")} are all recorded (${available.join(", ") || "none"}), ${was}`;
    throw new HindcastError("INTERVAL_UNAVAILABLE", message, { interval: asked, available, symbols: deciding });
  }

  /** Returns the finest bars of each symbol that has bars finer than those of the run. */
  async #finer(
    chosen: ResolvedSelection,
    intervals: ReadonlyMap<string, Interval>,
  ): Promise<ReadonlyMap<string, Bars>> {
    const finer = new Map<string, Bars>();
    for (const [symbol, interval] of intervals) {
      const [finest] = this.intervals(symbol);
      if (finest === undefined || compareIntervals(finest, interval) >= 0) continue;
      const finestOnly = { ...chosen, symbols: new Set([symbol]), intervals: new Set([usualName(finest)]) };
      for (const { bars } of await this.#reader.bars(finestOnly)) finer.set(symbol, bars);
    }
    return finer;
  }

  #origin(): readonly string[] {
    return this.manifest.provenance === "synthetic" ? ["The recording is synthetic: its prices are made up."] : [];
  }
}

/** A part of a recording in memory. Created by `Recording.load`. */
export class LoadedRecording {
  /** Checksum of the whole recording. */
  readonly checksum: string;
  readonly #market: RecordedMarket;
  #marketHistory: MarketHistory | undefined;

  constructor(market: RecordedMarket, checksum: string) {
    this.checksum = checksum;
    this.#market = market;
  }

  get name(): string {
    return this.#market.name;
  }

  /**
   * Returns the market as known at an instant (epoch milliseconds): after all its events, or after those of its phases up to `phase`.
   *
   * @example
   * const { price } = loaded.at(Date.UTC(2020, 1, 28, 21)).quote("AAPL");
   */
  at(now: number, phase: ViewPhase = 7): MarketView {
    this.#marketHistory ??= new MarketHistory(this.#market);
    return this.#marketHistory.at(now, phase);
  }

  /** Returns all loaded data, including the future. Use it to create views, never in a strategy. */
  market(): RecordedMarket {
    return this.#market;
  }
}

/** Matches OCC symbols of options: root, date, right and strike. */
const CONTRACT = /^([A-Z0-9]+)\d{6}[CP]\d{8}$/;

/** Requested symbols with bars, including underlyings of options, and the requested options. */
interface RequestedSymbols {
  readonly symbols: readonly string[];
  readonly contracts: readonly string[];
}

/** Separates options of recorded chains, which have no bars, from other symbols. */
function requestedSymbols(
  asked: readonly string[],
  symbolsWithChains: readonly string[],
  recorded: ReadonlyMap<string, unknown>,
): RequestedSymbols {
  const symbols = new Set<string>();
  const contracts: string[] = [];
  for (const symbol of asked) {
    const root = recorded.has(symbol) ? undefined : CONTRACT.exec(symbol)?.[1];
    const underlying = symbolsWithChains.find((chainSymbol) => chainSymbol.replaceAll(/[^A-Z0-9]/g, "") === root);
    if (underlying !== undefined) contracts.push(symbol);
    symbols.add(underlying ?? symbol);
  }
  return { symbols: [...symbols], contracts };
}

/** Creates the series of options that a backtest trades. Throws `SYMBOL_UNKNOWN` for an option that was never quoted. */
function recordedOptions(
  contracts: readonly string[],
  chains: readonly RecordedChain[],
  series: readonly Series[],
  instruments: ReadonlyMap<string, RecordedInstrument>,
): Series[] {
  if (contracts.length === 0) return [];
  const wanted = new Set(contracts);
  const quoted: string[] = [];
  const options = chains.flatMap((chain) => {
    const underlying = series.find(({ instrument }) => instrument.symbol === chain.symbol);
    const instrument = instruments.get(chain.symbol);
    if (underlying === undefined || instrument === undefined) return [];
    const all = contractsOf(chain);
    quoted.push(...all.map(({ symbol }) => symbol));
    const asked = all.filter(({ symbol }) => wanted.has(symbol));
    const known = new Map(asked.map((contract) => [contract.symbol, contractInstrument(instrument, contract)]));
    return optionSeries(chain, underlying, known, -Infinity);
  });
  const missing = contracts.find((symbol) => !options.some(({ instrument }) => instrument.symbol === symbol));
  if (missing === undefined) return options;
  const sameRoot = quoted.filter((symbol) => symbol.startsWith(CONTRACT.exec(missing)![1]!)).toSorted();
  throw new HindcastError(
    "SYMBOL_UNKNOWN",
    `an option must be one of the ${sameRoot.length} that the recording quotes, such as ${sameRoot.slice(0, 3).join(", ")}, was ${formatValue(missing)}`,
    { symbol: missing, known: sameRoot },
  );
}

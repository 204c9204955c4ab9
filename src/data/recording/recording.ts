import { factorReference } from "../../market/action-factors.ts";
import type { Bars } from "../../market/bars.ts";
import type { MarketData, Series } from "../../market/market-data.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import { contractInstrument, contractsOf } from "../../market/option-contracts.ts";
import { optionSeries } from "../../market/option-series.ts";
import type { RecordedChain, RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { Calendar } from "../../time/calendar.ts";
import { type Interval, INTERVALS } from "../../time/interval.ts";
import { MarketTape } from "../view/market-tape.ts";
import type { Manifest } from "./manifest.ts";
import { MarketReader } from "./market-reader.ts";
import { checkMemberNames, type ResolvedSelection, resolveSelection, type Selection } from "./selection.ts";

const DAILY: ReadonlySet<Interval> = new Set(["1d"]);
const REQUEST_MEMBERS = ["symbols", "interval", "from", "to", "shared", "finer"];

/** Which bars a backtest runs over. */
export interface MarketDataRequest extends Omit<Selection, "intervals"> {
  /** By default the finest in which all the symbols are recorded. */
  readonly interval?: Interval;
  /** With the finest bars of each symbol beside those of the interval, where there are finer ones, for runs that look inside bars. */
  readonly finer?: boolean;
}

/** Market data, and which recording they are from. */
export interface RecordedData extends MarketData {
  readonly checksum: string;
}

/**
 * A recorded market on disk, known by its manifest. Its columns are read when they are asked for, held against their sums then, and kept:
 * what was read once is there at once. Get one with `openRecording`.
 */
export class Recording {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Those that the manifest names or declares. */
  readonly calendars: readonly Calendar[];
  /** SHA-256 over the sums of all files and whose they are, the instruments and the calendars: two recordings of one checksum give the same results. */
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

  /** The intervals in which a symbol is recorded, from short to long; none for a symbol without bars. */
  intervals(symbol: string): readonly Interval[] {
    const recorded = this.#intervals.get(symbol);
    return recorded === undefined ? [] : INTERVALS.filter((interval) => recorded.has(interval));
  }

  /**
   * Reads the chosen part of the market into memory. Only files that hold a part of it are read, a year of one symbol without the rest.
   * Throws PARAMETER_UNKNOWN, SYMBOL_UNKNOWN, INTERVAL_UNKNOWN, RECORDING_DAMAGED, RECORDING_INVALID, BARS_INVALID.
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
   * Bars of one interval, as a backtest takes them. A symbol may also be an option of a recorded chain, by the id of the Options Clearing Corporation:
   * it comes with its underlying, and trades at the bids and asks of the chain. Throws what `load` throws; INTERVAL_UNAVAILABLE for an interval in which a symbol
   * is not recorded, or when the symbols have none in common.
   *
   * @example
   * backtest(strategy, await recording.marketData({ symbols: ["AAPL", "MSFT"], interval: "1d" }));
   */
  async marketData(request: MarketDataRequest = {}): Promise<RecordedData> {
    checkMemberNames(request, REQUEST_MEMBERS);
    const { interval, finer: includeFiner = false, ...selection } = request;
    const recorded = this.instruments.map(({ symbol }) => symbol).filter((symbol) => this.intervals(symbol).length > 0);
    const symbolsWithChains = this.manifest.files.flatMap(({ kind, symbol }) => (kind === "chains" ? [symbol!] : []));
    const { symbols, contracts } = requestedSymbols(request.symbols ?? recorded, symbolsWithChains, this.#intervals);
    const chosen = this.#chosen({ ...selection, symbols });
    const usedInterval = this.#commonInterval(symbols, interval);
    const bySymbol = new Map(this.instruments.map((instrument) => [instrument.symbol, instrument]));
    const series = await this.#reader.bars({ ...chosen, intervals: new Set([usedInterval]) });
    const actions = await this.#reader.actions(chosen, this.#intervals);
    const symbolsWithActions = new Set(
      actions.map(({ symbol }) => symbol).filter((symbol) => this.#intervals.get(symbol)!.has("1d")),
    );
    // Where days reach as far back, factors of all intervals begin with the first of them, and dividends are measured on their closes.
    const dailySeries =
      usedInterval === "1d" || symbolsWithActions.size === 0
        ? []
        : await this.#reader.bars({
            symbols: symbolsWithActions,
            intervals: DAILY,
            from: -Infinity,
            to: Infinity,
            shared: false,
          });
    const reference = new Map(dailySeries.map(({ symbol, bars }) => [symbol, bars]));
    const finer = includeFiner ? await this.#finer(chosen, usedInterval) : undefined;
    const calendars = new Map(this.calendars.map((calendar) => [calendar.name, calendar]));
    const barSeries = series.map(({ symbol, bars }): Series => {
      const instrument = bySymbol.get(symbol)!;
      const calendar = calendars.get(instrument.calendar);
      return {
        instrument,
        bars,
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
        ...this.#origin(),
        ...this.manifest.notes,
      ],
      checksum: this.checksum,
    };
  }

  /**
   * Reads every file, compares its bytes with the manifest, and decodes and checks what it holds; nothing of it is kept in memory.
   * Throws RECORDING_DAMAGED, RECORDING_INVALID, BARS_INVALID, with the first file that is unsound.
   */
  async verify(): Promise<void> {
    await this.#reader.verify(this.#intervals);
  }

  #chosen(selection: Selection): ResolvedSelection {
    return resolveSelection(selection, this.#intervals);
  }

  #commonInterval(symbols: readonly string[], asked: Interval | undefined): Interval {
    const common = INTERVALS.filter((interval) =>
      symbols.every((symbol) => this.#intervals.get(symbol)!.has(interval)),
    );
    const interval = asked ?? common[0];
    if (interval !== undefined && common.includes(interval)) return interval;
    const was = asked === undefined ? "there is none" : `was ${asked}`;
    const message = `interval must be one in which ${symbols.join(", ")} are recorded (${common.join(", ") || "none"}), ${was}`;
    throw new HindcastError("INTERVAL_UNAVAILABLE", message, { interval: asked, available: common, symbols });
  }

  /** The finest bars of each symbol that has bars finer than `interval`. */
  async #finer(chosen: ResolvedSelection, interval: Interval): Promise<ReadonlyMap<string, Bars>> {
    const finer = new Map<string, Bars>();
    for (const symbol of chosen.symbols) {
      const [finest] = this.intervals(symbol);
      if (finest === undefined || INTERVALS.indexOf(finest) >= INTERVALS.indexOf(interval)) continue;
      const finestOnly = { ...chosen, symbols: new Set([symbol]), intervals: new Set([finest]) };
      for (const { bars } of await this.#reader.bars(finestOnly)) finer.set(symbol, bars);
    }
    return finer;
  }

  #origin(): readonly string[] {
    return this.manifest.provenance === "synthetic" ? ["The recording is synthetic: its prices are made up."] : [];
  }
}

/** A part of a recording that is in memory. */
export class LoadedRecording {
  /** That of the whole recording. */
  readonly checksum: string;
  readonly #market: RecordedMarket;
  #tape: MarketTape | undefined;

  constructor(market: RecordedMarket, checksum: string) {
    this.checksum = checksum;
    this.#market = market;
  }

  get name(): string {
    return this.#market.name;
  }

  /**
   * The market as it was known at an instant, after all its events, or after those of its phases up to `phase`; see `MarketTape`.
   *
   * @example
   * const { price } = loaded.at(Date.UTC(2020, 1, 28, 21)).quote("AAPL");
   */
  at(now: number, phase: ViewPhase = 7): MarketView {
    this.#tape ??= new MarketTape(this.#market);
    return this.#tape.at(now, phase);
  }

  /** All that was loaded, the future included: for those who make views of it, never for strategies. */
  market(): RecordedMarket {
    return this.#market;
  }
}

/** An option by the id of the Options Clearing Corporation: root, date, right and strike. */
const CONTRACT = /^([A-Z0-9]+)\d{6}[CP]\d{8}$/;

/** What a request asks for: symbols with bars of their own, those under the options among them too, and the options. */
interface RequestedSymbols {
  readonly symbols: readonly string[];
  readonly contracts: readonly string[];
}

/** Tells options of recorded chains, which have no bars of their own, from other symbols. `chained` are the symbols that have a chain. */
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

/** The options as what a backtest trades. Throws `SYMBOL_UNKNOWN` for one that was never quoted. */
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

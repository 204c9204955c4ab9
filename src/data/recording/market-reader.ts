import { join } from "node:path";
import { formatValue } from "../../primitives/check.ts";
import { usualName } from "../../time/interval.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { DatedFact, RecordedChain, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { ACTIONS, decodeLines, FACTS, type JsonLinesKind } from "./json-lines.ts";
import type { Manifest, RecordedFile } from "./manifest.ts";
import { readVerified } from "./read-file.ts";
import { invalidRecording } from "../file-error.ts";
import type { ResolvedSelection } from "./selection.ts";
import { SeriesCache } from "./series-cache.ts";
import { BARS, CHAINS, QUOTES, type SeriesKind } from "./series-kinds.ts";

/** Reads the data files of a recording and keeps them in memory. */
export class MarketReader {
  readonly #folder: string;
  readonly #files: readonly RecordedFile[];
  readonly #bars: readonly SeriesCache<RecordedSeries>[];
  readonly #quotes: readonly SeriesCache<RecordedQuotes>[];
  readonly #chains: readonly SeriesCache<RecordedChain>[];
  #actions: readonly CorporateAction[] | undefined;
  #facts: readonly DatedFact[] | undefined;

  constructor(folder: string, { files }: Manifest) {
    this.#folder = folder;
    this.#files = files;
    this.#bars = seriesOf(folder, files, BARS);
    this.#quotes = seriesOf(folder, files, QUOTES);
    this.#chains = seriesOf(folder, files, CHAINS);
  }

  bars({ symbols, intervals, from, to, shared }: ResolvedSelection): Promise<readonly RecordedSeries[]> {
    const chosen = this.#bars.filter(
      ({ firstFile }) =>
        symbols.has(firstFile.symbol!) && (intervals === undefined || intervals.has(usualName(firstFile.interval!))),
    );
    return readAll(chosen, from, to, shared);
  }

  quotes({ symbols, from, to, shared }: ResolvedSelection): Promise<readonly RecordedQuotes[]> {
    return readAll(
      this.#quotes.filter(({ firstFile }) => symbols.has(firstFile.symbol!)),
      from,
      to,
      shared,
    );
  }

  chains({ symbols, from, to, shared }: ResolvedSelection): Promise<readonly RecordedChain[]> {
    return readAll(
      this.#chains.filter(({ firstFile }) => symbols.has(firstFile.symbol!)),
      from,
      to,
      shared,
    );
  }

  /** Reads, decodes and checks every file of the recording, one series at a time. */
  async verify(instruments: ReadonlyMap<string, unknown>): Promise<void> {
    for (const series of [...this.#bars, ...this.#quotes, ...this.#chains]) await series.verify();
    checkSymbols(this.#folder, await this.#lines(ACTIONS), instruments);
    await this.#lines(FACTS);
  }

  /** Returns the corporate actions of the selected symbols. Throws `RECORDING_INVALID` for an action of an unknown instrument. */
  async actions(
    { symbols }: ResolvedSelection,
    instruments: ReadonlyMap<string, unknown>,
  ): Promise<readonly CorporateAction[]> {
    this.#actions ??= await this.#lines(ACTIONS);
    checkSymbols(this.#folder, this.#actions, instruments);
    return this.#actions.filter(({ symbol }) => symbols.has(symbol));
  }

  /** Returns the facts of the selected symbols and of all currencies. */
  async facts(
    { symbols }: ResolvedSelection,
    instruments: ReadonlyMap<string, unknown>,
  ): Promise<readonly DatedFact[]> {
    this.#facts ??= await this.#lines(FACTS);
    return this.#facts.filter(({ symbol }) => symbols.has(symbol) || !instruments.has(symbol));
  }

  async #lines<Row>({ kind, read }: JsonLinesKind<Row>): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (const { file, bytes, sha256 } of this.#files.filter((entry) => entry.kind === kind)) {
      const path = join(this.#folder, file);
      for (const row of decodeLines(path, await readVerified(path, bytes, sha256), read)) rows.push(row);
    }
    return rows;
  }
}

function checkSymbols(
  folder: string,
  actions: readonly CorporateAction[],
  instruments: ReadonlyMap<string, unknown>,
): void {
  const unknown = actions.find(({ symbol }) => !instruments.has(symbol));
  if (unknown === undefined) return;
  const { symbol } = unknown;
  const mustBe = `must have only actions of recorded instruments, but has one of ${formatValue(symbol)}`;
  throw invalidRecording(folder, mustBe, { symbol });
}

function seriesOf<Recorded>(
  folder: string,
  files: readonly RecordedFile[],
  kind: SeriesKind<Recorded>,
): readonly SeriesCache<Recorded>[] {
  const own = files.filter((file) => file.kind === kind.kind);
  const series = groupBy(own, ({ symbol, interval }) => JSON.stringify([symbol, interval]));
  return [...series.values()].map((ofSeries) => new SeriesCache(folder, ofSeries, kind));
}

/** Reads series one at a time, to limit open files and memory. */
async function readAll<Recorded>(
  series: readonly SeriesCache<Recorded>[],
  from: number,
  to: number,
  shared: boolean,
): Promise<readonly Recorded[]> {
  const read: Recorded[] = [];
  for (const cache of series) read.push(await cache.read(from, to, shared));
  return read;
}

import { applicationIdentity, type GraphNode } from "../../indicators/node.ts";
import { Timeline } from "../../market/timeline.ts";
import type { Feed } from "../../market/feed.ts";
import { Cursor } from "../cursor.ts";
import { type GraphSeries, ownColumn } from "../graph-inputs.ts";
import type { Restatement } from "./restatement.ts";
import {
  anchorStep,
  applicationStep,
  arithmeticStep,
  fieldStep,
  joinStep,
  logStep,
  numberStep,
  shiftStep,
  type LiveStep,
} from "./live-step.ts";
import { parseBarsKey, coarseSeries } from "./coarse-series.ts";
import { GrowingCoarse } from "./growing-coarse.ts";
import { barsKeyOf } from "./node-bars-key.ts";

/**
 * Evaluates graphs bar by bar, for markets whose bars still arrive. Values equal those of batch evaluation, bit for
 * bit.
 */
export class LiveColumns {
  /** Series of the run, followed by series of longer intervals that the graphs read. */
  readonly #series: GraphSeries[];
  readonly #places: Map<string, number>;
  /** Number of series of the run. All later ones have longer intervals. */
  readonly #runSeriesCount: number;
  /** Number of bars of each series that were processed. */
  readonly #counts: number[];
  /**
   * Steps of the computation for each series, operands first: steps that read only this series, and steps that join
   * others.
   */
  readonly #native: LiveStep[][];
  readonly #joining: LiveStep[][];
  readonly #steps = new Map<string, LiveStep>();
  readonly #cursors: { readonly cursor: Cursor; readonly step: LiveStep; readonly output: number }[] = [];
  /** Growing series of longer intervals, in the sequence of their indexes. */
  readonly #growing: GrowingCoarse[] = [];
  readonly #maxBars: number | undefined;

  /** Creates the columns. If bars are added during the run, `most` is the largest number of bars of a series. */
  constructor(series: readonly GraphSeries[], most?: number) {
    this.#maxBars = most;
    this.#series = [...series];
    this.#runSeriesCount = series.length;
    this.#places = new Map(series.map((one, place) => [one.instrument.symbol, place]));
    this.#counts = series.map(() => 0);
    this.#native = series.map(() => []);
    this.#joining = series.map(() => []);
  }

  /** Returns a cursor over a node's values at the bars of a feed. All cursors must be created before the first bar. */
  cursor(node: GraphNode, feed: Feed, today?: Restatement): Cursor {
    const own = feed.instrument.symbol;
    const { step, output } = this.#operand(node, own, own);
    const cursor = new Cursor(step.columns[output]!.values, feed, today);
    this.#cursors.push({ cursor, step, output });
    return cursor;
  }

  /** Processes the bars that have closed before the run begins. */
  warmUp(): void {
    const own = this.#series.slice(0, this.#runSeriesCount);
    const timeline = new Timeline(own.map(({ schedule, begin }) => ({ schedule, start: 0, end: begin })));
    for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
      for (let i = 0; i < block.length; i++) this.take(timeline.shapes[block.shape[i]!]!.closing);
    }
  }

  /** Processes one closed bar of each of the given series. */
  take(closing: Int32Array): void {
    for (let i = 0; i < closing.length; i++) {
      const place = closing[i]!;
      const bar = this.#counts[place]!++;
      for (const step of this.#native[place]!) step.take(bar);
    }
    if (closing.length > 0) this.#takeLonger(this.#timeOf(closing[0]!));
    for (let i = 0; i < closing.length; i++) {
      const place = closing[i]!;
      for (const step of this.#joining[place]!) step.take(this.#counts[place]! - 1);
    }
    for (const { cursor, step, output } of this.#cursors) Cursor.move(cursor, step.columns[output]!.values);
  }

  /** Returns the close time of the last processed bar of a series. */
  #timeOf(place: number): number {
    return this.#series[place]!.schedule.closeTime[this.#counts[place]! - 1]!;
  }

  /** Processes the bars of longer intervals that have closed by `now`. */
  #takeLonger(now: number): void {
    for (const one of this.#growing) one.update(now);
    for (let place = this.#runSeriesCount; place < this.#series.length; place++) {
      const { closeTime } = this.#series[place]!.schedule;
      while (this.#counts[place]! < closeTime.length && closeTime[this.#counts[place]!]! <= now) {
        const bar = this.#counts[place]!++;
        for (const step of this.#native[place]!) step.take(bar);
      }
    }
  }

  /** Returns the index of the series for a bars key. Creates the series if the key has a longer interval. */
  #placeOf(key: string): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const { symbol, interval } = parseBarsKey(key);
    const place = this.#series.push(this.#longerSeries(this.#series[this.#places.get(symbol)!]!, interval!)) - 1;
    this.#places.set(key, place);
    this.#counts.push(0);
    this.#native.push([]);
    this.#joining.push([]);
    return place;
  }

  #longerSeries(series: GraphSeries, interval: string): GraphSeries {
    if (this.#maxBars === undefined) return coarseSeries(series, interval);
    const growing = new GrowingCoarse(series, interval, this.#maxBars);
    this.#growing.push(growing);
    return growing.series;
  }

  #operand(node: GraphNode | number, clock: string, own: string): { step: LiveStep; output: number } {
    if (typeof node === "number")
      return { step: this.#getOrCreate(`${clock}|${node}`, clock, false, () => numberStep(node)), output: 0 };
    const computedOn = barsKeyOf(node, own);
    if (computedOn === clock || (clock === own && computedOn === own)) return this.#stepOf(node, clock, own);
    const { step, output } = this.#stepOf(node, computedOn, own);
    const key = `${clock}|joined|${computedOn}|${node.identity}`;
    return { step: this.#getOrCreate(key, clock, true, () => joinStep(step.columns[output]!)), output: 0 };
  }

  #stepOf(node: GraphNode, clock: string, own: string): { step: LiveStep; output: number } {
    const { source } = node;
    const series = this.#series[this.#placeOf(clock)]!;
    const { inputs: read } = series;
    const inputs = (operands: readonly (GraphNode | number)[]) =>
      operands.map((operand) => {
        const { step, output } = this.#operand(operand, clock, own);
        return { column: step.columns[output]!, joins: step.joins };
      });
    const make = (
      key: string,
      operands: ReturnType<typeof inputs>,
      create: (columns: LiveStep["columns"]) => LiveStep,
    ) =>
      this.#getOrCreate(
        `${clock}|${key}`,
        clock,
        operands.some(({ joins }) => joins),
        () => create(operands.map(({ column }) => column)),
      );
    switch (source.kind) {
      case "field":
        return { step: make(source.field, [], () => fieldStep(read.fields[source.field])), output: 0 };
      case "column":
        return { step: make(node.identity, [], () => fieldStep(ownColumn(series, source.name))), output: 0 };
      case "anchor":
        return { step: make(node.identity, [], () => anchorStep(series, source.period)), output: 0 };
      case "indicator":
        return {
          step: make(applicationIdentity(source), inputs(source.inputs), (columns) =>
            applicationStep(source.indicator, source.params, columns),
          ),
          output: source.output,
        };
      case "arithmetic":
        return {
          step: make(node.identity, inputs([source.left, source.right]), ([left, right]) =>
            arithmeticStep(source.sign, left!, right!),
          ),
          output: 0,
        };
      case "log":
        return { step: make(node.identity, inputs([source.of]), ([of]) => logStep(of!)), output: 0 };
      case "shift":
        return { step: make(node.identity, inputs([source.of]), ([of]) => shiftStep(of!, source.bars)), output: 0 };
    }
  }

  #getOrCreate(key: string, clock: string, joins: boolean, create: () => LiveStep): LiveStep {
    let step = this.#steps.get(key);
    if (step === undefined) {
      step = create();
      step.joins = joins;
      this.#steps.set(key, step);
      (joins ? this.#joining : this.#native)[this.#placeOf(clock)]!.push(step);
    }
    return step;
  }
}

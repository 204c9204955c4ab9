import { Delay } from "../primitives/delay.ts";
import { percentChange } from "../primitives/percent-change.ts";
import { Stream } from "./stream.ts";

/** The change in percent since `period` bars ago, bar by bar. */
export class PercentChangeStream extends Stream<number> {
  readonly past: Delay;

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

import { expectTypeOf, test } from "vitest";
import { bollinger, macd, sma, stochastic } from "../../src/indicators/index.ts";
import { fieldNode, type GraphNode } from "../../src/indicators/node.ts";
import { randomBars } from "../support/series.ts";

const bars = randomBars(40, 1);

test("indicator calls have result types that depend on the types of their arguments", () => {
  expectTypeOf(sma(bars.close, 20)).toEqualTypeOf<Float64Array>();
  expectTypeOf(sma([1, 2, 3], 2)).toEqualTypeOf<Float64Array>();
  expectTypeOf(sma(bars, { period: 20 })).toEqualTypeOf<Float64Array>();
  expectTypeOf(sma(fieldNode("close"), 20)).toEqualTypeOf<GraphNode>();
  expectTypeOf(stochastic(bars).k).toEqualTypeOf<Float64Array>();
  expectTypeOf(stochastic(bars.high, bars.low, bars.close, 14, { flat: 0 }).d).toEqualTypeOf<Float64Array>();
  expectTypeOf(macd(fieldNode("close")).signal).toEqualTypeOf<GraphNode>();
  expectTypeOf(macd.stream(12, 26).update(1).histogram).toEqualTypeOf<number>();
  expectTypeOf(macd.warmup(12, 26, 9).signal).toEqualTypeOf<number>();
  const mean = sma.of({ period: 20 });
  expectTypeOf(mean(bars.close)).toEqualTypeOf<Float64Array>();
  expectTypeOf(mean(bars.close, bars.open)).toEqualTypeOf<Float64Array>();
  expectTypeOf(stochastic.of(14)(bars.high, bars.low, bars.close).k).toEqualTypeOf<Float64Array>();
  const bands = { upper: bars.open, middle: bars.high, lower: bars.low };
  expectTypeOf(bollinger.into(bands, bars.close)).toEqualTypeOf<typeof bands>();
});

test("indicator calls with wrong arguments do not compile", () => {
  // @ts-expect-error -- a column must contain numbers
  expectTypeOf(() => sma(["1", "2"], 2)).toBeFunction();
  // @ts-expect-error -- no such parameter
  expectTypeOf(() => sma(bars.close, { span: 2 })).toBeFunction();
  // @ts-expect-error -- stochastic has no output j
  expectTypeOf(() => stochastic(bars).j).toBeFunction();
  // @ts-expect-error -- macd has no extra output that takes a column
  expectTypeOf(() => macd.of()(bars.close, { macd: bars.open, signal: bars.open })).toBeFunction();
  // @ts-expect-error -- no such parameter
  expectTypeOf(() => sma.of({ span: 2 })).toBeFunction();
  // @ts-expect-error -- stochastic needs three inputs
  expectTypeOf(() => stochastic.stream().update(1, 2)).toBeFunction();
});

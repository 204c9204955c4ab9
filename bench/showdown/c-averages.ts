import { requirePeer } from "../peers/packages/load.ts";
import { ruleEngine, type Run } from "./by-hand.ts";
import { type Engine, FAST, type Prices, SLOW, type Workload } from "./workload.ts";

interface TaLib {
  readonly execute: (call: object) => { readonly result: { readonly outReal: readonly number[] } };
}

interface Tulind {
  readonly indicators: {
    readonly sma: {
      readonly indicator: (
        inputs: readonly (readonly number[])[],
        options: readonly number[],
        done: (error: unknown, results: readonly (readonly number[])[]) => void,
      ) => void;
    };
  };
}

/** Creates an engine with averages of TA-Lib, called from Node. All other work is done by the hand-written loop. */
export function talib(_: Workload, [prices]: readonly Prices[]): Engine<Run[]> {
  const { execute } = requirePeer("talib") as TaLib;
  const inReal = Array.from(prices!.close);
  const mean = (optInTimePeriod: number) =>
    execute({ name: "SMA", startIdx: 0, endIdx: inReal.length - 1, inReal, optInTimePeriod }).result.outReal;
  return ruleEngine("hand-written loop, TA-Lib averages", prices!, () => [mean(FAST), mean(SLOW)]);
}

/** Creates an engine with averages of Tulip Indicators, called from Node. All other work is done by the hand-written loop. */
export function tulip(_: Workload, [prices]: readonly Prices[]): Engine<Run[]> {
  const { sma } = (requirePeer("tulind") as Tulind).indicators;
  const close = Array.from(prices!.close);
  const mean = (period: number): readonly number[] => {
    let average: readonly number[] = [];
    // tulind calls this function before `indicator` returns.
    sma.indicator([close], [period], (error, results) => {
      if (error) throw error as Error;
      average = results[0]!;
    });
    return average;
  };
  return ruleEngine("hand-written loop, Tulip averages", prices!, () => [mean(FAST), mean(SLOW)]);
}

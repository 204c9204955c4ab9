import {
  type AnyStrategy,
  backtest,
  type BacktestResult,
  defineStrategy,
  type Interval,
  type RunContext,
  type RunSettings,
  ta,
} from "hindcast";
import { createClient, runRemote } from "hindcast/client";
import { expect } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { runData } from "../../src/server/trading/backtest-venue.ts";
import { withoutUndefined } from "../../src/primitives/record-helpers.ts";
import { servedMarket } from "./served-market.ts";

/** What a strategy does at each of its bars, by the number of the bar from 0. */
type Steps = Readonly<Record<number, (context: RunContext) => void>>;

/**
 * Runs steps as a backtest and in a session of a server, and checks that the results are equal. Returns the backtest. The steps
 * belong to a strategy that reads an average of its bars, or of bars of the interval `coarse`.
 */
export async function both(
  recorded: RecordedMarket,
  steps: Steps,
  settings: Partial<RunSettings> = {},
  coarse?: Interval,
  asked?: Interval,
) {
  const strategy = defineStrategy({
    name: "steps",
    indicators: ({ close, bars }) => ({ mean: ta.sma(coarse === undefined ? close : bars(coarse).close, 2) }),
    state: () => ({ moment: 0 }),
    onOrder: ({ log }, order, event) => log(JSON.stringify([order, event])),
    onSessionClose: ({ symbol, log }) => log(`session of ${symbol}`),
    onBars(context) {
      const { portfolio, state, symbols, at, log } = context;
      const { cash, equity, buyingPower } = portfolio;
      log(
        JSON.stringify([
          cash,
          equity,
          buyingPower,
          symbols.map((one) => at(one).position).map((held) => [held.quantity, held.barsHeld, held.marketPrice]),
          symbols.map((one) => at(one).ind.mean.value),
        ]),
      );
      steps[state.moment++]?.(context as unknown as RunContext);
    },
    onEnd: ({ symbols, at, log }) => log(JSON.stringify(symbols.map((one) => at(one).position.barsHeld))),
  });
  return sameRuns(recorded, strategy, settings, asked);
}

/**
 * Runs a strategy as a backtest and in a session of a server, and checks that the results are equal. Returns the backtest. `interval` may be
 * another name of the recorded interval.
 */
export async function sameRuns(
  recorded: RecordedMarket,
  strategy: AnyStrategy,
  settings: Partial<RunSettings> = {},
  interval: Interval = recorded.series[0]!.bars.interval,
  symbols: readonly string[] = recorded.instruments.map(({ symbol }) => symbol),
): Promise<BacktestResult> {
  const { from, to, ...others } = settings;
  const batch = backtest(strategy, runData(recorded, symbols, interval, false).data, settings);
  const server = await servedMarket(recorded, Date.UTC(2024, 5, 1));
  try {
    const scopes = ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"] as const;
    const apiKey = server.hindcast.keys.create({ name: "test", tier: "enterprise", scopes }).text;
    const client = createClient({ baseUrl: await server.listen({ port: 0, host: "127.0.0.1" }), apiKey });
    const range = withoutUndefined({ from, to });
    const remote = await runRemote(strategy, client, { symbols, interval, settings: others, ...range });
    expect(remote.log).toEqual(batch.log);
    expect(remote.orders).toEqual(batch.orders);
    expect(remote.fillHash).toBe(batch.fillHash);
    expect(remote.equity.map(({ equity }) => equity)).toEqual([...batch.equity.equity]);
  } finally {
    await server.close();
  }
  return batch;
}

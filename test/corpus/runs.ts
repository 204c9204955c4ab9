import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type AnyStrategy,
  backtest,
  conventions,
  type Conventions,
  isStrategy,
  type MarketData,
  type RunSettings,
} from "hindcast";
import { digestOf } from "../../src/primitives/sha256.ts";
import { ROOT } from "../house/source-files.ts";
import { randomMarket, recordedMarkets } from "./markets.ts";
import { projectionOf, textOf } from "./projection.ts";
import { randomOrders, randomSettings } from "./random-orders.ts";

/** Run of the corpus: a stable name and the inputs of the run. */
export interface CorpusRun {
  readonly name: string;
  readonly strategy: AnyStrategy;
  readonly data: MarketData;
  readonly settings: Partial<RunSettings>;
  readonly params?: Readonly<Record<string, unknown>>;
}

const ENGINES = Object.keys(conventions) as readonly Conventions[];

/**
 * Engines in the order in which they use the first seeds. A new engine gets seeds from its name, so that other runs do
 * not change.
 */
const FIRST: readonly string[] = ["hindcast", "backtesting.py", "backtrader", "lean", "zipline", "zipline-reloaded"];

/** Number of random runs with each engine's conventions, and number of random runs with random settings. */
const BY_ENGINE = 40;
const BY_SETTINGS = 1000;

/** Settings with which each strategy runs in addition to the defaults. */
const VARIATIONS: Readonly<Record<string, Partial<RunSettings>>> = {
  plain: {},
  costs: { commission: { model: "percent", rate: 0.001 }, slippage: { model: "bps", bps: 5 }, atEnd: "finalize" },
  credit: { account: "margin", debitRate: 0.05, borrowRate: 0.03, intrabar: "optimistic" },
};

/** Runs of every shipped strategy with every engine's conventions on every recorded market. */
export async function strategyRuns(): Promise<readonly CorpusRun[]> {
  const markets = await recordedMarkets();
  const strategies = await shippedStrategies();
  return Object.entries(markets).flatMap(([market, { data, cash }]) =>
    strategies.flatMap((strategy) =>
      ENGINES.flatMap((engine) =>
        Object.entries(VARIATIONS).map(([variation, settings]) => ({
          name: `${strategy.name} ${engine} ${market} ${variation}`,
          strategy,
          data,
          settings: { conventions: engine, cash, ...accountFor(strategy), ...settings },
        })),
      ),
    ),
  );
}

/** Runs of random orders on random markets: some with every engine's conventions, most with random settings. */
export function randomRuns(): readonly CorpusRun[] {
  const byEngine = ENGINES.flatMap((engine) =>
    Array.from({ length: BY_ENGINE }, (_, i) =>
      randomRun(`random ${engine} ${i}`, firstSeed(engine) + i, { conventions: engine }),
    ),
  );
  const bySettings = Array.from({ length: BY_SETTINGS }, (_, i) => {
    const seed = 1_000_000 + i;
    return randomRun(`random settings ${i}`, seed, randomSettings(seed));
  });
  return [...byEngine, ...bySettings];
}

function firstSeed(engine: string): number {
  return FIRST.includes(engine) ? 10_000 * (FIRST.indexOf(engine) + 1) : Number(`0x${digestOf(engine).slice(0, 8)}`);
}

function randomRun(name: string, seed: number, settings: Partial<RunSettings>): CorpusRun {
  return { name, strategy: randomOrders(seed), data: randomMarket(seed), settings };
}

/** Text of a run's outcome, or the code of its error. */
export function textOfRun({ strategy, data, settings }: CorpusRun): string {
  try {
    const result = backtest(strategy, data, settings);
    return textOf(projectionOf(result));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return `error ${code}`;
  }
}

async function shippedStrategies(): Promise<readonly AnyStrategy[]> {
  const folder = join(ROOT, "strategies");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(folder, file))) as Record<string, unknown>),
  );
  return modules.map((module) => Object.values(module).find(isStrategy) as AnyStrategy);
}

const accountFor = ({ needs }: AnyStrategy): Partial<RunSettings> =>
  needs?.account === undefined ? {} : { account: needs.account };

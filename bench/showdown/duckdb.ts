import { DOUBLE, DuckDBDataChunk, DuckDBInstance, INTEGER } from "@duckdb/node-api";
import {
  CASH,
  type Engine,
  FAST,
  type Prices,
  QUANTITY,
  SESSION,
  SESSIONS_PER_YEAR,
  SLOW,
  type Workload,
} from "./workload.ts";

const CHUNK = 2_048;

/** The rule as one query over a table, on one thread like the other engines. */
const QUERY = `
  WITH averages AS (
    SELECT i, open, close,
      avg(close) OVER (ORDER BY i ROWS ${FAST - 1} PRECEDING) AS fast, avg(close) OVER (ORDER BY i ROWS ${SLOW - 1} PRECEDING) AS slow
    FROM bars
  ), held AS (
    SELECT i, open, close, lag(CASE WHEN i >= ${SLOW - 1} AND fast > slow THEN ${QUANTITY} ELSE 0 END, 1, 0) OVER (ORDER BY i) AS quantity
    FROM averages
  ), orders AS (
    SELECT i, open, close, quantity, quantity - lag(quantity, 1, 0) OVER (ORDER BY i) AS bought FROM held
  ), account AS (
    SELECT i, bought, ${CASH} - sum(bought * open) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING) + quantity * close AS equity FROM orders
  ), peaks AS (
    SELECT i, bought, equity, greatest(${CASH}, max(equity) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING)) AS peak FROM account
  ), sessions AS (
    SELECT equity / lag(equity, 1, ${CASH}) OVER (ORDER BY i) - 1 AS r FROM account WHERE i % ${SESSION} = ${SESSION - 1} OR i = (SELECT max(i) FROM bars)
  )
  SELECT (SELECT count(*) FILTER (bought <> 0) FROM peaks)::DOUBLE AS fills, (SELECT arg_max(equity, i) FROM peaks) AS equity,
    (SELECT avg(r) / stddev_samp(r) * sqrt(${SESSIONS_PER_YEAR}) FROM sessions) AS sharpe, (SELECT min(equity / peak - 1) FROM peaks) AS drawdown`;

export async function duckdb({ bars }: Workload, [prices]: readonly Prices[]): Promise<Engine<number[]>> {
  const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await connection.run("CREATE TABLE bars (i INTEGER, open DOUBLE, close DOUBLE)");
  const appender = await connection.createAppender("bars");
  const chunk = DuckDBDataChunk.create([INTEGER, DOUBLE, DOUBLE]);
  for (let from = 0; from < bars; from += CHUNK) {
    const indices = Array.from({ length: Math.min(CHUNK, bars - from) }, (_, i) => from + i);
    chunk.reset();
    chunk.setColumns([indices, indices.map((i) => prices!.open[i]!), indices.map((i) => prices!.close[i]!)]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  return {
    title: "DuckDB, one query",
    run: async () => ((await (await connection.run(QUERY)).getRowsJS()) as number[][])[0]!,
    outcome: ([fills, equity, sharpe, maxDrawdown]) => ({
      fills: fills!,
      equity: equity!,
      sharpe: sharpe!,
      maxDrawdown: maxDrawdown!,
    }),
  };
}

import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { shareData } from "../../research/executors/shared-data.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { resolveParams } from "../../primitives/param.ts";
import type { BacktestRequest } from "../../schemas/backtest.ts";
import { formatInstant, parseInstant } from "../../time/instant.ts";
import { invalidParameters } from "../errors/api-error.ts";
import type { RouteCall } from "../route.ts";
import type { Backtest } from "./backtests.ts";

/** Puts a backtest in line. What can be refused at once is: an unknown strategy or parameter, a symbol, a setting, a time to come. */
export function startBacktest(call: RouteCall<unknown, unknown, BacktestRequest>): Backtest {
  const { body, view, session, key, server } = call;
  const { strategies, jobs } = server.backtests;
  const { settings = {}, initial_cash: cash, from, to } = body;
  const found = strategies.find(({ strategy }) => strategy.name === body.strategy);
  if (found === undefined) {
    const allowed = strategies.map(({ strategy }) => strategy.name);
    throw invalidParameters([
      { in: "body", parameter: "strategy", value: body.strategy, reason: "must be one that the server has", allowed },
    ]);
  }
  const { strategy, file, sourceHash } = found;
  const params = resolveParams(strategy.name, strategy.params ?? {}, body.params ?? {});
  const { data, interval } = server.backtests.data(view, body.symbols, body.interval);
  const zone = data.series[0]!.calendar?.zone ?? "UTC";
  for (const [parameter, text] of [
    ["from", from],
    ["to", to],
  ] as const)
    checkTime(parameter, text, zone, view.now);
  const given = { zone, ...settings, from, to, ...(cash === undefined ? {} : { cash }) } as Partial<RunSettings>;
  const resolved = resolveSettings(given);
  const terms = {
    strategy: strategy.name,
    params,
    symbols: data.series.map(({ instrument }) => instrument.symbol),
    interval,
    from,
    to,
    initial_cash: resolved.cash,
    settings,
  };
  const { loader } = jobs.threads;
  const spec = { strategy: strategy.name, file, sourceHash, loader, params, settings: given, data: shareData(data) };
  return jobs.add(key.owner, terms, spec, () => session.now);
}

function checkTime(parameter: string, text: string, zone: string, now: number): void {
  const refuse = (reason: string) => invalidParameters([{ in: "body", parameter, value: text, reason }]);
  let instant: number;
  try {
    instant = parseInstant(text, zone);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    throw refuse("must be a date such as 2023-06-30, or an instant");
  }
  if (instant > now) throw refuse(`must not be later than the market's now, ${formatInstant(now)}`);
}

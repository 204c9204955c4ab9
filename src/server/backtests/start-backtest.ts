import { withFunctions } from "../../broker/own-part.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { resolveParams } from "../../primitives/param.ts";
import type { BacktestRequest } from "../../schemas/backtest.ts";
import { furthestEast } from "../../time/furthest-east.ts";
import { formatInstant, parseInstant } from "../../time/instant.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { readMember } from "../errors/error-of.ts";
import { readSettings, withKnownSettings } from "../validation/read-settings.ts";
import { readMoment } from "../request-times.ts";
import type { RouteCall } from "../route.ts";
import type { AskedBacktest } from "./backtest-spec.ts";
import type { Backtest } from "./backtests.ts";

/** Puts a backtest in line. What can be refused at once is: an unknown strategy or parameter, a symbol, a setting, a time to come. */
export function startBacktest(
  call: RouteCall<unknown, unknown, BacktestRequest>,
  once: AskedBacktest["once"],
): Backtest {
  const { view, session, key, server } = call;
  const body = withKnownSettings(call.body);
  const { strategies } = server.backtests;
  const { settings = {}, initial_cash: cash, from, to } = body;
  const found = strategies.find(({ strategy }) => strategy.name === body.strategy);
  if (found === undefined) {
    const allowed = strategies.map(({ strategy }) => strategy.name);
    throw invalidParameters([
      { in: "body", parameter: "strategy", value: body.strategy, reason: "must be one that the server has", allowed },
    ]);
  }
  const { strategy, sourceHash, exports = {} } = found;
  const params = paramsOf(strategy, body.params);
  const { data, interval } = server.backtests.data(view, body.symbols, body.interval, settings);
  const zone = furthestEast(data.series.map(({ calendar }) => calendar?.zone ?? "UTC"));
  const begin = timeOf("from", from, zone, view.now);
  if (timeOf("to", to, zone, view.now) < begin) {
    throw invalidParameters([{ in: "body", parameter: "to", value: to, reason: `must not be before from, ${from}` }]);
  }
  checkOnce(body);
  const known = readSettings(settings, () => withFunctions(settings, exports, "the file of the strategy"));
  const given = { zone, ...known, from, to, ...(cash === undefined ? {} : { cash }) } as Partial<RunSettings>;
  const resolved = readSettings(given, resolveSettings);
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
  const { recording } = server.backtests;
  const { now: createdAt, phase } = view;
  const asked: AskedBacktest = {
    keyId: key.owner,
    recording,
    session: session.id,
    createdAt,
    phase,
    terms,
    settings: given,
    sourceHash,
    once,
  };
  return server.backtests.add(asked, () => session.now);
}

/** Every parameter. Throws for one that the strategy does not have, a value that it does not take, and values that do not go together. */
function paramsOf(strategy: AnyStrategy, given: BacktestRequest["params"] = {}): Readonly<Record<string, unknown>> {
  const params = readMember("params", given, () => resolveParams(strategy.name, strategy.params ?? {}, given));
  const verdict = strategy.constraint?.(params) ?? true;
  if (verdict === true) return params;
  const reason = typeof verdict === "string" ? `must go together: ${verdict}` : "must go together";
  throw invalidParameters([{ in: "body", parameter: "params", value: params, reason }]);
}

/** What stands beside the settings must not stand in them as well: one of the two would be passed over. */
function checkOnce({ settings = {}, initial_cash: cash }: BacktestRequest): void {
  const refuse = (setting: string, reason: string) =>
    invalidParameters([{ in: "body", parameter: `settings.${setting}`, value: settings[setting], reason }]);
  for (const setting of ["from", "to"]) {
    if (Object.hasOwn(settings, setting)) throw refuse(setting, "must be given next to settings, not in them");
  }
  if (cash !== undefined && Object.hasOwn(settings, "cash")) {
    throw refuse("cash", "must be given as initial_cash or in settings, not both");
  }
}

function timeOf(parameter: string, text: string, zone: string, now: number): number {
  const where = { in: "body", parameter } as const;
  const instant = readMoment(where, text, () => parseInstant(text, zone));
  if (instant <= now) return instant;
  throw invalidParameters([
    { ...where, value: text, reason: `must not be later than the market's now, ${formatInstant(now)}` },
  ]);
}

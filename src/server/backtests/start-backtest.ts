import { withFunctions } from "../../broker/custom-part.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { resolveParams } from "../../primitives/param.ts";
import type { BacktestRequest } from "../../schemas/backtest.ts";
import { furthestEast } from "../../time/furthest-east.ts";
import { formatInstant, parseInstant } from "../../time/instant.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { readMember } from "../errors/error-of.ts";
import { readSettings, withKnownSettings } from "../validation/read-settings.ts";
import { readInstant } from "../request-times.ts";
import type { RouteCall } from "../route.ts";
import type { RequestedBacktest } from "./backtest-spec.ts";
import type { Backtest } from "./backtests.ts";

/** Queues a backtest. An unknown strategy, parameter, symbol or setting is refused at once, and so is a time in the future. */
export function startBacktest(
  call: RouteCall<unknown, unknown, BacktestRequest>,
  once: RequestedBacktest["once"],
): Backtest {
  const { view, session, key, server } = call;
  const body = withKnownSettings(call.body);
  const { strategies } = server.backtests;
  const { settings = {}, initial_cash: cash, from, to } = body;
  const found = strategies.find(({ strategy }) => strategy.name === body.strategy);
  if (found === undefined) {
    const allowed = strategies.map(({ strategy }) => strategy.name);
    throw invalidParameters([
      { in: "body", parameter: "strategy", value: body.strategy, reason: "must be a strategy of the server", allowed },
    ]);
  }
  const { strategy, sourceHash, exports = {} } = found;
  const params = paramsOf(strategy, body.params);
  const { data, interval } = server.backtests.data(view, body.symbols, body.interval, settings);
  const zone = furthestEast(data.series.map(({ calendar }) => calendar?.zone ?? "UTC"));
  const start = timeOf("from", from, zone, view.now);
  if (timeOf("to", to, zone, view.now) < start) {
    throw invalidParameters([{ in: "body", parameter: "to", value: to, reason: `must not be before from, ${from}` }]);
  }
  checkGivenOnce(body);
  const known = readSettings(settings, () => withFunctions(settings, exports, "the file of the strategy"));
  const runSettings = { zone, ...known, from, to, ...(cash === undefined ? {} : { cash }) } as Partial<RunSettings>;
  const resolved = readSettings(runSettings, resolveSettings);
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
  const request: RequestedBacktest = {
    keyId: key.owner,
    recording,
    session: session.id,
    createdAt,
    phase,
    terms,
    settings: runSettings,
    sourceHash,
    once,
  };
  return server.backtests.add(request, () => session.now);
}

/**
 * Returns all parameters of a strategy with their values. Throws for unknown parameters, invalid values and values that violate the
 * strategy's constraint.
 */
function paramsOf(
  strategy: AnyStrategy,
  runSettings: BacktestRequest["params"] = {},
): Readonly<Record<string, unknown>> {
  const params = readMember("params", runSettings, () =>
    resolveParams(strategy.name, strategy.params ?? {}, runSettings),
  );
  const checkResult = strategy.constraint?.(params) ?? true;
  if (checkResult === true) return params;
  const reason =
    typeof checkResult === "string"
      ? `must satisfy the strategy's constraint: ${checkResult}`
      : "must satisfy the strategy's constraint";
  throw invalidParameters([{ in: "body", parameter: "params", value: params, reason }]);
}

/** Throws for a setting that the request contains twice, in `settings` and outside: one of the values would be ignored. */
function checkGivenOnce({ settings = {}, initial_cash: cash }: BacktestRequest): void {
  const refuse = (setting: string, reason: string) =>
    invalidParameters([{ in: "body", parameter: `settings.${setting}`, value: settings[setting], reason }]);
  for (const setting of ["from", "to"]) {
    if (Object.hasOwn(settings, setting)) throw refuse(setting, "must be a field of the body, not of settings");
  }
  if (cash !== undefined && Object.hasOwn(settings, "cash")) {
    throw refuse("cash", "must be given as initial_cash or in settings, not both");
  }
}

function timeOf(parameter: string, text: string, zone: string, now: number): number {
  const where = { in: "body", parameter } as const;
  const instant = readInstant(where, text, () => parseInstant(text, zone));
  if (instant <= now) return instant;
  throw invalidParameters([
    { ...where, value: text, reason: `must not be later than the market's current time, ${formatInstant(now)}` },
  ]);
}

import { sequenceOf } from "../broker/models/sequence.ts";
import { checkExperiment } from "../engine/separate-settings.ts";
import type { OrderRecord } from "../broker/order-record.ts";
import { type Band, bandEnd, bandOf } from "../engine/band.ts";
import { fillHashOf } from "../engine/fingerprint.ts";
import type { LogLine } from "../engine/strategy-runner.ts";
import { type SettingsInput, resolveSettings, type RunSettings } from "../engine/run-settings.ts";
import { checkNeeds, resolveStrategyParams } from "../engine/strategy-checks.ts";
import type { AnyStrategy } from "../engine/strategy.ts";
import type { Money } from "../ledger/money.ts";
import type { Fill } from "../ledger/records.ts";
import { withoutUndefined } from "../primitives/record-helpers.ts";
import type { OptionNames } from "../primitives/check-options.ts";
import type { HistoryQuery } from "../schemas/history.ts";
import { sentSettings } from "../schemas/run-settings.ts";
import { camelCase, renameMembers } from "../primitives/member-names.ts";
import type { ReplaySessionRecord, RunInstrument } from "../schemas/replay.ts";
import type { StreamBar } from "../schemas/stream-message.ts";
import type { CalendarDeclaration } from "../time/calendar-declaration.ts";
import { declareCalendar } from "../time/declared-calendar.ts";
import type { Interval } from "../time/interval.ts";
import { ClientError } from "./client-error.ts";
import type { Client } from "./create-client.ts";
import { newIdempotencyKey } from "./http.ts";
import type { NewSession } from "./requests/replay-requests.ts";
import { isTransient, isUnreachable, retry } from "./retry.ts";
import { GrowingRate, GrowingSeries } from "./run/growing-series.ts";
import { RemoteRun } from "./run/remote-run.ts";
import { RunSteps } from "./run/run-steps.ts";

/** Options of a run against a server. */
export interface RemoteOptions {
  readonly symbols: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly settings?: SettingsInput;
  /** First and last session in the setting `zone`, both inclusive, as in a local backtest, or instants. By default the whole recording. */
  readonly from?: string;
  readonly to?: string;
  /** Interval of the bars. Default: the shortest that all traded symbols have. */
  readonly interval?: Interval;
}

const OPTIONS: OptionNames<RemoteOptions> = {
  symbols: true,
  params: true,
  settings: true,
  from: true,
  to: true,
  interval: true,
};

/** Result of a strategy that ran in a session of a server. */
export interface RemoteResult {
  readonly fills: readonly Fill[];
  readonly orders: readonly OrderRecord[];
  readonly equity: readonly { readonly time: number; readonly equity: number }[];
  /** Hash of all fills. A local backtest over the same recording with the same settings has the same hash. */
  readonly fillHash: string;
  readonly log: readonly LogLine[];
  /** With `intrabar: "band"`, the pessimistic and the optimistic result; all other fields are those of the pessimistic one. */
  readonly band?: Band;
}

/**
 * Runs a strategy against the service, in a lockstep session of its own: bars arrive from the stream, and orders are sent over HTTP. The fills
 * equal those of a local backtest.
 *
 * A lost connection is reopened for up to a minute, and no order is submitted twice. When the client's signal aborts, the run throws its
 * reason and deletes the session.
 *
 * Throws the errors of a backtest for invalid strategies, parameters and settings; SETTING_INVALID for settings that a session does not
 * support; ClientError for errors of the service.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787/v2", apiKey });
 * const { fillHash } = await runRemote(smaCross, client, { symbols: ["MSFT"], from: "2022-01-03", to: "2023-06-30" });
 */
export async function runRemote(strategy: AnyStrategy, client: Client, options: RemoteOptions): Promise<RemoteResult> {
  checkExperiment("runRemote", options, OPTIONS);
  const settings = resolveSettings(options.settings);
  const { band } = sequenceOf(settings);
  if (band === undefined) return (await runInSession(strategy, client, options, settings)).result;
  // The pessimistic and the optimistic run need a session each, since a strategy's orders depend on its fills.
  const end = async (intrabar: "pessimistic" | "optimistic"): Promise<SessionRun> => {
    const ownSettings = { ...options.settings, intrabar };
    return runInSession(strategy, client, { ...options, settings: ownSettings }, resolveSettings(ownSettings));
  };
  const low = await end(band.low);
  const high = await end(band.high);
  const [pessimistic, optimistic] = [low, high].map(({ result: { equity, fillHash }, money }) =>
    bandEnd(settings.cash, equity.at(-1)?.equity, money, fillHash),
  );
  return { ...low.result, band: bandOf(pessimistic!, optimistic!) };
}

/** Creates one session, even if the request is repeated. Does not retry if no server is reachable at the first attempt. */
function createRunSession(client: Client, body: NewSession): Promise<ReplaySessionRecord> {
  const key = newIdempotencyKey();
  let attempts = 0;
  return retry(
    () => {
      attempts++;
      return withoutSignal(client).createSession(body, key);
    },
    client.http.signal,
    (error) => isTransient(error) && (attempts > 1 || !isUnreachable(error)),
  );
}

/** Returns a client without a signal, so that aborting never leaves a session half created or undeleted. */
function withoutSignal(client: Client): Client {
  return client.http.signal === undefined ? client : client.withSignal(undefined);
}

/** Ignores an error while the session is deleted, since the result does not depend on it. */
function ignoreError(): void {}

/** Result of one session, and the rounding of its money. */
interface SessionRun {
  readonly result: RemoteResult;
  readonly money: Money;
}

async function runInSession(
  strategy: AnyStrategy,
  client: Client,
  { symbols, from, to, interval, params: givenParams, settings: givenSettings }: RemoteOptions,
  settings: RunSettings,
): Promise<SessionRun> {
  const params = resolveStrategyParams(strategy, givenParams);
  const session = await createRunSession(client, {
    symbols: [...symbols],
    settings: sentSettings(givenSettings ?? {}),
    mode: "lockstep",
    ...withoutUndefined({ from, to, interval }),
  });
  const sessionClient = client.withSession(session.session);
  try {
    const { instruments, pairs, calendars: declared } = session.run!;
    checkNeeds(
      strategy,
      instruments.map(({ bars }) => bars),
      settings,
    );
    const calendars = declared.map((one) =>
      declareCalendar(renameMembers(one, camelCase) as unknown as CalendarDeclaration),
    );
    const series = instruments.map((terms, index) => new GrowingSeries(terms, index, settings, calendars));
    const rates = pairs.map((terms) => {
      // Currencies are converted at all bars of a pair, including those in extended hours.
      const pair = new GrowingSeries(terms, 0, { ...settings, hours: "extended" }, calendars);
      return new GrowingRate(pair, settings.currency, instruments);
    });
    for (const [i, terms] of instruments.entries())
      await readHistory(sessionClient, terms, (bars) => series[i]!.addHistory(bars));
    for (const [i, terms] of pairs.entries())
      await readHistory(sessionClient, terms, (bars) => rates[i]!.addHistory(bars));
    const run = new RemoteRun({ strategy, params, settings, series, rates });
    const steps = new RunSteps(sessionClient, [...instruments, ...pairs]);
    try {
      await runAllSteps(steps, sessionClient, run);
    } finally {
      steps.close();
    }
    const { fills } = run.account;
    const { log } = run.broker;
    const orders = Array.from({ length: log.length }, (_, i) => log.record(i + 1, run.plan.data.symbols));
    const result = { fills, orders, equity: run.equity, fillHash: fillHashOf(fills), log: run.log };
    return { result, money: run.portfolio.money };
  } finally {
    // The session may be gone already, since a server that stopped has ended it. A failure here is ignored.
    const remove = () => withoutSignal(client).deleteSession(session.session);
    await remove().catch(remove).catch(ignoreError);
  }
}

/** Runs all steps of the session. Each step calls the strategy's hooks, sends the resulting orders, and acknowledges the step. */
async function runAllSteps(steps: RunSteps, client: Client, run: RemoteRun): Promise<void> {
  // Reading the account creates it, so that it exists from the first step.
  await retry(() => client.account(), client.http.signal);
  for (;;) {
    const { events, clock } = await steps.next();
    if (clock.state === "completed") {
      run.end(events, clock);
      return;
    }
    run.step(events, clock);
    await run.broker.send(client);
  }
}

/** Reads all bars that closed before the run begins. */
async function readHistory(
  client: Client,
  { symbol, base, asset_class: assetClass, interval }: RunInstrument,
  addBars: (bars: readonly StreamBar[]) => void,
): Promise<void> {
  const area = AREAS[assetClass] ?? "stocks";
  let page_token: string | undefined;
  do {
    const query: Partial<HistoryQuery> = {
      period: "max",
      interval,
      adjust: false,
      limit: PAGE,
      ...withoutUndefined({ page_token }),
    };
    try {
      const page = await retry(
        () => client.history(area === "crypto" ? base : symbol, query, area),
        client.http.signal,
      );
      addBars(page.data as readonly StreamBar[]);
      page_token = page.next_page_token ?? undefined;
    } catch (error) {
      if (error instanceof ClientError && hasNoHistory(error)) return;
      throw error;
    }
  } while (page_token !== undefined);
}

/** Whether an error means that a symbol is not listed yet, or has no bars of this interval yet. */
function hasNoHistory({ code, details }: ClientError): boolean {
  if (code === "SYMBOL_NOT_FOUND") return true;
  const problems = details["errors"] as readonly { readonly reason?: unknown }[] | undefined;
  return problems?.[0]?.reason === "interval_unavailable";
}

const PAGE = 50_000;
const AREAS: Readonly<Record<string, "crypto" | "forex" | "commodities">> = {
  crypto: "crypto",
  forex: "forex",
  commodity: "commodities",
};

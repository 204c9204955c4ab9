import { sequenceOf } from "../broker/models/sequence.ts";
import { checkExperiment } from "../engine/separate-settings.ts";
import type { OrderRecord } from "../broker/order-record.ts";
import { type Band, bandEnd, bandOf } from "../engine/band.ts";
import { fillHashOf } from "../engine/fingerprint.ts";
import type { LogLine } from "../engine/strategy-runner.ts";
import { type GivenSettings, resolveSettings, type RunSettings } from "../engine/run-settings.ts";
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
import { passes, refusesConnections, retried } from "./retried.ts";
import { GrowingRate, GrowingSeries } from "./run/growing-series.ts";
import { RemoteRun } from "./run/remote-run.ts";
import { RunSteps } from "./run/run-steps.ts";

/** What is run, and over what. */
export interface RemoteOptions {
  readonly symbols: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly settings?: GivenSettings;
  /** First and last session by the setting `zone`, as in a batch run, both inclusive, or instants; all of the recording when left out. */
  readonly from?: string;
  readonly to?: string;
  /** The finest that is recorded of all symbols when left out. */
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

/** What came of a run in a session of the service. */
export interface RemoteResult {
  readonly fills: readonly Fill[];
  readonly orders: readonly OrderRecord[];
  readonly equity: readonly { readonly time: number; readonly equity: number }[];
  /** That of a batch run over the same recording with the same settings. */
  readonly fillHash: string;
  readonly log: readonly LogLine[];
  /** With `intrabar: "band"`, both ends; all else is that of the pessimistic one. */
  readonly band?: Band;
}

/**
 * Runs a strategy against the service: in a lockstep session of its own, bar by bar as they are streamed, its orders sent one by one over HTTP. What
 * comes of it is what a batch run gives, fill for fill. A connection that is lost on the way is opened again for a minute, and nothing is done twice.
 * When the client's signal is aborted the run ends with its reason, and the session with it.
 *
 * Throws what a batch run throws for a strategy, parameters and settings that cannot run; SETTING_INVALID for what a session cannot have; ClientError
 * for what the service refuses.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787/v2", apiKey });
 * const { fillHash } = await runRemote(smaCross, client, { symbols: ["MSFT"], from: "2022-01-03", to: "2023-06-30" });
 */
export async function runRemote(strategy: AnyStrategy, client: Client, options: RemoteOptions): Promise<RemoteResult> {
  checkExperiment("runRemote", options, OPTIONS);
  const settings = resolveSettings(options.settings);
  const { band } = sequenceOf(settings);
  if (band === undefined) return (await runOnce(strategy, client, options, settings)).result;
  // Each end is a session of its own: what a strategy asks for depends on what filled.
  const end = async (intrabar: "pessimistic" | "optimistic"): Promise<RanOnce> => {
    const given = { ...options.settings, intrabar };
    return runOnce(strategy, client, { ...options, settings: given }, resolveSettings(given));
  };
  const low = await end(band.low);
  const high = await end(band.high);
  const [pessimistic, optimistic] = [low, high].map(({ result: { equity, fillHash }, money }) =>
    bandEnd(settings.cash, equity.at(-1)?.equity, money, fillHash),
  );
  return { ...low.result, band: bandOf(pessimistic!, optimistic!) };
}

/** One session, however often it must be asked for. Where nobody listens from the first, waiting is of no use. */
function sessionOf(client: Client, body: NewSession): Promise<ReplaySessionRecord> {
  const key = newIdempotencyKey();
  let asked = 0;
  return retried(
    () => {
      asked++;
      return withoutEnd(client).createSession(body, key);
    },
    client.http.signal,
    (error) => passes(error) && (asked > 1 || !refusesConnections(error)),
  );
}

/** One whose signal does not keep it from making or deleting a session: one that nobody knows of would stay. */
function withoutEnd(client: Client): Client {
  return client.http.signal === undefined ? client : client.withSignal(undefined);
}

/** What came of the run does not depend on it. */
function unneeded(): void {}

/** What came of one session, and how its money is booked. */
interface RanOnce {
  readonly result: RemoteResult;
  readonly money: Money;
}

async function runOnce(
  strategy: AnyStrategy,
  client: Client,
  { symbols, from, to, interval, params: given, settings: asked }: RemoteOptions,
  settings: RunSettings,
): Promise<RanOnce> {
  const params = resolveStrategyParams(strategy, given);
  const session = await sessionOf(client, {
    symbols: [...symbols],
    settings: sentSettings(asked ?? {}),
    mode: "lockstep",
    ...withoutUndefined({ from, to, interval }),
  });
  const own = client.withSession(session.session);
  try {
    const { interval: length, instruments, pairs, calendars: declared, start } = session.run!;
    checkNeeds(
      strategy,
      instruments.map(({ bars }) => bars),
      settings,
    );
    const calendars = declared.map((one) =>
      declareCalendar(renameMembers(one, camelCase) as unknown as CalendarDeclaration),
    );
    const series = instruments.map((terms, index) => new GrowingSeries(terms, index, length, settings, calendars));
    const rates = pairs.map((terms) => {
      // All of its bars count, those outside regular hours too.
      const pair = new GrowingSeries(terms, 0, length, { ...settings, hours: "extended" }, calendars);
      return new GrowingRate(pair, settings.currency, instruments);
    });
    for (const [i, terms] of instruments.entries())
      await readHistory(own, terms, length, (bars) => series[i]!.addHistory(bars));
    for (const [i, terms] of pairs.entries())
      await readHistory(own, terms, length, (bars) => rates[i]!.addHistory(bars));
    const run = new RemoteRun({ strategy, params, settings, series, rates, start: Date.parse(start) });
    const followed = new Set([...instruments, ...pairs].map(({ symbol }) => symbol));
    const steps = new RunSteps(own, [...followed], length);
    try {
      await follow(steps, own, run);
    } finally {
      steps.close();
    }
    const { fills } = run.account;
    const { log } = run.broker;
    const orders = Array.from({ length: log.length }, (_, i) => log.record(i + 1, run.plan.data.symbols));
    const result = { fills, orders, equity: run.equity, fillHash: fillHashOf(fills), log: run.log };
    return { result, money: run.portfolio.money };
  } finally {
    // Where the service is gone, so is the session.
    const remove = () => withoutEnd(client).deleteSession(session.session);
    await remove().catch(remove).catch(unneeded);
  }
}

/** Step by step to the end: hooks, their commands, and the word that all was worked off. */
async function follow(steps: RunSteps, client: Client, run: RemoteRun): Promise<void> {
  // The account is there from the beginning on.
  await retried(() => client.account(), client.http.signal);
  for (;;) {
    const { told, clock } = await steps.next();
    if (clock.state === "completed") {
      run.end(told, clock);
      return;
    }
    run.step(told, clock);
    await run.broker.send(client);
  }
}

/** Hands over all bars that are known before a run begins. */
async function readHistory(
  client: Client,
  { symbol, base, asset_class: of }: RunInstrument,
  interval: Interval,
  take: (bars: readonly StreamBar[]) => void,
): Promise<void> {
  const area = AREAS[of] ?? "stocks";
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
      const page = await retried(
        () => client.history(area === "crypto" ? base : symbol, query, area),
        client.http.signal,
      );
      take(page.data as readonly StreamBar[]);
      page_token = page.next_page_token ?? undefined;
    } catch (error) {
      if (error instanceof ClientError && hasNotBegun(error)) return;
      throw error;
    }
  } while (page_token !== undefined);
}

/** What is not listed yet has no history, nor have bars of this length where only others were recorded before. */
function hasNotBegun({ code, details }: ClientError): boolean {
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

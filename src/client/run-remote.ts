import { fillHashOf } from "../engine/fingerprint.ts";
import type { LogLine } from "../engine/hooks.ts";
import { resolveSettings, type RunSettings } from "../engine/run-settings.ts";
import type { AnyStrategy } from "../engine/strategy.ts";
import type { OrderRecord } from "../broker/order-record.ts";
import type { Fill } from "../ledger/records.ts";
import { HindcastError } from "../primitives/errors.ts";
import { resolveParams } from "../primitives/param.ts";
import type { RunInstrument } from "../schemas/replay.ts";
import type { StreamBar } from "../schemas/stream-bar.ts";
import type { StreamMessage } from "../schemas/stream-message.ts";
import type { HistoryQuery } from "../schemas/history.ts";
import type { Interval } from "../time/interval.ts";
import type { Client } from "./create-client.ts";
import { ClientError } from "./client-error.ts";
import { checkStreamable } from "./run/check-streamable.ts";
import { GrowingSeries } from "./run/growing-series.ts";
import { RemoteRun } from "./run/remote-run.ts";
import type { Stream } from "./stream.ts";

/** What is run, and over what. */
export interface RemoteOptions {
  readonly symbols: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<RunSettings>;
  /** First and last session, both inclusive, or instants; all of the recording when left out. */
  readonly from?: string;
  readonly to?: string;
  /** The finest that is recorded of all symbols when left out. */
  readonly interval?: Interval;
}

/** What came of a run in a session of the service. */
export interface RemoteResult {
  readonly fills: readonly Fill[];
  readonly orders: readonly OrderRecord[];
  readonly equity: readonly { readonly time: number; readonly equity: number }[];
  /** That of a batch run over the same recording with the same settings. */
  readonly fillHash: string;
  readonly log: readonly LogLine[];
}

/**
 * Runs a strategy against the service: in a lockstep session of its own, bar by bar as they are streamed, its orders sent one by one over HTTP. What
 * comes of it is what a batch run gives, fill for fill.
 *
 * Throws what a batch run throws for a strategy, parameters and settings that cannot run; STRATEGY_INVALID for a strategy that reads longer
 * intervals or anchors, which are not streamed yet; SETTING_INVALID for what a session cannot have; ClientError for what the service refuses.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787/v2", apiKey });
 * const { fillHash } = await runRemote(smaCross, client, { symbols: ["MSFT"], from: "2022-01-03", to: "2023-06-30" });
 */
export async function runRemote(strategy: AnyStrategy, client: Client, options: RemoteOptions): Promise<RemoteResult> {
  const { symbols, from, to, interval } = options;
  const settings = resolveSettings(options.settings);
  if (settings.graphPrices !== "splits") throw settingRefused("graphPrices", "splits", settings.graphPrices);
  if (settings.warmupBars !== -1) throw settingRefused("warmupBars", "-1", settings.warmupBars);
  const params = Object.freeze(resolveParams(strategy.name, strategy.params ?? {}, options.params ?? {}));
  const session = await client.createSession({
    symbols: [...symbols],
    settings: { ...options.settings },
    mode: "lockstep",
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(interval === undefined ? {} : { interval }),
  });
  const own = client.withSession(session.session);
  try {
    const { interval: length, instruments, start } = session.run!;
    checkStreamable(strategy, settings, instruments);
    const series = instruments.map((terms, index) => new GrowingSeries(terms, index, length, settings.hours));
    for (const [i, terms] of instruments.entries()) await readHistory(own, terms, length, series[i]!);
    const run = new RemoteRun({ strategy, params, settings, series, start: Date.parse(start) });
    const stream = await own.stream();
    try {
      await follow(stream, own, run, instruments, length);
    } finally {
      stream.close();
    }
    const { fills } = run.account;
    const { log } = run.broker;
    const orders = Array.from({ length: log.length }, (_, i) => log.record(i + 1, run.plan.data.symbols));
    return { fills, orders, equity: run.equity, fillHash: fillHashOf(fills), log: run.log };
  } finally {
    await client.deleteSession(session.session);
  }
}

/** Step by step to the end: hooks, their commands, and the word that all was worked off. */
async function follow(
  stream: Stream,
  client: Client,
  run: RemoteRun,
  instruments: readonly RunInstrument[],
  interval: Interval,
): Promise<void> {
  // The account tells of itself from its beginning on.
  stream.subscribe({ channel: "orders" });
  stream.subscribe({
    channel: "bars",
    symbols: instruments.map(({ symbol }) => symbol),
    interval: interval as HistoryQuery["interval"],
  });
  stream.subscribe({ channel: "clock", snapshot: false, id: READY });
  let told: StreamMessage[] = [];
  let seq = 0;
  for await (const message of stream) {
    if ("seq" in message) ({ seq } = message);
    if (message.type === "error") throw new ClientError(message.code, message.message, 0, message.details);
    if (message.type === "subscribed") {
      const [refused] = message.rejected;
      if (refused !== undefined) throw new ClientError(refused.code, refused.message, 0, { ...refused });
      if (message.id !== READY) continue;
      await client.account();
      stream.ack(seq);
    } else if (message.type === "clock") {
      if (message.state === "completed") {
        run.end(told);
        return;
      }
      if (message.step === 0) continue;
      run.step(told, Date.parse(message.now));
      told = [];
      await run.broker.send(client);
      stream.ack(seq);
    } else {
      told.push(message);
    }
  }
  throw new ClientError("SERVICE_UNAVAILABLE", "the stream must stay open until the run is over, it ended", 0);
}

const READY = "ready";

/** All bars that are known before the run begins. */
async function readHistory(
  client: Client,
  { symbol, base, asset_class: of }: RunInstrument,
  interval: Interval,
  series: GrowingSeries,
): Promise<void> {
  const area = AREAS[of] ?? "stocks";
  let token: string | null = null;
  do {
    const query: Partial<HistoryQuery> = {
      period: "max",
      interval: interval as HistoryQuery["interval"],
      adjust: false,
      limit: PAGE,
      ...(token === null ? {} : { page_token: token }),
    };
    try {
      const page = await client.history(area === "crypto" ? base : symbol, query, area);
      series.addHistory(page.data as readonly StreamBar[]);
      token = page.next_page_token;
    } catch (error) {
      // What is not listed yet has no history.
      if (error instanceof ClientError && error.code === "SYMBOL_NOT_FOUND") return;
      throw error;
    }
  } while (token !== null);
}

const PAGE = 50_000;
const AREAS: Readonly<Record<string, "crypto" | "forex" | "commodities">> = {
  crypto: "crypto",
  forex: "forex",
  commodity: "commodities",
};

function settingRefused(setting: string, must: string, was: unknown): HindcastError {
  const message = `${setting} of a remote run must be ${must}, was ${JSON.stringify(was)}`;
  return new HindcastError("SETTING_INVALID", message, { setting, value: was });
}

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { parse, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Option } from "commander";
import { hasFunctions, type OwnPart } from "../../broker/own-part.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { parameterError } from "../../primitives/check.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { DEFAULT_SCOPES, SCOPES } from "../../schemas/scope.ts";
import { TIER_NAMES } from "../../schemas/tier.ts";
import { BASE_PATH } from "../../server/base-path.ts";
import { buildServer, type HindcastServer } from "../../server/build-server.ts";
import { DASHBOARD_PATH } from "../../server/dashboard/add-dashboard.ts";
import type { MarketDataSettings } from "../../server/market-data/market-data-settings.ts";
import { buildAdminServer } from "../../server/metrics/build-admin-server.ts";
import { DOCUMENTATION_PATH } from "../../server/openapi/documentation.ts";
import { type LogSettings, SERVER_DEFAULTS, type ServerSettings } from "../../server/server-settings.ts";
import { sessionEnd, rangeOf } from "../../server/sessions/session-terms.ts";
import { IN_MEMORY, StateStore } from "../../server/store/state-store.ts";
import { openRecording } from "../../data/recording/open-recording.ts";
import type { LoadedRecording } from "../../data/recording/recording.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { formatInstant } from "../../time/instant.ts";
import { BACKTEST_OPTIONS, STREAM_OPTIONS } from "../commands/serve-options.ts";
import { onEndSignal } from "../ending.ts";
import { knownStrategies } from "../loading/known-strategies.ts";
import { readStrategyFile } from "../loading/strategy-file.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";
import { optionInstant } from "../options/values.ts";
import { givenSettings } from "../options/setting.ts";
import type { Output, Terminal } from "../terminal.ts";

/** How long the end of a log waits for its reader. */
const PATIENCE_MS = 2_000;

/** Ends the process soon, though a reader does not take what it was given: that would keep it alive, and who told it to end waits. */
function endUnread({ writableLength = 0 }: Output): void {
  if (writableLength > 0) setTimeout(() => process.exit(), PATIENCE_MS).unref();
}

const FROM_SOURCE = import.meta.url.endsWith(".ts");

/** The strategies of a folder for the backtests of a server, and how many run at once: one processor is left to the answers. */
async function servedStrategies(
  folder: string,
  { stderr }: Terminal,
  threads = Math.max(1, availableParallelism() - 1),
): Promise<Pick<ServerSettings, "strategies" | "backtestThreads">> {
  const { strategies, failures } = await knownStrategies(folder);
  for (const { message } of failures) stderr.write(`a file of strategies is left out: ${message}\n`);
  const place = (path: string) => new URL(path, import.meta.url);
  const fromSource = fileURLToPath(place("backtest-from-source.mjs"));
  return {
    strategies: strategies.map((found) => ({ ...found, file: resolve(found.file) })),
    backtestThreads: {
      threads,
      // Node reads the package's own as they are, and a thread that need not read TypeScript begins sooner.
      ...(folder !== STRATEGY_FOLDER && {
        loader: place(`../loading/import-module${FROM_SOURCE ? ".ts" : ".js"}`).href,
      }),
      ...(FROM_SOURCE && { host: fromSource, entry: fromSource }),
    },
  };
}

/** What is stopped: a server that listens. */
interface Listening {
  readonly server: Server;
  close(): Promise<void>;
}

/** How long requests that are being answered may take to end. */
const GRACE_MS = 10_000;

/** Waits for a signal that ends the process, then until the server has answered what it had begun. A second signal cuts connections off. */
async function untilStopped(server: Listening): Promise<void> {
  let cutOff: (() => void) | undefined;
  let forget: () => void = () => undefined;
  await new Promise<void>((stopped) => {
    forget = onEndSignal(() => {
      if (cutOff !== undefined) {
        cutOff();
        return;
      }
      cutOff = () => server.server.closeAllConnections();
      stopped();
    });
  });
  const timer = setTimeout(() => cutOff?.(), GRACE_MS);
  await server.close();
  clearTimeout(timer);
  forget();
}

/** Who reads along sees no difference. */
const LOG_JOIN_MS = 20;

/** What the command was told; the settings of accounts and of the stream are there too, under the names of their flags. */
export interface ServeOptions extends Readonly<Record<string, unknown>> {
  readonly data: string;
  readonly host: string;
  readonly port: number;
  readonly adminPort?: number;
  readonly adminHost: string;
  readonly state?: string;
  readonly at?: string;
  readonly from?: string;
  readonly speed?: number | "max";
  readonly replay?: true;
  readonly to?: string;
  readonly strategies: string;
  readonly models?: string;
  readonly cors?: string;
  readonly allowHost?: readonly string[];
  readonly accessLog?: true;
  readonly logLevel: LogSettings["level"];
  readonly backtestThreads?: number;
  readonly failedAttempts: number;
  readonly trustedProxies?: readonly string[];
  readonly maxDelay: number;
  readonly maxSessionsPerKey: number;
  readonly maxOpenOrders: number;
  readonly historyLimits: MarketDataSettings["historyLimits"];
  readonly extendedPeriods?: true;
  readonly macdSignal: MarketDataSettings["macdSignal"];
  readonly closedMarket: "refuse" | "queue";
}

/** Serves a recording until a signal ends it. */
export async function serveRecording(options: ServeOptions, terminal: Terminal): Promise<void> {
  letRequestsGo();
  const recording = await (await openRecording(options.data)).load();
  const moment = servedMoment(options, recording.market());
  const strategies = await servedStrategies(options.strategies, terminal, options.backtestThreads);
  const models = await servedModels(options.models);
  const { state = IN_MEMORY } = options;
  const store = new StateStore(state);
  const settings = { ...settingsOf(options, models, terminal), store };
  const server = await buildServer(recording, { ...moment, ...strategies, ...settings });
  try {
    const address = await listen(server, options.host, options.port);
    const metrics = await listenBeside(server, options);
    const newKeys = server.hindcast.keys.list().length === 0 ? firstKeys(server) : "";
    const started = startedText(recording, server, address, moment, metrics) + emptyText(recording, server);
    const watched = options.replay === true ? watchText(address) : "";
    // Who reads that it has begun may end it at once.
    const stopped = untilStopped(server);
    terminal.stdout.write(started + newKeys + watched);
    await stopped;
  } finally {
    await server.close();
    endUnread(terminal.stderr);
  }
}

/** The parts of the execution model that a file exports, each by the names of the file and of its export. */
async function servedModels(path: string | undefined): Promise<Readonly<Record<string, OwnPart>>> {
  if (path === undefined) return {};
  const { file, exports } = await readStrategyFile(path);
  const parts = Object.entries(exports).filter((member): member is [string, OwnPart] => hasFunctions(member[1]));
  if (parts.length === 0) {
    const message = `--models ${file} must export a part of the execution model, such as what defineSlippage returns, exports ${Object.keys(exports).join(", ") || "nothing"}`;
    throw new HindcastError("SETTING_INVALID", message, { file });
  }
  return Object.fromEntries(parts.map(([name, part]) => [`${parse(file).name}-${name}`, part]));
}

function settingsOf(
  options: ServeOptions,
  models: Readonly<Record<string, OwnPart>>,
  { stderr }: Terminal,
): ServerSettings {
  const { cors, allowHost, accessLog, logLevel, historyLimits, extendedPeriods = false, macdSignal } = options;
  // The first and the last day of a run are other things than those of the clock.
  const { from: _from, to: _to, ...ofAccounts } = options;
  return {
    ...withoutUndefined({ corsOrigin: cors, allowedHosts: allowHost, trustedProxies: options.trustedProxies }),
    log: { level: accessLog === true ? "info" : logLevel, output: stderr, joinMs: LOG_JOIN_MS },
    failedAttemptLimit: options.failedAttempts,
    maxEventLoopDelayMs: options.maxDelay,
    maxSessionsPerKey: options.maxSessionsPerKey,
    maxOpenOrders: options.maxOpenOrders,
    metrics: options.adminPort !== undefined,
    closedMarketPolicy: options.closedMarket,
    marketData: { historyLimits, extendedPeriods, macdSignal },
    backtestLimits: numbersOf(BACKTEST_OPTIONS, options),
    stream: numbersOf(STREAM_OPTIONS, options),
    trading: givenSettings(ofAccounts, { exports: models, file: "--models" }),
    models,
  };
}

/** What was given for each option of a table. */
function numbersOf<Setting extends string>(
  table: readonly { readonly setting: Setting; readonly option: Option }[],
  options: ServeOptions,
): Record<Setting, number> {
  const given = table.map(({ setting, option }) => [setting, options[option.attributeName()]]);
  return Object.fromEntries(given) as Record<Setting, number>;
}

/** The line that tells where metrics are, where they are asked for. */
async function listenBeside(server: HindcastServer, { adminHost, adminPort }: ServeOptions): Promise<string> {
  if (adminPort === undefined) return "";
  return `metrics: ${await listen(buildAdminServer(server), adminHost, adminPort)}/metrics\n`;
}

async function listen(server: Pick<HindcastServer, "listen" | "server">, host: string, port: number): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const message = `cannot listen on ${host}:${port} (${code}): the address must be one of this machine, and the port free`;
    throw new HindcastError("ADDRESS_UNAVAILABLE", message, { host, port, reason: code });
  }
  const { address, port: taken, family } = server.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
}

function startedText(
  recording: LoadedRecording,
  server: HindcastServer,
  address: string,
  { speed = SERVER_DEFAULTS.speed }: ServedMoment,
  metrics: string,
): string {
  const { now, clock, control } = server.hindcast.sessions.main;
  // A state that goes on has an end of its own.
  const { end } = control!;
  const endsBefore = end < sessionEnd(recording.market(), {});
  const goes =
    speed === "max" ? "as fast as possible" : speed === 1 ? "in real time" : `at ${speed} market seconds per second`;
  const until = endsBefore ? ` until ${formatInstant(end)}` : "";
  const pace =
    clock.state === "completed"
      ? `where ${endsBefore ? "the replay" : "what is recorded"} has ended`
      : `${speed === 0 ? "paused" : goes}${until}`;
  return `${recording.name}\naddress: ${address}${BASE_PATH}\ndocumentation: ${address}${DOCUMENTATION_PATH}\ndashboard: ${address}${DASHBOARD_PATH}\n${metrics}market time: ${formatInstant(now)}, ${pace}\n`;
}

/** Tells of a clock that stands before all that is recorded: nothing is known then, which a slip in a year looks like, too. */
function emptyText(recording: LoadedRecording, server: HindcastServer): string {
  const { series, quotes } = recording.market();
  const begins = [...series.map(({ bars }) => bars), ...quotes].map(({ time }) => time[0] ?? Infinity);
  const first = Math.min(...begins);
  return server.hindcast.sessions.main.now < first
    ? `nothing is known yet: records begin at ${formatInstant(first)}\n`
    : "";
}

/** How the replay is watched and moved from another terminal. */
function watchText(address: string): string {
  return `with a key in HINDCAST_KEY that has the scopes stream:read and replay:main, such as the admin key:\n  hindcast replay watch --url ${address}\n  hindcast replay control pause --url ${address}\n`;
}

/** A key of each tier and one that may generate others, for a state that has none. They are shown this once. */
function firstKeys({ hindcast: { keys } }: HindcastServer): string {
  const first = [
    ...TIER_NAMES.map((tier) => ({ label: tier, tier, scopes: DEFAULT_SCOPES })),
    { label: "admin", tier: "enterprise", scopes: SCOPES } as const,
  ];
  const lines = first.map(({ label, tier, scopes }) => {
    const { text } = keys.create({ name: `first ${label} key`, tier, scopes });
    return `  ${label.padEnd(10)}  ${text}\n`;
  });
  return `keys, shown this once:\n${lines.join("")}`;
}

/**
 * Keeps V8 from putting objects into the old part of the heap as soon as they are made, because others made in the same place have lived long. Of a server under load it may
 * guess so of what belongs to a request; each such object then keeps all of its request, dead as it is, until the next full collection, and every small
 * collection copies a hundred requests more: 5 to 10 ms, fifteen times a second, instead of 1. It is a choice for a process, so embedders make it for theirs.
 */
export function letRequestsGo(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** Where the clock of a served market begins and ends, and how it moves. */
type ServedMoment = Pick<ServerSettings, "start" | "end" | "speed">;

/** What was said about the clock. */
interface MomentOptions {
  readonly at?: string;
  readonly from?: string;
  readonly to?: string;
  readonly speed?: number | "max";
  readonly replay?: true;
}

/** The clock that was asked for. Throws USAGE for options that do not go together, DATE_INVALID, PARAMETER_OUT_OF_RANGE. */
export function servedMoment(options: MomentOptions, market: RecordedMarket): ServedMoment {
  const { at, from, to, speed, replay } = options;
  const { zone } = calendarOf(market.mainCalendar, market.calendars);
  if (at !== undefined) {
    if (from === undefined && to === undefined && speed === undefined && replay === undefined)
      return { start: optionInstant("--at", at, zone), speed: 0 };
    throw new HindcastError("USAGE", "--at stops the clock: leave out --replay, --from, --to and --speed");
  }
  const pace = speed === undefined ? {} : { speed };
  if (replay === true) return { ...replayed(options, market, zone), ...pace };
  if (to !== undefined) throw new HindcastError("USAGE", "--to needs --replay");
  return { ...(from === undefined ? {} : { start: optionInstant("--from", from, zone) }), ...pace };
}

/** As `POST /_replay/start` has it: before all that happens at the first moment, until after all that does at the last. */
function replayed({ from, to }: MomentOptions, market: RecordedMarket, zone: string): ServedMoment {
  if (from === undefined) throw new HindcastError("USAGE", "--replay needs --from, such as --from 2023-12-15");
  const first = optionInstant("--from", from, zone);
  const last = sessionEnd(market, {});
  if (first > last) throw parameterError("--from", `a time that was recorded, until ${formatInstant(last)}`, from);
  if (to === undefined) return { start: first - 1 };
  optionInstant("--to", to, zone);
  // A date ends with its day.
  const { end } = rangeOf(market, { to });
  if (end! < first) throw parameterError("--to", "a time that is not before --from", to);
  return { start: first - 1, end: end! };
}

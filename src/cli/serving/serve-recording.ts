import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { parse, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Option } from "commander";
import { hasFunctions, type CustomPart } from "../../broker/custom-part.ts";
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
import { explicitSettings } from "../options/setting.ts";
import type { Output, Terminal } from "../../report/terminal/terminal.ts";

/** Time for which the exiting process waits until another program has read its log. */
const LOG_TIMEOUT_MS = 2_000;

/** Exits after a timeout if the program that reads the log stopped reading, since unread output would keep the process alive. */
function exitIfUnread({ writableLength = 0 }: Output): void {
  if (writableLength > 0) setTimeout(() => process.exit(), LOG_TIMEOUT_MS).unref();
}

const FROM_SOURCE = import.meta.url.endsWith(".ts");

/** Loads the strategies for backtests on the server, and sets how many run at once: by default one less than processors. */
async function loadStrategies(
  folder: string,
  { stderr }: Terminal,
  threads = Math.max(1, availableParallelism() - 1),
): Promise<Pick<ServerSettings, "strategies" | "backtestThreads">> {
  const { strategies, failures } = await knownStrategies(folder);
  for (const { message } of failures) stderr.write(`skipped a strategy file: ${message}\n`);
  const place = (path: string) => new URL(path, import.meta.url);
  const fromSource = fileURLToPath(place("backtest-from-source.mjs"));
  return {
    strategies: strategies.map((found) => ({ ...found, file: resolve(found.file) })),
    backtestThreads: {
      threads,
      // Threads for built-in strategies need no TypeScript loader, and so start faster.
      ...(folder !== STRATEGY_FOLDER && {
        loader: place(`../loading/import-module${FROM_SOURCE ? ".ts" : ".js"}`).href,
      }),
      ...(FROM_SOURCE && { host: fromSource, entry: fromSource }),
    },
  };
}

/** A listening server that can be closed. */
interface StoppableServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** Time for which a stopping server waits for requests in progress. */
const GRACE_MS = 10_000;

/** Waits for a signal that ends the process, then for requests in progress. A second signal closes all connections. */
async function waitUntilStopped(server: StoppableServer): Promise<void> {
  let cutOff: (() => void) | undefined;
  let removeListener: () => void = () => undefined;
  await new Promise<void>((stopped) => {
    removeListener = onEndSignal(() => {
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
  removeListener();
}

/** Milliseconds within which log lines are collected and written together. */
const LOG_JOIN_MS = 20;

/** Parsed options of `hindcast serve`, including settings of accounts and of the stream under the names of their flags. */
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

/** Serves a recording until a signal stops the server. */
export async function serveRecording(options: ServeOptions, terminal: Terminal): Promise<void> {
  disablePretenuring();
  const recording = await (await openRecording(options.data)).load();
  const moment = clockSettings(options, recording.market());
  const strategies = await loadStrategies(options.strategies, terminal, options.backtestThreads);
  const models = await loadModels(options.models);
  const { state = IN_MEMORY } = options;
  const store = new StateStore(state);
  const settings = { ...serverSettings(options, models, terminal), store };
  const server = await buildServer(recording, { ...moment, ...strategies, ...settings });
  try {
    const address = await listen(server, options.host, options.port);
    const metrics = await listenForMetrics(server, options);
    const newKeys = server.hindcast.keys.list().length === 0 ? createFirstKeys(server) : "";
    const started = startedText(recording, server, address, moment, metrics) + earlyClockText(recording, server);
    const watched = options.replay === true ? watchText(address) : "";
    // Signals are handled before the address is printed, since a program may stop the server as soon as it reads the address.
    const stopped = waitUntilStopped(server);
    terminal.stdout.write(started + newKeys + watched);
    await stopped;
  } finally {
    await server.close();
    exitIfUnread(terminal.stderr);
  }
}

/** Loads the execution model parts that a file exports, under names such as `file-export`. */
async function loadModels(path: string | undefined): Promise<Readonly<Record<string, CustomPart>>> {
  if (path === undefined) return {};
  const { file, exports } = await readStrategyFile(path);
  const parts = Object.entries(exports).filter((member): member is [string, CustomPart] => hasFunctions(member[1]));
  if (parts.length === 0) {
    const message = `--models ${file} must export a part of the execution model, such as the return value of defineSlippage; it exports ${Object.keys(exports).join(", ") || "nothing"}`;
    throw new HindcastError("SETTING_INVALID", message, { file });
  }
  return Object.fromEntries(parts.map(([name, part]) => [`${parse(file).name}-${name}`, part]));
}

function serverSettings(
  options: ServeOptions,
  models: Readonly<Record<string, CustomPart>>,
  { stderr }: Terminal,
): ServerSettings {
  const { cors, allowHost, accessLog, logLevel, historyLimits, extendedPeriods = false, macdSignal } = options;
  // In this command `--from` and `--to` set the clock; they are no settings of accounts.
  const { from: _from, to: _to, ...accountOptions } = options;
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
    backtestLimits: readNumbers(BACKTEST_OPTIONS, options),
    stream: readNumbers(STREAM_OPTIONS, options),
    trading: explicitSettings(accountOptions, { exports: models, file: "--models" }),
    models,
  };
}

/** Returns the values of numeric options by the names of their settings. */
function readNumbers<Setting extends string>(
  table: readonly { readonly setting: Setting; readonly option: Option }[],
  options: ServeOptions,
): Record<Setting, number> {
  const values = table.map(({ setting, option }) => [setting, options[option.attributeName()]]);
  return Object.fromEntries(values) as Record<Setting, number>;
}

/** Starts the server of `--admin-port` if requested. Returns a line with its address, or an empty text. */
async function listenForMetrics(server: HindcastServer, { adminHost, adminPort }: ServeOptions): Promise<string> {
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
  { speed = SERVER_DEFAULTS.speed }: ClockSettings,
  metrics: string,
): string {
  const { now, clock, control } = server.hindcast.sessions.main;
  // A server with stored state continues the stored replay, so the end of the replay comes from the server.
  const { end } = control!;
  const endsBefore = end < sessionEnd(recording.market(), {});
  const paceText =
    speed === "max" ? "as fast as possible" : speed === 1 ? "in real time" : `at ${speed} market seconds per second`;
  const until = endsBefore ? ` until ${formatInstant(end)}` : "";
  const pace =
    clock.state === "completed"
      ? `${endsBefore ? "the replay" : "the recording"} has ended`
      : `${speed === 0 ? "paused" : paceText}${until}`;
  return `${recording.name}\naddress: ${address}${BASE_PATH}\ndocumentation: ${address}${DOCUMENTATION_PATH}\ndashboard: ${address}${DASHBOARD_PATH}\n${metrics}market time: ${formatInstant(now)}, ${pace}\n`;
}

/** Returns a warning if the clock is before all recorded data, for example after a mistyped year. */
function earlyClockText(recording: LoadedRecording, server: HindcastServer): string {
  const { series, quotes } = recording.market();
  const begins = [...series.map(({ bars }) => bars), ...quotes].map(({ time }) => time[0] ?? Infinity);
  const first = Math.min(...begins);
  return server.hindcast.sessions.main.now < first
    ? `no data yet: the recording begins at ${formatInstant(first)}\n`
    : "";
}

/** Explains how to watch and control the replay from another terminal. */
function watchText(address: string): string {
  return `with a key in HINDCAST_KEY that has the scopes stream:read and replay:main, such as the admin key:\n  hindcast replay watch --url ${address}\n  hindcast replay control pause --url ${address}\n`;
}

/** Creates one key per tier and an admin key for an empty state. They are shown only once. */
function createFirstKeys({ hindcast: { keys } }: HindcastServer): string {
  const first = [
    ...TIER_NAMES.map((tier) => ({ label: tier, tier, scopes: DEFAULT_SCOPES })),
    { label: "admin", tier: "enterprise", scopes: SCOPES } as const,
  ];
  const lines = first.map(({ label, tier, scopes }) => {
    const { text } = keys.create({ name: `first ${label} key`, tier, scopes });
    return `  ${label.padEnd(10)}  ${text}\n`;
  });
  return `API keys, which are not shown again:\n${lines.join("")}`;
}

/**
 * Turns off V8's pretenuring, which allocates objects in the old generation if earlier objects from the same code lived long.
 *
 * In a loaded server, such an object keeps all data of its request alive until the next full collection, and each small collection copies
 * the data of about a hundred more requests. It then takes 5 to 10 ms instead of 1 ms. The flag affects the whole process, so
 * applications that embed the server decide for themselves.
 */
export function disablePretenuring(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** Start, end and speed of the clock of a served market. */
type ClockSettings = Pick<ServerSettings, "start" | "end" | "speed">;

/** Options of the clock. */
interface ClockOptions {
  readonly at?: string;
  readonly from?: string;
  readonly to?: string;
  readonly speed?: number | "max";
  readonly replay?: true;
}

/** Converts the options of the clock. Throws USAGE for options that exclude each other, DATE_INVALID, and PARAMETER_OUT_OF_RANGE. */
export function clockSettings(options: ClockOptions, market: RecordedMarket): ClockSettings {
  const { at, from, to, speed, replay } = options;
  const { zone } = calendarOf(market.mainCalendar, market.calendars);
  if (at !== undefined) {
    if (from === undefined && to === undefined && speed === undefined && replay === undefined)
      return { start: optionInstant("--at", at, zone), speed: 0 };
    throw new HindcastError("USAGE", "--at stops the clock: leave out --replay, --from, --to and --speed");
  }
  const pace = speed === undefined ? {} : { speed };
  if (replay === true) return { ...replaySettings(options, market, zone), ...pace };
  if (to !== undefined) throw new HindcastError("USAGE", "--to needs --replay");
  return { ...(from === undefined ? {} : { start: optionInstant("--from", from, zone) }), ...pace };
}

/** Returns the clock of `--replay`, which starts before all events of `--from` and ends after all events of `--to`. */
function replaySettings({ from, to }: ClockOptions, market: RecordedMarket, zone: string): ClockSettings {
  if (from === undefined) throw new HindcastError("USAGE", "--replay needs --from, such as --from 2023-12-15");
  const first = optionInstant("--from", from, zone);
  const last = sessionEnd(market, {});
  if (first > last)
    throw parameterError("--from", `a time within the recording, which ends at ${formatInstant(last)}`, from);
  if (to === undefined) return { start: first - 1 };
  optionInstant("--to", to, zone);
  // If `--to` is a date, the replay includes the whole day.
  const { end } = rangeOf(market, { to });
  if (end! < first) throw parameterError("--to", "a time that is not before --from", to);
  return { start: first - 1, end: end! };
}

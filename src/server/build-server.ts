import type { FastifyInstance } from "fastify";
import { withOptionContracts } from "../market/option-contracts.ts";
import { parameterError } from "../primitives/check.ts";
import { checkOptions } from "../primitives/check-options.ts";
import type { LoadedRecording } from "../tape/recording/loaded-recording.ts";
import { MarketTape } from "../tape/view/market-tape.ts";
import { addRoute } from "./add-route.ts";
import { BacktestDesk } from "./backtests/backtest-desk.ts";
import { checkSymbols } from "./check-symbols.ts";
import { allowOrigin } from "./cross-origin.ts";
import { addDashboard, DASHBOARD_ADDRESSES } from "./dashboard/add-dashboard.ts";
import { addFallback } from "./fallback.ts";
import { FaultDesk } from "./faults/fault-desk.ts";
import { newFastify } from "./new-fastify.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { FailedAttempts } from "./limits/failed-attempts.ts";
import { Refusals } from "./limits/refusals.ts";
import { BarSlabs } from "./market-data/bar-slabs.ts";
import { MARKET_DATA_DEFAULTS } from "./market-data/market-data-settings.ts";
import { addDocumentation } from "./openapi/documentation.ts";
import { addOpenRoutes, OPEN_PATHS } from "./open-routes.ts";
import { refuseUnderPressure } from "./pressure.ts";
import { ROUTES } from "./routes/index.ts";
import type { ServerContext } from "./server-context.ts";
import { SERVER_DEFAULTS, SERVER_SETTINGS, type ServerSettings } from "./server-settings.ts";
import { MarketSession } from "./sessions/market-session.ts";
import { checkCash } from "./sessions/session-settings.ts";
import { SessionFactory } from "./sessions/session-factory.ts";
import { Sessions } from "./sessions/sessions.ts";
import { StateStore } from "./store/state-store.ts";
import { addStream } from "./stream/add-stream.ts";
import { Journal } from "./trading/journal.ts";
import { SessionStore } from "./trading/session-store.ts";

/** A server that does not listen: `inject` a request, `listen` on a port, or hang it into a program of your own. */
export type HindcastServer = FastifyInstance & { readonly hindcast: ServerContext };

/** Milliseconds after which what another process did to the keys is seen; what is done here is seen at once. */
const REFRESH_MS = 100;

/**
 * The served API over a recording. Requests see the market as of the session's now and nothing later. Close it to close its state.
 *
 * Throws a RangeError for a recording that is not loaded, DATA_EMPTY for one without bars, CALENDAR_UNKNOWN, SYMBOL_UNKNOWN for an instrument that no address could name,
 * STATE_INVALID for a state of other settings and for one that another server serves.
 *
 * @example
 * const recording = await (await openRecording("data/sample")).load();
 * const server = await buildServer(recording, { speed: 0 });
 * const { text } = server.hindcast.keys.create({ name: "me", tier: "pro", scopes: ["market_data:read"] });
 * await server.listen({ port: 8787 });
 */
export async function buildServer(recording: LoadedRecording, settings: ServerSettings = {}): Promise<HindcastServer> {
  checkLoaded(recording);
  checkOptions("buildServer", settings, SERVER_SETTINGS);
  checkSymbols(recording.market());
  const { store = new StateStore() } = settings;
  store.beginServing();
  try {
    return await builtOver(recording, { ...settings, store });
  } catch (error) {
    // Who mends what was wrong may try again.
    store.endServing();
    throw error;
  }
}

type Given = ServerSettings & Required<Pick<ServerSettings, "store">>;

async function builtOver(recording: LoadedRecording, settings: Given): Promise<HindcastServer> {
  const context = contextOf(recording, settings);
  const app = newFastify(context, settings);
  if (settings.metrics === true) {
    // Who counts nothing does not load what counts.
    const { addMetrics } = await import("./metrics/add-metrics.ts");
    context.metrics = addMetrics(app, context);
  }
  context.sessions.main.accounts.journal.failed = (cause) =>
    app.log.error({ err: cause }, "the state cannot be written");
  const { keys, store } = context;
  const { corsOrigin, maxEventLoopDelayMs = SERVER_DEFAULTS.maxEventLoopDelayMs } = settings;
  if (corsOrigin !== undefined) await allowOrigin(app, corsOrigin);
  if (maxEventLoopDelayMs > 0) await refuseUnderPressure(app, context, maxEventLoopDelayMs);
  await addDocumentation(app, ["Operation", ...new Set(ROUTES.map(({ tag }) => tag))]);
  addOpenRoutes(app, context);
  addDashboard(app, recording.market());
  for (const route of ROUTES) addRoute(app, context, route);
  const origins = corsOrigin === undefined ? [] : [corsOrigin];
  addStream(app, context, { origins, ...settings.stream });
  const methods = app.supportedMethods.filter((method) => corsOrigin === undefined || method !== "OPTIONS");
  addFallback(app, context, [...ROUTES, ...OPEN_PATHS, ...DASHBOARD_ADDRESSES], methods);

  const refresh = setInterval(() => keys.refresh(), REFRESH_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(refresh);
    keys.saveUsage();
    await context.backtests.jobs.close();
    for (const session of context.sessions.list()) session.close();
    context.sessions.main.accounts.journal.close();
    context.replay.close();
    store.close();
    await Promise.all(context.besides.map((one) => one.close()));
  });
  await app.ready();
  context.backtests.resume(context.sessions.main);
  return app as unknown as HindcastServer;
}

/** An opened recording has no prices in memory yet, and programs without types pass one easily. */
function checkLoaded(recording: Partial<LoadedRecording> | undefined): void {
  if (typeof recording?.market === "function") return;
  const loaded = "a loaded recording, such as await (await openRecording(folder)).load() gives";
  throw parameterError("recording", loaded, recording);
}

function contextOf(recording: LoadedRecording, settings: Given): ServerContext {
  const { speed = SERVER_DEFAULTS.speed, wallClock = Date.now, store } = settings;
  const market = withOptionContracts(recording.market());
  const source = {
    tape: new MarketTape(market),
    market,
    checksum: recording.checksum,
    store: new SessionStore(store),
    journal: new Journal(store),
    wallClock,
  };
  const { start, end, trading, closedMarketPolicy } = settings;
  checkCash(market, trading ?? {});
  const main = new MarketSession(source, { id: "main", start, end, speed, settings: trading, closedMarketPolicy });
  const sessions = new Sessions(main);
  return {
    sessions,
    replay: new SessionFactory(source, sessions, settings.maxSessionsPerKey ?? SERVER_DEFAULTS.maxSessionsPerKey),
    keys: new KeyRing(store, wallClock),
    store,
    failedAttempts: new FailedAttempts(settings.failedAttemptLimit ?? SERVER_DEFAULTS.failedAttemptLimit),
    refusals: new Refusals(),
    marketData: { ...MARKET_DATA_DEFAULTS, ...settings.marketData },
    barSlabs: new BarSlabs(),
    backtests: new BacktestDesk(source, store, settings.strategies ?? [], settings.backtestThreads ?? { threads: 1 }),
    faults: new FaultDesk(),
    wallClock,
    lifecycle: { closing: false, lagging: false },
    besides: [],
    metrics: undefined,
    accessLog: undefined,
    openStream: undefined,
    stream: undefined,
  };
}

import type { IncomingMessage, Server } from "node:http";
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  FastifySerializerCompiler,
} from "fastify";
import type { TSchema } from "typebox";
import { hasFunctions, type CustomPart, withFunctions } from "../broker/custom-part.ts";
import { withOptionContracts } from "../market/option-contracts.ts";
import type { RecordedMarket } from "../market/recorded-market.ts";
import { isSymbol, SYMBOL_RULE } from "../market/symbol.ts";
import { parameterError, formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { LoadedRecording } from "../data/recording/recording.ts";
import { openRecording } from "../data/recording/open-recording.ts";
import { MarketHistory } from "../data/view/market-history.ts";
import { calendarOf } from "../time/calendars/catalog.ts";
import { parseInstant } from "../time/instant.ts";
import { namedTime } from "../time/named-time.ts";
import { addRoute } from "./add-route.ts";
import { requestTime } from "./as-of.ts";
import { BacktestService } from "./backtests/backtest-service.ts";
import { BACKTEST_LIMITS } from "./backtests/backtest-limits.ts";
import { BASE_PATH, ServicePaths } from "./base-path.ts";
import { rememberedKeyId } from "./authentication/authenticate.ts";
import { connectionsOf, type RequestOwner } from "./connections.ts";
import { allowCrossOrigin } from "./cross-origin.ts";
import { addDashboard, DASHBOARD_ADDRESSES } from "./dashboard/add-dashboard.ts";
import { limitConnections } from "./descriptors.ts";
import { answerUnstarted, errorBody } from "./errors/raw-answer.ts";
import { apiErrorOf, isApplicationError } from "./errors/error-of.ts";
import { addFallback, type FallbackScope } from "./fallback.ts";
import { FaultPlans } from "./faults/fault-plan.ts";
import { applicationHostRule, type HostRule } from "./host-rule.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { pathOf } from "./known-paths.ts";
import { ClientAddresses } from "./limits/client-addresses.ts";
import { FailedAttempts, Refusals } from "./limits/rate-limits.ts";
import type { AccessLine } from "./log/add-log.ts";
import { hideKeys } from "./log/hide-keys.ts";
import { refuseMalformed } from "./malformed.ts";
import { BarCache } from "./market-data/bar-cache.ts";
import { MARKET_DATA_DEFAULTS } from "./market-data/market-data-settings.ts";
import { addOpenRoutes, OPEN_PATHS } from "./open-routes.ts";
import { addDocumentation } from "./openapi/documentation.ts";
import { refuseUnderPressure } from "./pressure.ts";
import { ROUTES } from "./routes/index.ts";
import type { ServerContext } from "./server-context.ts";
import { checkServerSettings, SERVER_DEFAULTS, SERVER_SETTINGS, type ServerSettings } from "./server-settings.ts";
import { MarketSession } from "./sessions/market-session.ts";
import { SessionFactory } from "./sessions/session-factory.ts";
import { checkCash } from "./sessions/session-settings.ts";
import { SERVER_NAME } from "./sessions/session-terms.ts";
import { Sessions } from "./sessions/sessions.ts";
import { StateStore } from "./store/state-store.ts";
import { addStream } from "./stream/add-stream.ts";
import { Journal } from "./trading/journal.ts";
import { SessionStore } from "./trading/session-store.ts";
import { handleUpgrades } from "./upgrades.ts";
import { readJson } from "./validation/json-body.ts";
import { partValidator } from "./validation/part-validator.ts";

/** Options of the Fastify plugin: those of `buildServer` except `log`, since the application has a log of its own. */
export interface HindcastOptions extends Omit<ServerSettings, "log"> {
  /** The recording to serve: loaded, or the path of its folder. */
  readonly recording: LoadedRecording | string;
  /** Path prefix of the service, such as `/market`. Then the API is at `/market/v2` and the dashboard at `/market/dashboard`. */
  readonly prefix?: string;
}

/** Milliseconds after which changes of API keys by another process take effect. Changes by this process take effect at once. */
const REFRESH_MS = 100;

/** Services that are mounted in each server, by their prefix. */
const MOUNTED = new WeakMap<Server, Map<string, ServerContext>>();

/**
 * Fastify plugin that serves a recording below a prefix of your application. It is encapsulated: its hooks, error and not-found handlers,
 * parsers and decorators apply only to its own routes. `hindcastOf` returns the mounted service; `app.close()` closes it. You can mount it
 * several times, each with its own prefix and `store`.
 *
 * Throws the errors of `buildServer`, and PARAMETER_OUT_OF_RANGE for a prefix with parameters.
 *
 * @example
 * const app = fastify({ ...FASTIFY_OPTIONS, logger: true });
 * await app.register(hindcast, { prefix: "/market", recording: "data/sample", speed: 60 });
 * const { text } = hindcastOf(app, "/market").keys.create({ name: "me", tier: "pro", scopes: ["market_data:read"] });
 * app.get("/", () => ({ hello: "world" }));
 * await app.listen({ port: 3000 });
 */
export const hindcast: FastifyPluginAsync<HindcastOptions> = Object.assign(
  async (app: FastifyInstance, { recording, ...options }: HindcastOptions): Promise<void> => {
    // Fastify adds its own registration options to these options.
    const {
      prefix,
      logLevel: _level,
      logSerializers: _serializers,
      ...settings
    } = options as typeof options & Record<string, unknown>;
    checkServerSettings("hindcast", settings, PLUGIN_OPTIONS);
    const loaded = typeof recording === "string" ? await (await openRecording(recording)).load() : recording;
    await mount(app, loaded, settings as ServerSettings, {
      // Without a prefix, paths outside the API's root path belong to the application.
      fallback:
        app.prefix === "" ? { url: `${BASE_PATH}/*`, notFound: false } : { url: "/*", notFound: prefix !== undefined },
      redirectsRoot: app.prefix !== "",
      createHostRule: applicationHostRule,
      ownsServer: false,
      accessLog: { note: (line) => logStreamRequest(app, line) },
    });
  },
  { [Symbol.for("plugin-meta")]: { fastify: "5.x", name: "hindcast" } },
);

const { log: _log, ...PLUGIN_OPTIONS } = { ...SERVER_SETTINGS, recording: true as const, prefix: true as const };

/**
 * Returns the service that `hindcast` mounted in an application, with its keys, sessions and metrics. `prefix` is the full prefix of the
 * registration, including those of enclosing scopes. Throws PARAMETER_OUT_OF_RANGE if no service is mounted there, for example before
 * `await app.register(hindcast, …)`.
 *
 * @example
 * hindcastOf(app, "/market").keys.list();
 */
export function hindcastOf(app: { readonly server: object }, prefix = ""): ServerContext {
  const services = MOUNTED.get(app.server as Server);
  const service = services?.get(prefixOf(prefix));
  if (service !== undefined) return service;
  const known = [...(services?.keys() ?? [])].map((each) => JSON.stringify(each));
  const mounted = known.length === 0 ? "no service is mounted yet" : `mounted: ${known.join(", ")}`;
  throw parameterError("prefix", `the prefix of a mounted service (${mounted})`, prefix);
}

/** How a service is embedded in its server. */
interface MountOptions {
  readonly fallback: FallbackScope;
  /** Whether browsers that open the root path of the service are redirected to the dashboard. */
  readonly redirectsRoot: boolean;
  /** Creates the rule that checks the `Host` header, from the allowed hosts in the settings. */
  readonly createHostRule: (allowed: readonly string[] | undefined) => HostRule;
  /** Whether the server serves nothing else. Then its limits apply to all requests, and WebSocket requests on other paths are refused. */
  readonly ownsServer: boolean;
  /** Logs requests that pass no hook of Fastify. */
  readonly accessLog: ServerContext["accessLog"];
}

/** Mounts the service for a recording in an encapsulated Fastify instance. */
export async function mount(
  app: FastifyInstance,
  recording: LoadedRecording,
  settings: ServerSettings,
  options: MountOptions,
): Promise<void> {
  checkLoaded(recording);
  const paths = createPaths(app);
  checkSymbols(recording.market());
  const { store = new StateStore() } = settings;
  store.beginServing();
  try {
    await mountContext(
      app,
      createContext(recording, { ...settings, store }, paths, options),
      recording,
      settings,
      options,
    );
  } catch (error) {
    // Releases the lock of the state, so that the caller can correct the settings and try again.
    store.endServing();
    throw error;
  }
}

/** Throws for a recording that was opened but not loaded, which is a common mistake in programs without types. */
export function checkLoaded(recording: Partial<LoadedRecording> | undefined): void {
  if (typeof recording?.market === "function") return;
  const loaded = "a loaded recording, such as the result of await (await openRecording(folder)).load()";
  throw parameterError("recording", loaded, recording);
}

function prefixOf(prefix: string): string {
  const slashed = prefix === "" || prefix.startsWith("/") ? prefix : `/${prefix}`;
  return slashed.endsWith("/") ? slashed.slice(0, -1) : slashed;
}

function createPaths({ prefix, server }: FastifyInstance): ServicePaths {
  if (/[^\w\-./~]/.test(prefix)) throw parameterError("prefix", "a path without parameters, such as /market", prefix);
  const paths = new ServicePaths(prefixOf(prefix));
  if (MOUNTED.get(server)?.has(paths.prefix) !== true) return paths;
  throw new HindcastError("SETTING_INVALID", `the prefix ${JSON.stringify(prefix)} already has a service`, {
    setting: "prefix",
    value: prefix,
  });
}

async function mountContext(
  app: FastifyInstance,
  context: ServerContext,
  recording: LoadedRecording,
  settings: ServerSettings,
  options: MountOptions,
): Promise<void> {
  const { keys, store, paths, sessions } = context;
  const services = MOUNTED.get(app.server) ?? new Map<string, ServerContext>();
  app.decorate("hindcast", context);
  app.decorateRequest("hindcastAdmission", null);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => partValidator(httpPart, schema));
  // A serializer of the application, such as one for Zod, does not support the schemas of these routes.
  if (app.serializerCompiler !== undefined)
    app.setSerializerCompiler(SerializerSelector()({}, {}) as FastifySerializerCompiler<unknown>);
  // The application's reply serializer would change the responses of this service, too.
  app.setReplySerializer(undefined as never);
  app.setErrorHandler((error, request, reply) => {
    if (isApplicationError(error)) throw error;
    answerError(context, error, request, reply);
  });
  readJson(app);
  refuseMalformed(app, context);
  app.addHook("preClose", (done) => {
    beginClosing(context);
    done();
  });
  if (settings.metrics === true) {
    // The code for metrics is loaded only if it is needed.
    const { addMetrics } = await import("./metrics/add-metrics.ts");
    context.metrics = addMetrics(app, context);
  }
  const { journal } = sessions.main.accounts;
  journal.failed = (cause) => app.log.error({ err: cause }, "the state cannot be written");
  journal.recovered = () => app.log.warn("the state can be written again");
  const { corsOrigin, maxEventLoopDelayMs = SERVER_DEFAULTS.maxEventLoopDelayMs } = settings;
  if (corsOrigin !== undefined) await allowCrossOrigin(app, corsOrigin);
  if (maxEventLoopDelayMs > 0) await refuseUnderPressure(app, context, maxEventLoopDelayMs);
  await addDocumentation(app, paths.prefix, ["Operation", ...new Set(ROUTES.map(({ tag }) => tag))]);
  addOpenRoutes(app, context);
  addDashboard(app, recording.market(), paths, options.redirectsRoot, context.marketData.extendedPeriods);
  for (const route of ROUTES) addRoute(app, context, route);
  const origins = corsOrigin === undefined ? [] : [corsOrigin];
  addStream(app, context, { origins, ...settings.stream });
  const methods = app.supportedMethods.filter((method) => corsOrigin === undefined || method !== "OPTIONS");
  addFallback(app, context, [...ROUTES, ...OPEN_PATHS, ...DASHBOARD_ADDRESSES], methods, options.fallback);
  // Fastify's types do not declare the member `genReqId`.
  const { genReqId } = app as unknown as { readonly genReqId: (request: IncomingMessage) => string };
  if (!MOUNTED.has(app.server)) limitConnections(app.server, "main");
  const newRequestId = (request: IncomingMessage): string => genReqId(request);
  const removeOwner = connectionsOf(app.server).add(requestOwner(app, context, newRequestId, options));
  const removeUpgradeHandler = handleUpgrades(app.server, context, newRequestId, options.ownsServer);

  const refresh = setInterval(() => keys.refresh(), REFRESH_MS).unref();
  app.addHook("onReady", async () => context.backtests.resume(sessions.main));
  app.addHook("onClose", async () => {
    clearInterval(refresh);
    removeUpgradeHandler();
    removeOwner();
    keys.saveUsage();
    services.delete(paths.prefix);
    await context.backtests.jobs.close();
    for (const session of sessions.list()) session.close();
    journal.close();
    context.replay.close();
    store.close();
    await Promise.all(context.attachedServers.map((one) => one.close()));
  });
  services.set(paths.prefix, context);
  MOUNTED.set(app.server, services);
}

function createContext(
  recording: LoadedRecording,
  settings: ServerSettings & Required<Pick<ServerSettings, "store">>,
  paths: ServicePaths,
  { accessLog, createHostRule, ownsServer }: MountOptions,
): ServerContext {
  const { speed = SERVER_DEFAULTS.speed, wallClock = Date.now, store } = settings;
  const market = withOptionContracts(recording.market());
  const models = servedModels(settings);
  const source = {
    marketHistory: new MarketHistory(market),
    market,
    checksum: recording.checksum,
    store: new SessionStore(store),
    journal: new Journal(store),
    wallClock,
    models,
  };
  const { end, closedMarketPolicy } = settings;
  const trading = settings.trading && withFunctions(settings.trading, models, SERVER_NAME);
  const start = instantOf("start", settings.start, market);
  checkCash(market, trading ?? {});
  const main = new MarketSession(source, { id: "main", start, end, speed, settings: trading, closedMarketPolicy });
  const sessions = new Sessions(main);
  return {
    paths,
    sessions,
    replay: new SessionFactory(source, sessions, settings.maxSessionsPerKey ?? SERVER_DEFAULTS.maxSessionsPerKey),
    maxOpenOrders: settings.maxOpenOrders ?? SERVER_DEFAULTS.maxOpenOrders,
    keys: new KeyRing(store, wallClock),
    store,
    failedAttempts: new FailedAttempts(settings.failedAttemptLimit ?? SERVER_DEFAULTS.failedAttemptLimit),
    hostRule: createHostRule(settings.allowedHosts),
    clients: new ClientAddresses(settings.trustedProxies ?? (ownsServer ? [] : undefined)),
    refusals: new Refusals(),
    marketData: { ...MARKET_DATA_DEFAULTS, ...settings.marketData },
    barCache: new BarCache(),
    backtests: new BacktestService(
      source,
      store,
      settings.strategies ?? [],
      settings.backtestThreads ?? { threads: 1 },
      { ...BACKTEST_LIMITS, ...settings.backtestLimits },
      wallClock,
    ),
    faults: new FaultPlans(),
    wallClock,
    lifecycle: { closing: false, lagging: false },
    attachedServers: [],
    metrics: undefined,
    accessLog,
    openStream: undefined,
    stream: undefined,
  };
}

/** Returns the custom models that session settings may name: those in `models`, and those of the server's own accounts. */
function servedModels({ models = {}, trading = {} }: ServerSettings): Readonly<Record<string, CustomPart>> {
  for (const [name, part] of Object.entries(models))
    if (!hasFunctions(part))
      throw parameterError(`models.${name}`, "a custom model, such as defineCommission returns", part);
  const own = Object.values(trading).filter(hasFunctions);
  return { ...Object.fromEntries(own.map((part) => [part.name, part])), ...models };
}

/**
 * Parses an instant in the server's settings. A text without an offset is local time at the exchange of the main calendar. Throws
 * DATE_INVALID with the name of the setting.
 */
function instantOf(name: string, value: number | string | undefined, market: RecordedMarket): number | undefined {
  if (typeof value !== "string") return value;
  const { zone } = calendarOf(market.mainCalendar, market.calendars);
  return namedTime(name, () => parseInstant(value, zone));
}

/** Stops accepting requests, and releases requests that an injected fault delays. */
export function beginClosing({ lifecycle, faults }: ServerContext): void {
  lifecycle.closing = true;
  faults.close();
}

/** Answers a failed request with the usual error body. */
export function answerError(
  { sessions, refusals, paths }: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const apiError = apiErrorOf(error, request.id);
  const now = requestTime(request, request.hindcastAdmission?.session ?? sessions.main, paths);
  refusals.note(apiError);
  if (apiError.status >= 500 && apiError !== error) request.log.error({ err: error }, "request failed");
  if (apiError.headers !== undefined) void reply.headers(apiError.headers);
  void reply
    .code(apiError.status)
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(apiError, now, request.id)));
}

/** Tells the connections of a server which requests the service handles, and how. */
function requestOwner(
  app: FastifyInstance,
  context: ServerContext,
  newRequestId: (request: IncomingMessage) => string,
  { ownsServer }: MountOptions,
): RequestOwner {
  const { paths, refusals, sessions } = context;
  return {
    owns: (url) => ownsServer || paths.owns(pathOf(url)),
    isUrgent: (url) => paths.isHealthCheck(url),
    clientOf: (request) => {
      const key = rememberedKeyId(context, request.headers.authorization);
      return key === undefined ? context.clients.addressOf(request) : `key ${key}`;
    },
    refuse: (request, answer, error) => {
      const since = performance.now();
      const requestId = newRequestId(request);
      refusals.note(error);
      answerUnstarted(answer, error, sessions.main.now, requestId);
      const { method, url } = request;
      context.accessLog?.note({ requestId, method, url, status: error.status, since });
    },
    connectionsRejected: (count) => {
      const { maxConnections } = app.server;
      app.log.warn({ refused: count, maxConnections }, "connections were rejected: too many are open");
    },
    connectionEnded: (unreadBytes) =>
      app.log.warn({ unreadBytes }, "a connection was ended: its answers were not read"),
  };
}

/** Logs a request that opens the stream, since Fastify logs only requests that it handles itself. */
function logStreamRequest({ log }: FastifyInstance, { requestId, method, url, status, since, key }: AccessLine): void {
  const line = {
    reqId: requestId,
    method,
    url: hideKeys(url ?? ""),
    status,
    ms: Math.round(performance.now() - since),
  };
  log.info(key === undefined ? line : { ...line, key }, "stream requested");
}

/** Throws SYMBOL_UNKNOWN for a recording with an instrument whose symbol cannot be part of a URL. */
function checkSymbols({ instruments }: RecordedMarket): void {
  const at = instruments.findIndex(({ symbol }) => !isSymbol(symbol));
  if (at < 0) return;
  const { symbol } = instruments[at]!;
  const paths = `instruments[${at}].symbol`;
  const message = `${paths} of a served recording must consist of ${SYMBOL_RULE}, was ${formatValue(symbol)}`;
  throw new HindcastError("SYMBOL_UNKNOWN", message, { place: paths, symbol });
}

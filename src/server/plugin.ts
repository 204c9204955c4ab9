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
import { hasFunctions, type OwnPart, withFunctions } from "../broker/own-part.ts";
import { withOptionContracts } from "../market/option-contracts.ts";
import type { RecordedMarket } from "../market/recorded-market.ts";
import { isSymbol, SYMBOL_RULE } from "../market/symbol.ts";
import { parameterError, formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { LoadedRecording } from "../data/recording/recording.ts";
import { openRecording } from "../data/recording/open-recording.ts";
import { MarketTape } from "../data/view/market-tape.ts";
import { calendarOf } from "../time/calendars/catalog.ts";
import { parseInstant } from "../time/instant.ts";
import { namedTime } from "../time/named-time.ts";
import { addRoute } from "./add-route.ts";
import { momentOf } from "./as-of.ts";
import { BacktestDesk } from "./backtests/backtest-desk.ts";
import { BACKTEST_LIMITS } from "./backtests/backtest-limits.ts";
import { BASE_PATH, Place } from "./base-path.ts";
import { recalledKey } from "./authentication/authenticate.ts";
import { connectionsOf, type RequestOwner } from "./connections.ts";
import { allowOrigin } from "./cross-origin.ts";
import { addDashboard, DASHBOARD_ADDRESSES } from "./dashboard/add-dashboard.ts";
import { limitConnections } from "./descriptors.ts";
import { answerUnbegun, errorBody } from "./errors/raw-answer.ts";
import { apiErrorOf, isOfApplication } from "./errors/error-of.ts";
import { addFallback, type Rest } from "./fallback.ts";
import { FaultDesk } from "./faults/fault-plan.ts";
import { applicationHosts, type HostRule } from "./host-rule.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { pathOf } from "./known-paths.ts";
import { ClientAddresses } from "./limits/client-addresses.ts";
import { FailedAttempts, Refusals } from "./limits/rate-limits.ts";
import type { AccessLine } from "./log/add-log.ts";
import { hideKeys } from "./log/hide-keys.ts";
import { refuseMalformed } from "./malformed.ts";
import { BarSlabs } from "./market-data/bar-slabs.ts";
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
import { SERVER } from "./sessions/session-terms.ts";
import { Sessions } from "./sessions/sessions.ts";
import { StateStore } from "./store/state-store.ts";
import { addStream } from "./stream/add-stream.ts";
import { Journal } from "./trading/journal.ts";
import { SessionStore } from "./trading/session-store.ts";
import { takeUpgrades } from "./upgrades.ts";
import { readJson } from "./validation/json-body.ts";
import { partValidator } from "./validation/part-validator.ts";

/** Options of the plugin: those of `buildServer` but for the log, which is the application's. */
export interface HindcastOptions extends Omit<ServerSettings, "log"> {
  /** The recording to serve, loaded or as the path of its folder. */
  readonly recording: LoadedRecording | string;
  /** Where the service lies, such as `/market`: the API is at `/market/v2`, the dashboard at `/market/dashboard`. */
  readonly prefix?: string;
}

/** Milliseconds after which what another process did to the keys is seen; what is done here is seen at once. */
const REFRESH_MS = 100;

/** Services by the server that they are mounted in, and by their prefix. */
const MOUNTED = new WeakMap<Server, Map<string, ServerContext>>();

/**
 * Fastify plugin that serves a recording below a prefix of your application. It is encapsulated: its hooks, error and not-found handlers, parsers and
 * decorators apply to its own routes alone. `hindcastOf` returns the mounted service, `app.close()` closes it. Mount it as often as you like, each time
 * under another prefix and with another `store`.
 *
 * Throws what `buildServer` throws, and PARAMETER_OUT_OF_RANGE for a prefix with parameters.
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
    // Fastify's own options of a registration are among them.
    const {
      prefix,
      logLevel: _level,
      logSerializers: _serializers,
      ...settings
    } = options as typeof options & Record<string, unknown>;
    checkServerSettings("hindcast", settings, PLUGIN_OPTIONS);
    const loaded = typeof recording === "string" ? await (await openRecording(recording)).load() : recording;
    await mount(app, loaded, settings as ServerSettings, {
      // Without a prefix of its own, what lies outside of the versioned root is the application's.
      rest:
        app.prefix === "" ? { url: `${BASE_PATH}/*`, notFound: false } : { url: "/*", notFound: prefix !== undefined },
      landing: app.prefix !== "",
      hosts: applicationHosts,
      wholeServer: false,
      accessLog: { note: (line) => logUpgrade(app, line) },
    });
  },
  { [Symbol.for("plugin-meta")]: { fastify: "5.x", name: "hindcast" } },
);

const { log: _log, ...PLUGIN_OPTIONS } = { ...SERVER_SETTINGS, recording: true as const, prefix: true as const };

/**
 * The service that `hindcast` mounted in an application: its keys, its sessions, its metrics. `prefix` is the whole prefix of the registration, with those of
 * the scopes around it. Throws PARAMETER_OUT_OF_RANGE where none is mounted there, as before `await app.register(hindcast, …)`.
 *
 * @example
 * hindcastOf(app, "/market").keys.list();
 */
export function hindcastOf(app: { readonly server: object }, prefix = ""): ServerContext {
  const services = MOUNTED.get(app.server as Server);
  const service = services?.get(prefixOf(prefix));
  if (service !== undefined) return service;
  const known = [...(services?.keys() ?? [])].map((each) => JSON.stringify(each));
  const mounted = known.length === 0 ? "nothing is mounted yet" : `mounted are ${known.join(", ")}`;
  throw parameterError("prefix", `the prefix of a mounted service (${mounted})`, prefix);
}

/** How much of an application a service takes. */
interface Extent {
  readonly rest: Rest;
  /** Whether browsers that ask for the root of the service are led to the dashboard. */
  readonly landing: boolean;
  /** The rule over the hosts that requests may name, with those that the settings allow. */
  readonly hosts: (allowed: readonly string[] | undefined) => HostRule;
  /** Whether the server has nothing else: its limits apply to all requests then, and requests for a WebSocket on other paths are refused too. */
  readonly wholeServer: boolean;
  /** Takes the lines of requests that no hook of Fastify sees. */
  readonly accessLog: ServerContext["accessLog"];
}

/** Mounts the service over a recording in an encapsulated instance of Fastify. */
export async function mount(
  app: FastifyInstance,
  recording: LoadedRecording,
  settings: ServerSettings,
  extent: Extent,
): Promise<void> {
  checkLoaded(recording);
  const place = placeOf(app);
  checkSymbols(recording.market());
  const { store = new StateStore() } = settings;
  store.beginServing();
  try {
    await mountOver(app, contextOf(recording, { ...settings, store }, place, extent), recording, settings, extent);
  } catch (error) {
    // Who mends what was wrong may try again.
    store.endServing();
    throw error;
  }
}

/** An opened recording has no prices in memory yet, and programs without types pass one easily. */
export function checkLoaded(recording: Partial<LoadedRecording> | undefined): void {
  if (typeof recording?.market === "function") return;
  const loaded = "a loaded recording, such as await (await openRecording(folder)).load() gives";
  throw parameterError("recording", loaded, recording);
}

function prefixOf(prefix: string): string {
  const slashed = prefix === "" || prefix.startsWith("/") ? prefix : `/${prefix}`;
  return slashed.endsWith("/") ? slashed.slice(0, -1) : slashed;
}

function placeOf({ prefix, server }: FastifyInstance): Place {
  if (/[^\w\-./~]/.test(prefix)) throw parameterError("prefix", "a path without parameters, such as /market", prefix);
  const place = new Place(prefixOf(prefix));
  if (MOUNTED.get(server)?.has(place.prefix) !== true) return place;
  throw new HindcastError("SETTING_INVALID", `prefix must be free, ${JSON.stringify(prefix)} has a service already`, {
    setting: "prefix",
    value: prefix,
  });
}

async function mountOver(
  app: FastifyInstance,
  context: ServerContext,
  recording: LoadedRecording,
  settings: ServerSettings,
  extent: Extent,
): Promise<void> {
  const { keys, store, place, sessions } = context;
  const services = MOUNTED.get(app.server) ?? new Map<string, ServerContext>();
  app.decorate("hindcast", context);
  app.decorateRequest("hindcastAdmission", null);
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => partValidator(httpPart, schema));
  // One of the application, such as for Zod, cannot read our schemas.
  if (app.serializerCompiler !== undefined)
    app.setSerializerCompiler(SerializerSelector()({}, {}) as FastifySerializerCompiler<unknown>);
  // Nor is its serializer of replies asked, which would write ours in its own way.
  app.setReplySerializer(undefined as never);
  app.setErrorHandler((error, request, reply) => {
    if (isOfApplication(error)) throw error;
    answerError(context, error, request, reply);
  });
  readJson(app);
  refuseMalformed(app, context);
  app.addHook("preClose", (done) => {
    beginClosing(context);
    done();
  });
  if (settings.metrics === true) {
    // Who counts nothing does not load what counts.
    const { addMetrics } = await import("./metrics/add-metrics.ts");
    context.metrics = addMetrics(app, context);
  }
  const { journal } = sessions.main.accounts;
  journal.failed = (cause) => app.log.error({ err: cause }, "the state cannot be written");
  journal.recovered = () => app.log.warn("the state can be written again");
  const { corsOrigin, maxEventLoopDelayMs = SERVER_DEFAULTS.maxEventLoopDelayMs } = settings;
  if (corsOrigin !== undefined) await allowOrigin(app, corsOrigin);
  if (maxEventLoopDelayMs > 0) await refuseUnderPressure(app, context, maxEventLoopDelayMs);
  await addDocumentation(app, place.prefix, ["Operation", ...new Set(ROUTES.map(({ tag }) => tag))]);
  addOpenRoutes(app, context);
  addDashboard(app, recording.market(), place, extent.landing);
  for (const route of ROUTES) addRoute(app, context, route);
  const origins = corsOrigin === undefined ? [] : [corsOrigin];
  addStream(app, context, { origins, ...settings.stream });
  const methods = app.supportedMethods.filter((method) => corsOrigin === undefined || method !== "OPTIONS");
  addFallback(app, context, [...ROUTES, ...OPEN_PATHS, ...DASHBOARD_ADDRESSES], methods, extent.rest);
  // Its types do not know the member.
  const { genReqId } = app as unknown as { readonly genReqId: (request: IncomingMessage) => string };
  if (!MOUNTED.has(app.server)) limitConnections(app.server, "main");
  const newRequestId = (request: IncomingMessage): string => genReqId(request);
  const leaveConnections = connectionsOf(app.server).add(requestOwner(app, context, newRequestId, extent));
  const leaveUpgrades = takeUpgrades(app.server, context, newRequestId, extent.wholeServer);

  const refresh = setInterval(() => keys.refresh(), REFRESH_MS).unref();
  app.addHook("onReady", async () => context.backtests.resume(sessions.main));
  app.addHook("onClose", async () => {
    clearInterval(refresh);
    leaveUpgrades();
    leaveConnections();
    keys.saveUsage();
    services.delete(place.prefix);
    await context.backtests.jobs.close();
    for (const session of sessions.list()) session.close();
    journal.close();
    context.replay.close();
    store.close();
    await Promise.all(context.besides.map((one) => one.close()));
  });
  services.set(place.prefix, context);
  MOUNTED.set(app.server, services);
}

function contextOf(
  recording: LoadedRecording,
  settings: ServerSettings & Required<Pick<ServerSettings, "store">>,
  place: Place,
  { accessLog, hosts, wholeServer }: Extent,
): ServerContext {
  const { speed = SERVER_DEFAULTS.speed, wallClock = Date.now, store } = settings;
  const market = withOptionContracts(recording.market());
  const models = servedModels(settings);
  const source = {
    tape: new MarketTape(market),
    market,
    checksum: recording.checksum,
    store: new SessionStore(store),
    journal: new Journal(store),
    wallClock,
    models,
  };
  const { end, closedMarketPolicy } = settings;
  const trading = settings.trading && withFunctions(settings.trading, models, SERVER);
  const start = instantOf("start", settings.start, market);
  checkCash(market, trading ?? {});
  const main = new MarketSession(source, { id: "main", start, end, speed, settings: trading, closedMarketPolicy });
  const sessions = new Sessions(main);
  return {
    place,
    sessions,
    replay: new SessionFactory(source, sessions, settings.maxSessionsPerKey ?? SERVER_DEFAULTS.maxSessionsPerKey),
    maxOpenOrders: settings.maxOpenOrders ?? SERVER_DEFAULTS.maxOpenOrders,
    keys: new KeyRing(store, wallClock),
    store,
    failedAttempts: new FailedAttempts(settings.failedAttemptLimit ?? SERVER_DEFAULTS.failedAttemptLimit),
    hosts: hosts(settings.allowedHosts),
    clients: new ClientAddresses(settings.trustedProxies ?? (wholeServer ? [] : undefined)),
    refusals: new Refusals(),
    marketData: { ...MARKET_DATA_DEFAULTS, ...settings.marketData },
    barSlabs: new BarSlabs(),
    backtests: new BacktestDesk(
      source,
      store,
      settings.strategies ?? [],
      settings.backtestThreads ?? { threads: 1 },
      { ...BACKTEST_LIMITS, ...settings.backtestLimits },
      wallClock,
    ),
    faults: new FaultDesk(),
    wallClock,
    lifecycle: { closing: false, lagging: false },
    besides: [],
    metrics: undefined,
    accessLog,
    openStream: undefined,
    stream: undefined,
  };
}

/** Parts that settings of sessions may name: those that the server is given for it, and those that its own accounts have. */
function servedModels({ models = {}, trading = {} }: ServerSettings): Readonly<Record<string, OwnPart>> {
  for (const [name, part] of Object.entries(models))
    if (!hasFunctions(part))
      throw parameterError(`models.${name}`, "a custom model, such as defineCommission returns", part);
  const own = Object.values(trading).filter(hasFunctions);
  return { ...Object.fromEntries(own.map((part) => [part.name, part])), ...models };
}

/** A moment of the settings; a text without an offset is a time of the main calendar's exchange. Throws DATE_INVALID, and names the setting. */
function instantOf(name: string, given: number | string | undefined, market: RecordedMarket): number | undefined {
  if (typeof given !== "string") return given;
  const { zone } = calendarOf(market.mainCalendar, market.calendars);
  return namedTime(name, () => parseInstant(given, zone));
}

/** Takes no further requests, and lets those go that wait for a fault. */
export function beginClosing({ lifecycle, faults }: ServerContext): void {
  lifecycle.closing = true;
  faults.close();
}

/** Answers a request that failed with the error body. */
export function answerError(
  { sessions, refusals, place }: ServerContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const told = apiErrorOf(error, request.id);
  const now = momentOf(request, request.hindcastAdmission?.session ?? sessions.main, place);
  refusals.note(told);
  if (told.status >= 500 && told !== error) request.log.error({ err: error }, "request failed");
  if (told.headers !== undefined) void reply.headers(told.headers);
  void reply
    .code(told.status)
    .header("x-request-id", request.id)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(told, now, request.id)));
}

/** What the connections of a server ask about the requests of a service. */
function requestOwner(
  app: FastifyInstance,
  context: ServerContext,
  newRequestId: (request: IncomingMessage) => string,
  { wholeServer }: Extent,
): RequestOwner {
  const { place, refusals, sessions } = context;
  return {
    owns: (url) => wholeServer || place.owns(pathOf(url)),
    isUrgent: (url) => place.isHealthCheck(url),
    clientOf: (request) => {
      const key = recalledKey(context, request.headers.authorization);
      return key === undefined ? context.clients.of(request) : `key ${key}`;
    },
    refuse: (request, answer, error) => {
      const since = performance.now();
      const requestId = newRequestId(request);
      refusals.note(error);
      answerUnbegun(answer, error, sessions.main.now, requestId);
      const { method, url } = request;
      context.accessLog?.note({ requestId, method, url, status: error.status, since });
    },
    refused: (count) => {
      const { maxConnections } = app.server;
      app.log.warn({ refused: count, maxConnections }, "connections were rejected: too many are open");
    },
    ended: (unreadBytes) => app.log.warn({ unreadBytes }, "a connection was ended: its answers were not read"),
  };
}

/** Writes a request for the stream to the application's log: Fastify logs only what becomes a request of HTTP. */
function logUpgrade({ log }: FastifyInstance, { requestId, method, url, status, since, key }: AccessLine): void {
  const line = {
    reqId: requestId,
    method,
    url: hideKeys(url ?? ""),
    status,
    ms: Math.round(performance.now() - since),
  };
  log.info(key === undefined ? line : { ...line, key }, "stream requested");
}

/** Throws SYMBOL_UNKNOWN for a recording with an instrument that no address of the API could name. */
function checkSymbols({ instruments }: RecordedMarket): void {
  const at = instruments.findIndex(({ symbol }) => !isSymbol(symbol));
  if (at < 0) return;
  const { symbol } = instruments[at]!;
  const place = `instruments[${at}].symbol`;
  const message = `${place} of a served recording must be of ${SYMBOL_RULE}, was ${formatValue(symbol)}`;
  throw new HindcastError("SYMBOL_UNKNOWN", message, { place, symbol });
}

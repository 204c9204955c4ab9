import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { connectionsOf } from "../connections.ts";
import type { ServerContext, ServerMetrics } from "../server-context.ts";
import { packageVersion } from "./package-version.ts";

/**
 * Bounds of the histogram of commit times in seconds: a commit takes less than a millisecond in memory, tenths of a second on a slow disk.
 */
const COMMIT_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/**
 * Collects metrics of a server in a registry. Most values are read when metrics are requested; only requests and commits are measured as
 * they happen. No label is a key, symbol or path, since each value of a label creates a time series.
 */
export function addMetrics(app: FastifyInstance, context: ServerContext): ServerMetrics {
  const registry = new Registry();
  addRequestMetrics(app, registry, context.paths.prefix);
  addState(registry, context);
  addConnections(registry, app);
  addCommits(registry, context);
  const build = new Gauge({
    name: "hindcast_build_info",
    help: "Version of the server, as a label of a gauge with value 1.",
    labelNames: ["version"],
    registers: [registry],
  });
  build.set({ version: packageVersion() }, 1);
  const { contentType } = registry;
  const process = processMetrics();
  return { contentType, text: async () => (await registry.metrics()) + (await process.metrics()) };
}

/** Returns functions that create metrics whose values are computed on request. */
function metricFactories(registry: Registry) {
  const gauge = (name: string, help: string, now: () => number): void => {
    const one: Gauge = new Gauge({ name, help, registers: [registry], collect: () => one.set(now()) });
  };
  const counter = (name: string, help: string, total: () => number): void => {
    const collect = (): void => {
      one.reset();
      one.inc(total());
    };
    const one: Counter = new Counter({ name, help, registers: [registry], collect });
  };
  return { gauge, counter };
}

function addConnections(registry: Registry, { server }: FastifyInstance): void {
  const { gauge, counter } = metricFactories(registry);
  const connections = connectionsOf(server);
  gauge("hindcast_connections", "Open connections of the whole server.", () => connections.open);
  gauge("hindcast_unread_bytes", "Bytes of answers that clients have not read yet, small answers excluded.", () => {
    return connections.unreadBytes;
  });
  counter(
    "hindcast_connections_ended_total",
    "Connections that were ended because their answers were not read.",
    () => connections.stalled,
  );
  counter(
    "hindcast_connections_refused_total",
    "Connections that were rejected because too many were open.",
    () => connections.connectionsRejected,
  );
}

function addState(registry: Registry, context: ServerContext): void {
  const { sessions, failedAttempts, backtests, refusals } = context;
  const { gauge, counter } = metricFactories(registry);
  counter(
    "hindcast_rate_limited_total",
    "Requests and messages rejected with RATE_LIMIT_EXCEEDED, over HTTP and on the stream.",
    () => refusals.rateLimited,
  );
  counter(
    "hindcast_authentication_failures_total",
    "Requests and stream clients without a valid key.",
    () => failedAttempts.total,
  );
  gauge("hindcast_stream_connections", "Clients of the stream.", () => context.stream?.connections.size ?? 0);
  counter("hindcast_stream_messages_total", "Data messages written to clients of the stream.", () => {
    return context.stream?.messages ?? 0;
  });
  gauge("hindcast_sessions", "Sessions, including the main one.", () => sessions.list().length);
  const open: Gauge<"status"> = new Gauge({
    name: "hindcast_backtests",
    help: "Queued and running backtests.",
    labelNames: ["status"],
    registers: [registry],
    collect: () => {
      for (const status of ["queued", "running"] as const) open.set({ status }, backtests.jobs.count(status));
    },
  });
}

function addCommits(registry: Registry, { sessions }: ServerContext): void {
  const commits = new Histogram({
    name: "hindcast_journal_commit_duration_seconds",
    help: "Time taken to commit orders and accounts to the state.",
    buckets: COMMIT_SECONDS,
    registers: [registry],
  });
  sessions.main.accounts.journal.committed = (ms) => commits.observe(ms / 1000);
}

let sharedRegistry: Registry | undefined;

/**
 * Returns metrics of the process: processor time, memory, event loop and garbage collection. All servers of a process share them.
 * Collection starts with the first call and cannot be stopped.
 */
function processMetrics(): Registry {
  if (sharedRegistry === undefined) {
    sharedRegistry = new Registry();
    collectDefaultMetrics({ register: sharedRegistry, prefix: "hindcast_" });
  }
  return sharedRegistry;
}

/** Label of requests without a route. As labels, the paths that clients request would each create a time series. */
const UNKNOWN_ROUTE = "unknown";
/** Pattern of the routes that match every path without a route of its own. */
const FALLBACK_ROUTE = /^(?:\/v2)?\/?\*$/;

/**
 * Returns the label of a route: its pattern as documented, without the prefix of the service. For example, `/v2/trading/orders/:id` becomes
 * `/v2/trading/orders/{id}`.
 */
function routeLabel(pattern: string | undefined, prefix: string): string {
  const pathPattern = pattern?.slice(prefix.length) ?? "*";
  if (FALLBACK_ROUTE.test(pathPattern)) return UNKNOWN_ROUTE;
  return pathPattern.replaceAll(/:(\w+)/g, "{$1}");
}

/** Bounds of the histogram of response times in seconds: a quote takes less than a millisecond, a long history tenths of a second. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts answered requests by their route, never by their path. */
function addRequestMetrics(app: FastifyInstance, registry: Registry, prefix: string): void {
  const registers = [registry];
  const answered = new Counter({
    name: "hindcast_http_requests_total",
    help: "Requests answered, by route.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "hindcast_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its answer.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  const inFlight = new Gauge({
    name: "hindcast_http_requests_in_flight",
    help: "Requests that are being answered.",
    registers,
  });
  const labels = new Map<string | undefined, string>();
  const labelOf = (pattern: string | undefined): string => {
    let label = labels.get(pattern);
    if (label === undefined) labels.set(pattern, (label = routeLabel(pattern, prefix)));
    return label;
  };
  app.addHook("onRequest", (_, reply, done) => {
    inFlight.inc();
    // The event "close" also comes if the client disconnects before the response.
    reply.raw.once("close", () => inFlight.dec());
    done();
  });
  app.addHook("onResponse", ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = labelOf(routeOptions.url);
    answered.inc({ method, route, status: statusCode });
    duration.observe({ method, route }, elapsedTime / 1000);
    done();
  });
}

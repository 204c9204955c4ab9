import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { connectionsOf } from "../connections.ts";
import type { ServerContext, ServerMetrics } from "../server-context.ts";
import { packageVersion } from "./package-version.ts";

/** Bounds of how long a commit takes, seconds: in memory less than a thousandth, on a slow disk tenths. */
const COMMIT_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/**
 * Counts what a server does, in a registry of its own. What the server knows anyway is asked for when somebody reads it; requests and commits alone
 * cost something while nobody does. No label is a key, a symbol or a path: each value would be a series.
 */
export function addMetrics(app: FastifyInstance, context: ServerContext): ServerMetrics {
  const registry = new Registry();
  addRequestMetrics(app, registry, context.place.prefix);
  addState(registry, context);
  addConnections(registry, app);
  addCommits(registry, context);
  const build = new Gauge({
    name: "hindcast_build_info",
    help: "The version that runs, as a label of 1.",
    labelNames: ["version"],
    registers: [registry],
  });
  build.set({ version: packageVersion() }, 1);
  const { contentType } = registry;
  const process = processMetrics();
  return { contentType, text: async () => (await registry.metrics()) + (await process.metrics()) };
}

/** Makes metrics whose values are asked for when somebody reads them. */
function readers(registry: Registry) {
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
  const { gauge, counter } = readers(registry);
  const connections = connectionsOf(server);
  gauge("hindcast_connections", "Open connections of the whole server.", () => connections.open);
  gauge("hindcast_unread_bytes", "Bytes of answers that clients have not read, small answers left out.", () => {
    return connections.unread;
  });
  counter(
    "hindcast_connections_ended_total",
    "Connections that were ended because their answers were not read.",
    () => connections.stalled,
  );
  counter(
    "hindcast_connections_refused_total",
    "Connections that were rejected because too many were open.",
    () => connections.refused,
  );
}

function addState(registry: Registry, context: ServerContext): void {
  const { sessions, failedAttempts, backtests, refusals } = context;
  const { gauge, counter } = readers(registry);
  counter(
    "hindcast_rate_limited_total",
    "Requests and messages rejected with RATE_LIMIT_EXCEEDED, over HTTP and on the stream.",
    () => refusals.rateLimited,
  );
  counter(
    "hindcast_authentication_failures_total",
    "Requests and clients of the stream without a usable key.",
    () => failedAttempts.total,
  );
  gauge("hindcast_stream_connections", "Clients of the stream.", () => context.stream?.connections.size ?? 0);
  counter("hindcast_stream_messages_total", "Data messages written to clients of the stream.", () => {
    return context.stream?.messages ?? 0;
  });
  gauge("hindcast_sessions", "Sessions, the main one among them.", () => sessions.list().length);
  const open: Gauge<"status"> = new Gauge({
    name: "hindcast_backtests",
    help: "Backtests that wait or run.",
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
    help: "Time that a commit of orders and accounts to the state took.",
    buckets: COMMIT_SECONDS,
    registers: [registry],
  });
  sessions.main.accounts.journal.committed = (ms) => commits.observe(ms / 1000);
}

let shared: Registry | undefined;

/**
 * Metrics of the process: its processor time, memory, event loop and garbage collection. Servers of one process share them, and so what measures
 * them: it begins with the first that asks, and cannot be ended.
 */
function processMetrics(): Registry {
  if (shared === undefined) {
    shared = new Registry();
    collectDefaultMetrics({ register: shared, prefix: "hindcast_" });
  }
  return shared;
}

/** The label of a request that no route takes: paths that clients make up would be a series each. */
const NO_ROUTE = "unknown";
/** Routes that take what no other route does. */
const REST = /^(?:\/v2)?\/?\*$/;

/** The label of a route: its pattern as the documentation writes it, without the prefix of the service: `/v2/trading/orders/{id}` for `/v2/trading/orders/:id`. */
function routeLabel(pattern: string | undefined, prefix: string): string {
  const own = pattern?.slice(prefix.length) ?? "*";
  if (REST.test(own)) return NO_ROUTE;
  return own.replaceAll(/:(\w+)/g, "{$1}");
}

/** Bounds of how long an answer takes, seconds: a quote takes less than a thousandth, a long history tenths. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts the requests that a server answers, by route and never by path. */
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
    // Also of a client that goes away before it is answered.
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

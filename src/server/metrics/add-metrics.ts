import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { connectionsOf } from "../connections.ts";
import type { ServerContext } from "../server-context.ts";
import { packageVersion } from "./package-version.ts";
import { addRequestMetrics } from "./request-metrics.ts";

/** Bounds of how long a commit takes, seconds: in memory less than a thousandth, on a slow disk tenths. */
const COMMIT_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** What a server counts of itself. */
export interface ServerMetrics {
  /** Of the text. */
  readonly contentType: string;
  /** All metrics at this moment, in the text format of Prometheus. */
  text(): Promise<string>;
}

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
    "Connections that were refused because too many were open.",
    () => connections.refused,
  );
}

function addState(registry: Registry, context: ServerContext): void {
  const { sessions, failedAttempts, backtests, refusals } = context;
  const { gauge, counter } = readers(registry);
  counter(
    "hindcast_rate_limited_total",
    "Refusals with RATE_LIMIT_EXCEEDED, over HTTP and on the stream.",
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

let registry: Registry | undefined;

/**
 * Metrics of the process: its processor time, memory, event loop and garbage collection. Servers of one process share them, and so what measures
 * them: it begins with the first that asks, and cannot be ended.
 */
function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: "hindcast_" });
  }
  return registry;
}

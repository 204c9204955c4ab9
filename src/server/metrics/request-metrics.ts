import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

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
export function addRequestMetrics(app: FastifyInstance, registry: Registry, prefix: string): void {
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

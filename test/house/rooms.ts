/**
 * The rooms of `src`, from bottom to top, and what each may import. Imports go down only.
 */
export interface Room {
  /** Rooms of which it may import files. */
  readonly imports: readonly string[];
  /** Rooms of which it may import types and nothing else. */
  readonly typesOf?: readonly string[];
  /** The same on every host and in every browser: no Node, no DOM, no timers. */
  readonly pure?: true;
  /** May import Node's own modules. */
  readonly node?: true;
  /** Written for browsers, with the DOM's types. */
  readonly browser?: true;
  /** May read the clock of the host and draw random numbers without a seed. */
  readonly wallClock?: true;
}

const CORE = [
  "primitives",
  "time",
  "market",
  "indicators",
  "pricing",
  "ledger",
  "broker",
  "simulation",
  "metrics",
  "engine",
] as const;

export const ROOMS: Readonly<Record<string, Room>> = {
  primitives: { pure: true, imports: [] },
  time: { pure: true, imports: ["primitives"] },
  market: { pure: true, imports: ["primitives", "time"] },
  indicators: { pure: true, imports: ["primitives"] },
  pricing: { pure: true, imports: ["primitives"] },
  technicalindicators: { pure: true, imports: ["primitives", "indicators"] },
  data: { node: true, imports: ["primitives", "time", "market", "pricing"] },
  ledger: { pure: true, imports: ["primitives", "time", "market"] },
  broker: { pure: true, imports: ["primitives", "time", "market", "ledger"] },
  simulation: { pure: true, imports: ["primitives", "time", "market", "ledger", "broker"] },
  metrics: { pure: true, imports: ["primitives", "ledger"] },
  engine: {
    pure: true,
    imports: ["primitives", "time", "market", "indicators", "pricing", "ledger", "broker", "simulation", "metrics"],
  },
  research: { node: true, wallClock: true, imports: [...CORE, "data"] },
  report: { node: true, imports: [...CORE, "data", "research"] },
  dataframe: { node: true, imports: [...CORE, "data", "research"] },
  schemas: { imports: ["primitives", "time", "market", "indicators", "metrics", "broker"] },
  server: { node: true, wallClock: true, imports: [...CORE, "data", "research", "report", "schemas"] },
  client: { wallClock: true, imports: [...CORE, "schemas"] },
  web: {
    browser: true,
    wallClock: true,
    imports: ["primitives", "indicators", "schemas", "client"],
    typesOf: ["report"],
  },
  cli: {
    node: true,
    wallClock: true,
    imports: [...CORE, "data", "research", "report", "schemas", "server", "client"],
  },
};

/** Rooms that `src/index.ts` may export from. Other subpaths of the package have an index of their own. */
export const FRONT_DOOR: Room = { imports: [...CORE, "data", "research", "report"] };

/** The rooms that may import a package. A package that is not here may be imported nowhere. */
export const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  "@noble/hashes": ["primitives"],
  "pure-rand": ["primitives"],
  "date-fns": ["time"],
  "date-fns-tz": ["time"],
  "apache-arrow": ["data"],
  hyparquet: ["data"],
  "hyparquet-writer": ["data"],
  "@duckdb/node-api": ["data"],
  piscina: ["research", "server"],
  bullmq: ["research"],
  ioredis: ["research"],
  "string-width": ["report"],
  commander: ["cli"],
  tsx: ["cli"],
  "lightweight-charts": ["web"],
  typebox: ["schemas", "server"],
  libsql: ["server"],
  "prom-client": ["server"],
  fastify: ["server"],
  pino: ["server"],
  "@fastify/*": ["server"],
  ws: ["server", "client"],
  danfojs: ["dataframe"],
  "danfojs-node": ["dataframe"],
};

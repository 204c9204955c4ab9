/** A room (folder) of `src` and what its files may import. */
export interface Room {
  /** Rooms whose files may be imported. */
  readonly imports: readonly string[];
  /** Rooms of which only types may be imported. */
  readonly typesOf?: readonly string[];
  /** Runs on every host and in browsers: no Node, no DOM, no timers. */
  readonly pure?: true;
  /** May import Node modules. */
  readonly node?: true;
  /** Written for browsers, with the types of the DOM. */
  readonly browser?: true;
  /** May read the host's clock and draw unseeded random numbers. */
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

/** Rooms that `src/index.ts` may export from. Other subpaths of the package have their own index. */
export const PACKAGE_INDEX: Room = { imports: [...CORE, "data", "research", "report"] };

/** Rooms that may import each package. Other packages must not be imported. */
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

/** A room (folder) of `src` and what its files may import. */
export interface Room {
  /** Rooms whose files the room may import. */
  readonly imports: readonly string[];
  /** Rooms from which the room may import types only. */
  readonly typesOf?: readonly string[];
  /** Whether the room runs in Node and in browsers alike: it uses no Node, no DOM and no timers. */
  readonly pure?: true;
  /** Whether the room may import modules of Node. */
  readonly node?: true;
  /** Whether the room is written for browsers and uses the DOM. */
  readonly browser?: true;
  /** Whether the room may read the real time and draw unseeded random numbers. */
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

/** Rooms that `src/index.ts`, the import `hindcast`, may re-export. Other subpaths of the package have an index of their own. */
export const PACKAGE_INDEX: Room = { imports: [...CORE, "data", "research", "report"] };

/** For each npm package, the rooms that may import it. No room may import a package that is not listed. */
export const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  "@noble/hashes": ["primitives"],
  "pure-rand": ["primitives"],
  "date-fns": ["time"],
  "date-fns-tz": ["time"],
  "apache-arrow": ["data"],
  fzstd: ["data"],
  hyparquet: ["data"],
  "hyparquet-compressors": ["data"],
  "hyparquet-writer": ["data"],
  "@duckdb/node-api": ["data"],
  ccxt: ["data"],
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

/** Client of the served API, for Node and browsers: requests, the stream, and strategies that run against the service. */
export { Client, createClient } from "./create-client.ts";
export type { NewOrder } from "./requests/trading-requests.ts";
export type { NewFaults, NewSession } from "./requests/replay-requests.ts";
export type { BacktestWait } from "./wait-for-backtest.ts";
export { ClientError } from "./client-error.ts";
export type { ClientOptions, Query } from "./http.ts";
export { runRemote, type RemoteOptions, type RemoteResult } from "./run-remote.ts";
export { ClientStream, type StreamEnd, type Subscription } from "./stream.ts";

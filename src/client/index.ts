/** The door of the served API's client: requests, the stream, and strategies that run against the service. In Node and in browsers. */
export { Client, createClient, type NewFaults, type NewOrder, type NewSession } from "./create-client.ts";
export { ClientError } from "./client-error.ts";
export type { ClientOptions, Query } from "./http.ts";
export { runRemote, type RemoteOptions, type RemoteResult } from "./run-remote.ts";
export { Stream, type StreamEnd, type Subscription } from "./stream.ts";

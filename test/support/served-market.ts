import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { keyFor } from "./served-sample.ts";

/** A response with its status, JSON and text. */
export interface Answer {
  readonly status: number;
  readonly json: any;
  readonly body: string;
}

/** Requests market data by a path below `/market-data/`, with a body to post and headers if given. */
export type Ask = (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Returns a function that sends requests to a server with a valid API key. */
export function asking(server: HindcastServer): Ask {
  const key = keyFor(server);
  return async (path, body, headers = {}) => {
    const answer = await server.inject({
      method: body === undefined ? "GET" : "POST",
      url: `/v2/market-data/${path}`,
      headers: { ...key, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, json: answer.json(), body: answer.body };
  };
}

/** Serves a hand-made market with a stopped clock. */
export async function servedMarket(
  market: RecordedMarket,
  now: number,
  settings: ServerSettings = {},
): Promise<HindcastServer> {
  return buildServer(new LoadedRecording(market, "by hand"), { start: now, speed: 0, ...settings });
}

/** Sends one request to a hand-made market as of a time. */
export async function askOnce(
  market: RecordedMarket,
  now: number,
  path: string,
  settings: ServerSettings = {},
): Promise<Answer> {
  const server = await servedMarket(market, now, settings);
  try {
    return await asking(server)(path);
  } finally {
    await server.close();
  }
}

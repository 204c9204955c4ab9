import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { keyFor } from "./served-sample.ts";

/** An answer: status, JSON and text. */
export interface Answer {
  readonly status: number;
  readonly json: any;
  readonly body: string;
}

/** Requests market data: a path below `/market-data/`, a body to post, and headers. */
export type Ask = (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Requests to a server with a valid key. */
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

/** A hand-made market, served with a stopped clock. */
export async function servedMarket(
  market: RecordedMarket,
  now: number,
  settings: ServerSettings = {},
): Promise<HindcastServer> {
  return buildServer(new LoadedRecording(market, "by hand"), { start: now, speed: 0, ...settings });
}

/** One request to a hand-made market as of a time. */
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

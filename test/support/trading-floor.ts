import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { MarketSession } from "../../src/server/sessions/market-session.ts";
import type { SessionOptions } from "../../src/server/sessions/session.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { SessionStore } from "../../src/server/trading/session-store.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { crypto, market, ny, series, split, stock } from "./recorded-by-hand.ts";
import { keyFor } from "./served-sample.ts";

/**
 * A recording with a stock's first minutes of a Monday, the end of its session and the next morning, a fund with daily bars, and a coin
 * with hourly bars.
 */
export const FLOOR: RecordedMarket = market({
  instruments: [
    stock("ACME"),
    stock("FUND", { assetClass: "etf" }),
    stock("^IDX", { assetClass: "index" }),
    stock("YEN", { currency: "JPY", currencyDecimals: 0 }),
    crypto("BTCUSD", "BTC", { lot: 0.001 }),
    stock("LATE"),
  ],
  series: [
    series(
      "ACME",
      "1m",
      `2024-01-05T15:59  99 100 99 100 1000
       2024-01-08T09:30 100 102 99 101 1000
       2024-01-08T09:31 101 103 100 102 1000
       2024-01-08T09:32 102 104 101 103 1000
       2024-01-08T09:33 103 105 98 99 1000
       2024-01-08T09:34 99 100 95 96 1000
       2024-01-08T15:59 96 97 95 96 1000
       2024-01-08T17:00 97 98 97 98 100
       2024-01-09T09:30 90 92 89 91 1000
       2024-01-09T09:31 91 93 90 92 1000`,
    ),
    series(
      "FUND",
      "1d",
      `2024-01-04 48 51 47 50 100
       2024-01-05 50 51 49 50 100
       2024-01-08 52 54 51 53 100
       2024-01-09 26 28 25 27 200`,
    ),
    series("^IDX", "1d", "2024-01-05 4700 4750 4690 4740 0\n2024-01-08 4740 4760 4730 4750 0"),
    series("YEN", "1d", "2024-01-05 1000 1010 990 1000 10\n2024-01-08 1000 1010 990 1000 10"),
    series(
      "BTCUSD",
      "1h",
      `2024-01-08T13:00 40000 40100 39900 40000 5
       2024-01-08T14:00 40000 40200 39800 40100 5
       2024-01-08T15:00 40100 40300 40000 40200 5
       2024-01-09T03:00 40200 40400 40100 40300 5`,
      "UTC",
    ),
    series("LATE", "1d", "2024-01-09 10 11 9 10 100"),
  ],
  actions: [split("FUND", "2024-01-09", 2)],
});

/** Half a minute after Monday's open: the open of the first bar is known, but not its close. */
export const FLOOR_OPEN = ny("2024-01-08T09:30:30");

/** A response with its status and body. */
export interface Answer {
  readonly status: number;
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A client of a served market with one API key, and a session that the test advances. */
export class Floor {
  readonly server: HindcastServer;
  readonly session: MarketSession;
  readonly headers: Readonly<Record<string, string>>;

  #take: (() => MarketSession) | undefined;

  constructor(
    server: HindcastServer,
    headers: Readonly<Record<string, string>> = keyFor(server),
    session = server.hindcast.sessions.main as MarketSession,
  ) {
    this.server = server;
    this.session = session;
    this.headers = { ...headers, "x-replay-session": session.id };
  }

  /** Returns a client with a session of its own over another recording. */
  openSession(recorded: RecordedMarket, options: Omit<SessionOptions, "speed">): Floor {
    const { sessions, store, wallClock } = this.server.hindcast;
    const { journal } = this.session.accounts;
    const source = {
      marketHistory: new MarketHistory(recorded),
      market: recorded,
      checksum: "other",
      journal,
      wallClock,
      models: {},
    };
    const take = () => {
      const session = new MarketSession({ ...source, store: new SessionStore(store) }, { speed: 0, ...options });
      sessions.add(session);
      return session;
    };
    const floor = new Floor(this.server, undefined, take());
    floor.#take = take;
    return floor;
  }

  /** Returns the same client after its session was closed and restored from the database; only for a client of `openSession`. */
  reopened(): Floor {
    this.session.close();
    const floor = new Floor(this.server, this.headers, this.#take!());
    floor.#take = this.#take;
    return floor;
  }

  /** Returns another client of the same server. */
  otherClient(): Floor {
    return new Floor(this.server);
  }

  /** Advances the session to a local time in New York. */
  at(time: string): this {
    this.session.advance(ny(time));
    return this;
  }

  async ask(method: string, path: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.server.inject({
      method: method as "GET",
      url: `/v2/trading${path}`,
      headers: { ...this.headers, ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    return { status: answer.statusCode, body: answer.json() as unknown, headers: answer.headers };
  }

  get(path: string): Promise<Answer> {
    return this.ask("GET", path);
  }

  /** Submits a market order to buy ten units of ACME, with the given changes. */
  order(given: Readonly<Record<string, unknown>> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const plain = { symbol: "ACME", side: "buy", type: "market", quantity: 10 };
    return this.ask("POST", "/orders", { ...plain, ...given }, headers);
  }

  async account(): Promise<Answer["body"]> {
    return (await this.get("/account")).body as unknown;
  }

  /** Reads an order by its id. */
  async read(id: string): Promise<Answer["body"]> {
    return (await this.get(`/orders/${id}`)).body as unknown;
  }
}

/** Serves the recording `FLOOR` or another one, by default with a stopped clock shortly after Monday's open. */
export async function openFloor(settings: ServerSettings = {}, recorded: RecordedMarket = FLOOR): Promise<Floor> {
  const recording = new LoadedRecording(recorded, "floor");
  return new Floor(await buildServer(recording, { start: FLOOR_OPEN, speed: 0, ...settings }));
}

import type { Client } from "../../client/create-client.ts";
import { answered, servedClient, type ServerOptions } from "../serving/served-client.ts";
import { onEndSignal } from "../ending.ts";
import type { Terminal } from "../terminal.ts";
import { AccountReader } from "./account-reader.ts";
import { followedStream } from "./followed-stream.ts";
import { jsonFace } from "./json-face.ts";
import { lineFace } from "./line-face.ts";
import { screenFace } from "./screen-face.ts";
import type { NewFace } from "./watch-face.ts";
import { WatchedMarket } from "./watched-market.ts";

/** What the command was told. */
export interface WatchOptions extends ServerOptions {
  readonly symbols?: readonly string[];
  readonly json?: true;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Shows what happens in the market of a server until its replay is over, or a signal ends it. Throws ClientError for what the server refuses,
 * and where there is none.
 */
export async function watchReplay(options: WatchOptions, terminal: Terminal): Promise<void> {
  const { url, session = "main" } = options;
  const client = servedClient(options, terminal);
  const symbols = options.symbols ?? (await answered(url, () => knownSymbols(client)));
  const market = new WatchedMarket();
  const face = newFaceOf(options, terminal)({ market, symbols, session }, terminal);
  const controller = new AbortController();
  const forget = onEndSignal(() => {
    forget();
    // At once: whatever still hangs, the terminal is given back.
    face.close();
    controller.abort();
  }, SIGNALS);
  const reader = new AccountReader(client, market, face);
  const following = {
    symbols,
    conflateMs: face.conflateMs,
    signal: controller.signal,
    says: (trouble: string | undefined) => face.trouble(trouble),
  };
  try {
    for await (const message of followedStream(client, following)) {
      face.told(message, market.take(message));
      reader.told(message);
    }
    if (!controller.signal.aborted) await reader.end();
  } finally {
    reader.stop();
    forget();
    face.close();
  }
}

/** JSON where it is asked for, a picture on a terminal that can draw over it, lines elsewhere. */
function newFaceOf({ json }: WatchOptions, { stdout, env }: Terminal): NewFace {
  if (json === true) return jsonFace;
  return stdout.isTTY === true && env["TERM"] !== "dumb" ? screenFace : lineFace;
}

async function knownSymbols(client: Client): Promise<readonly string[]> {
  const { symbols } = await client.symbols();
  return symbols.map(({ symbol }) => symbol);
}

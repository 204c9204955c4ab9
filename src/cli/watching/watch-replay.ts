import type { NewFace } from "./watch-face.ts";
import { accountText, changeText } from "./change-text.ts";
import type { Client } from "../../client/create-client.ts";
import { answered, servedClient, type ServerOptions } from "../serving/served-client.ts";
import { onEndSignal } from "../ending.ts";
import type { Terminal } from "../terminal.ts";
import { AccountReader } from "./account-reader.ts";
import { followedStream } from "./followed-stream.ts";
import { screenFace } from "./screen-face.ts";
import { WatchedMarket } from "./watched-market.ts";

/** What says nothing of the market: answers, and signs of life. */
const SILENT: ReadonlySet<string> = new Set(["heartbeat", "pong", "unsubscribed", "subscriptions"]);

/** Each message as it came, in a line of JSON. */
export const jsonFace: NewFace = (_, { stdout, stderr }) => ({
  readsAccount: "never",
  told(message) {
    if (!SILENT.has(message.type)) stdout.write(`${JSON.stringify(message)}\n`);
  },
  accountRead: () => undefined,
  trouble(text = "connected again") {
    stderr.write(`hindcast: ${text}\n`);
  },
  close: () => undefined,
});

/** Each change in a line that begins with its time: what a file or another program can go on with. */
export const lineFace: NewFace = ({ market }, { stdout, stderr }) => {
  let account = "";
  // A bar opens where the one before it closed, more often than not, and is quoted twice.
  const quoted = new Map<string, string>();
  return {
    readsAccount: "when changed",
    told(message, isNews) {
      const text = isNews ? changeText(message, market) : undefined;
      if (text === undefined) return;
      if (message.type === "quote") {
        if (quoted.get(message.symbol) === text) return;
        quoted.set(message.symbol, text);
      }
      stdout.write(`${message.timestamp} ${text}\n`);
    },
    accountRead() {
      const { portfolio } = market;
      if (portfolio === undefined) return;
      const text = accountText(portfolio);
      if (text !== account) stdout.write(`${portfolio.timestamp} ${text}\n`);
      account = text;
    },
    trouble(text = "connected again") {
      stderr.write(`hindcast: ${text}\n`);
    },
    close: () => undefined,
  };
};

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

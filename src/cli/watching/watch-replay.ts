import type { CreateView } from "./watch-view.ts";
import { accountText, changeText } from "./change-text.ts";
import type { Client } from "../../client/create-client.ts";
import { answerOf, createServerClient, type ServerOptions } from "../serving/served-client.ts";
import { onEndSignal } from "../ending.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { AccountReader } from "./account-reader.ts";
import { followStream } from "./follow-stream.ts";
import { screenView } from "./screen-view.ts";
import { WatchedMarket } from "./watched-market.ts";

/** Types of messages that say nothing about the market: answers and heartbeats. */
const HIDDEN: ReadonlySet<string> = new Set(["heartbeat", "pong", "unsubscribed", "subscriptions"]);

/** Prints each message as a line of JSON. */
export const jsonView: CreateView = (_, { stdout, stderr }) => ({
  readsAccount: "never",
  handle(message) {
    if (!HIDDEN.has(message.type)) stdout.write(`${JSON.stringify(message)}\n`);
  },
  accountUpdated: () => undefined,
  showProblem(text = "connected again") {
    stderr.write(`hindcast: ${text}\n`);
  },
  close: () => undefined,
});

/** Prints each change as a line that begins with its time, for files and other programs. */
export const lineView: CreateView = ({ market }, { stdout, stderr }) => {
  let account = "";
  // A quote equal to the last one of its symbol is not printed. Such quotes are frequent, since bars often open at the last close.
  const quoted = new Map<string, string>();
  return {
    readsAccount: "when changed",
    handle(message, isNews) {
      const text = isNews ? changeText(message, market) : undefined;
      if (text === undefined) return;
      if (message.type === "quote") {
        if (quoted.get(message.symbol) === text) return;
        quoted.set(message.symbol, text);
      }
      stdout.write(`${message.timestamp} ${text}\n`);
    },
    accountUpdated() {
      const { portfolio } = market;
      if (portfolio === undefined) return;
      const text = accountText(portfolio);
      if (text !== account) stdout.write(`${portfolio.timestamp} ${text}\n`);
      account = text;
    },
    showProblem(text = "connected again") {
      stderr.write(`hindcast: ${text}\n`);
    },
    close: () => undefined,
  };
};

/** Options of `hindcast replay watch`. */
export interface WatchOptions extends ServerOptions {
  readonly symbols?: readonly string[];
  readonly json?: true;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Shows the market of a server until its replay ends or a signal stops it. Throws ClientError for a refused request or an unreachable
 * server.
 */
export async function watchReplay(options: WatchOptions, terminal: Terminal): Promise<void> {
  const { url, session = "main" } = options;
  const client = createServerClient(options, terminal);
  const symbols = options.symbols ?? (await answerOf(url, () => knownSymbols(client)));
  const market = new WatchedMarket();
  const view = chooseView(options, terminal)({ market, symbols, session }, terminal);
  const controller = new AbortController();
  const removeListener = onEndSignal(() => {
    removeListener();
    // The terminal is restored first, in case that closing the stream hangs.
    view.close();
    controller.abort();
  }, SIGNALS);
  const reader = new AccountReader(client, market, view);
  const followOptions = {
    symbols,
    conflateMs: view.conflateMs,
    signal: controller.signal,
    onConnection: (problem: string | undefined) => view.showProblem(problem),
  };
  try {
    for await (const message of followStream(client, followOptions)) {
      view.handle(message, market.apply(message));
      reader.handle(message);
    }
    if (!controller.signal.aborted) await reader.end();
  } finally {
    reader.stop();
    removeListener();
    view.close();
  }
}

/** Chooses JSON if requested, a screen on a capable terminal, and lines elsewhere. */
function chooseView({ json }: WatchOptions, { stdout, env }: Terminal): CreateView {
  if (json === true) return jsonView;
  return stdout.isTTY === true && env["TERM"] !== "dumb" ? screenView : lineView;
}

async function knownSymbols(client: Client): Promise<readonly string[]> {
  const { symbols } = await client.symbols();
  return symbols.map(({ symbol }) => symbol);
}

import { type Command, Option } from "commander";
import { HOST_NAMES, isHostName } from "../../server/host-rule.ts";
import { BACKTEST_LIMITS, type BacktestLimits } from "../../server/backtests/backtest-limits.ts";
import { FAILED_ATTEMPTS } from "../../server/limits/rate-limits.ts";
import { MARKET_DATA_DEFAULTS } from "../../server/market-data/market-data-settings.ts";
import { SESSIONS_PER_KEY } from "../../server/sessions/session-factory.ts";
import { MOST_OPEN_ORDERS } from "../../server/trading/order-refused.ts";
import { STREAM_DEFAULTS, type StreamSettings } from "../../server/stream/stream-settings.ts";
import { parameterError, renamed } from "../../primitives/check.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { blockListOf } from "../../server/limits/client-addresses.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";
import { choiceOption, numberOption, positiveOption, wholeOption } from "../options/values.ts";
import { addSettingOptions } from "../options/setting.ts";

/** What each number that the stream allows is about. */
const STREAM_TEXTS: Readonly<Record<Exclude<keyof StreamSettings, "origins">, string>> = {
  authTimeoutMs: "in which a client sends its key",
  heartbeatMs: "between heartbeats",
  silenceMs: "after which a silent client is gone",
  messagesPerSecond: "messages of a client",
  symbolsPerConnection: "symbols of a connection",
  connectionsPerKey: "connections of a key",
  unknownConnections: "connections of an address that have shown no key yet",
  conflateBytes: "that may wait before quotes are conflated",
  closeBytes: "that may wait before a client is let go",
  slowMs: "for which a client may be slow",
  faults: "messages that cannot be understood before a client is let go",
  tickMs: "between two looks at what only time changes",
};

/** The options of the stream, by the setting that each is. */
export const STREAM_OPTIONS = optionsOf("--stream", STREAM_TEXTS, STREAM_DEFAULTS);

/** What each limit of backtests is about. */
const BACKTEST_TEXTS: Readonly<Record<keyof BacktestLimits, string>> = {
  seconds: "for which a backtest may run",
  memoryMb: "MiB of memory that a backtest may take",
  resultMb: "MiB that the result of a backtest may have",
  openPerKey: "backtests of a key that wait or run",
  keptPerKey: "ended backtests that are kept of a key",
  keptMb: "MiB that the kept results of all keys may take, compressed",
  keptHours: "hours for which an ended backtest is kept",
};

/** The options of the limits of backtests, by the setting that each is. */
export const BACKTEST_OPTIONS = optionsOf("--backtest", BACKTEST_TEXTS, BACKTEST_LIMITS);

/** Settings of a run that say nothing about how a client's orders fill. */
const NOT_SERVED = ["riskFreeRate", "minimumReturn", "sessionsPerYear"] as const;

/** Settings that the desk of a strategy obeys, which clients of a server do not have. */
const OF_STRATEGIES = ["exclusiveOrders"] as const;

/** Names of hosts, separated by commas. Throws PARAMETER_OUT_OF_RANGE. */
function hostsOption(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.every(isHostName)) return names;
  throw parameterError("--allow-host", HOST_NAMES, text);
}

/** Adds every option of the command, in the groups of its help. */
export function addServeOptions(command: Command): Command {
  command
    .option("--data <dir>", "folder of the recording")
    .option("--host <address>", "address to listen on; others than this machine reach it only by another", "127.0.0.1")
    .option("--port <n>", "port to listen on; 0 for any that is free", portOption("--port"), 8787)
    .option(
      "--admin-port <n>",
      "port of /metrics, /health and /ready, without a key; none if left out",
      portOption("--admin-port"),
    )
    .option("--admin-host <address>", "address of --admin-port", "127.0.0.1")
    .option("--state <file>", "file that keeps keys, accounts and backtests; without it they end with the process")
    .addOption(
      new Option("--strategies <dir>", "folder of the strategies that backtests may name").default(
        STRATEGY_FOLDER,
        "the package's own",
      ),
    )
    .option(
      "--models <file>",
      "file whose parts of the execution model settings may name, as custom:FILE-EXPORT; backtests take those of the strategy's file",
    )
    .option(
      "--backtest-threads <n>",
      "backtests that run at once (default: processors but one)",
      wholeOption("--backtest-threads"),
    )
    .option(
      "--allow-host <names>",
      "names of hosts by which it may be called, separated by commas, besides localhost and addresses; * for any (default: any, but none where --host is a loopback address)",
      hostsOption,
    )
    .option("--cors <origin>", "let pages of this origin call the API", originOption("--cors"))
    .option(
      "--failed-attempts <n>",
      "requests without a usable key from one address in a minute",
      wholeOption("--failed-attempts"),
      FAILED_ATTEMPTS,
    )
    .option(
      "--trusted-proxies <addresses>",
      "proxies whose X-Forwarded-For is believed: addresses and blocks, by commas, such as 127.0.0.1,10.0.0.0/8",
      proxiesOption("--trusted-proxies"),
    )
    .option(
      "--max-delay <ms>",
      "by which answers may be late before requests are refused; 0 for any",
      numberOption("--max-delay"),
      1_000,
    )
    .option(
      "--max-sessions-per-key <n>",
      "sessions with a clock of their own that one key may have at once",
      wholeOption("--max-sessions-per-key"),
      SESSIONS_PER_KEY,
    )
    .option(
      "--max-open-orders <n>",
      "open orders that one account may have",
      wholeOption("--max-open-orders"),
      MOST_OPEN_ORDERS,
    )
    .option("--access-log", "write a line of JSON for every request on standard error")
    .addOption(
      words("--log-level <level>", "least that is logged; info is --access-log", ["info", "warn", "error"]).default(
        "warn",
      ),
    )
    .optionsGroup("Settings:")
    .option(
      "--config <file>",
      "settings in JSON, by the names that --print-config shows; flags and the environment go before it",
    )
    .option("--print-config", "print every setting, its value and where it was found, and serve nothing")
    .optionsGroup("Clock:")
    .option("--at <time>", "stand still at this moment; without offset a time of the exchange")
    .option("--from <time>", "begin at this moment")
    .option("--speed <n>", "market seconds in a second, or max; 1 by default", speedOption)
    .option(
      "--replay",
      "replay the recording from --from: begin before all that happens then, and say when it is over, at --to or at its end",
    )
    .option("--to <time>", "of --replay: last date or moment, inclusive; the end of the recording when left out")
    .optionsGroup("Market data:")
    .addOption(
      words("--history-limits <whose>", "periods of fine bars that are refused", ["none", "yahoo"]).default(
        MARKET_DATA_DEFAULTS.historyLimits,
      ),
    )
    .option("--extended-periods", "take periods of any length, such as 30d, and bars of 4h")
    .addOption(
      words("--macd-signal <what>", "what signal of macd is", ["label", "number"]).default(
        MARKET_DATA_DEFAULTS.macdSignal,
      ),
    )
    .optionsGroup("Accounts:")
    .addOption(
      words("--closed-market <how>", "orders that cannot rest while the market is closed", ["refuse", "queue"]).default(
        "refuse",
      ),
    );
  addSettingOptions(command, "account", NOT_SERVED).optionsGroup("Costs of accounts:");
  addSettingOptions(command, "costs").optionsGroup("Fills of accounts:");
  addSettingOptions(command, "fills", OF_STRATEGIES).optionsGroup("Backtests:");
  for (const { option } of BACKTEST_OPTIONS) command.addOption(option);
  command.optionsGroup("Stream:");
  for (const { option } of STREAM_OPTIONS) command.addOption(option);
  return command;
}

/** An option for each setting of a table of whole numbers. */
function optionsOf<Setting extends string>(
  prefix: string,
  texts: Readonly<Record<Setting, string>>,
  defaults: Readonly<Record<Setting, number>>,
): readonly { readonly setting: Setting; readonly option: Option }[] {
  return (Object.entries(texts) as [Setting, string][]).map(([setting, says]) => {
    const flag = `${prefix}-${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const option = new Option(`${flag} <n>`, says).argParser(wholeOption(flag)).default(defaults[setting]);
    return { setting, option };
  });
}

function words(flags: string, says: string, allowed: readonly string[]): Option {
  return new Option(flags, `${says}: ${allowed.join(", ")}`).argParser(choiceOption(flags.split(" ")[0]!, allowed));
}

function speedOption(text: string): number | "max" {
  return text === "max" ? text : positiveOption("--speed")(text);
}

function portOption(flag: string): (text: string) => number {
  return (text) => {
    const port = numberOption(flag)(text);
    if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
    throw parameterError(flag, "a whole number from 0 to 65535", port);
  };
}

function proxiesOption(flag: string): (text: string) => string[] {
  return (text) => {
    const addresses = text.split(",").map((address) => address.trim());
    try {
      blockListOf(addresses);
    } catch (error) {
      throw renamed(error as HindcastError, flag);
    }
    return addresses;
  };
}

/**
 * A reader of an origin, as browsers write it when they ask: scheme and host, without a path, a slash at the end, capitals or the usual port; `*` is any. One
 * that is written otherwise would be that of no page. Throws PARAMETER_OUT_OF_RANGE.
 */
function originOption(option: string): (text: string) => string {
  return (text) => {
    if (text === "*" || isOrigin(text)) return text;
    throw parameterError(option, "an origin such as https://desk.example or http://localhost:3000", text);
  };
}

function isOrigin(text: string): boolean {
  if (!/^[a-z][\d+.a-z-]*:\/\/[^\s#/?@]+$/.test(text) || !URL.canParse(text)) return false;
  // Of other schemes, such as those of a browser's extensions, a URL has no origin to be held against.
  return !/^https?:/.test(text) || new URL(text).origin === text;
}

import { type Command, Option } from "commander";
import { HOST_NAMES, isHostName } from "../../server/host-rule.ts";
import { BACKTEST_LIMITS, type BacktestLimits } from "../../server/backtests/backtest-limits.ts";
import { FAILED_ATTEMPTS } from "../../server/limits/rate-limits.ts";
import { MARKET_DATA_DEFAULTS } from "../../server/market-data/market-data-settings.ts";
import { SESSIONS_PER_KEY } from "../../server/sessions/session-factory.ts";
import { MAX_OPEN_ORDERS } from "../../server/trading/order-errors.ts";
import { STREAM_DEFAULTS, type StreamSettings } from "../../server/stream/stream-settings.ts";
import { parameterError, withParameterName } from "../../primitives/check.ts";
import type { HindcastError } from "../../primitives/errors.ts";
import { blockListOf } from "../../server/limits/client-addresses.ts";
import { common } from "../help.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";
import { choiceOption, numberOption, positiveOption, wholeOption } from "../options/values.ts";
import { addSettingOptions } from "../options/setting.ts";

/** Help of each numeric setting of the stream. */
const STREAM_TEXTS: Readonly<Record<Exclude<keyof StreamSettings, "origins">, string>> = {
  authTimeoutMs: "milliseconds within which a new client of the stream must send its API key",
  heartbeatMs: "milliseconds between heartbeats",
  silenceMs: "milliseconds after which a client that sends nothing is disconnected",
  messagesPerSecond: "maximum number of messages that a client may send per second",
  symbolsPerConnection: "maximum number of subscribed symbols per connection",
  connectionsPerKey: "maximum number of stream connections per API key",
  unknownConnections: "maximum number of connections per client address that have not sent an API key yet",
  conflateBytes: "number of unsent bytes at which a client gets only the last quote of each symbol",
  closeBytes: "number of unsent bytes at which a client is disconnected",
  slowMs: "milliseconds after which a client that reads too slowly is disconnected",
  faults: "number of invalid messages after which a client is disconnected",
  tickMs: "milliseconds between checks of the stream's timeouts",
};

/** Command-line options of the stream, by the name of the stream's setting. */
export const STREAM_OPTIONS = numberOptions("--stream", STREAM_TEXTS, STREAM_DEFAULTS);

/** Help of each limit of backtests. */
const BACKTEST_TEXTS: Readonly<Record<keyof BacktestLimits, string>> = {
  seconds: "time limit of a backtest, in seconds",
  memoryMb: "memory limit of a backtest, in MiB",
  resultMb: "size limit of a backtest's result, in MiB",
  openPerKey: "maximum number of queued and running backtests per API key",
  keptPerKey: "maximum number of finished backtests that are kept per API key",
  keptMb: "maximum compressed size of the kept results of all API keys together, in MiB",
  keptHours: "number of hours for which a finished backtest is kept",
};

/** Command-line options of the limits of backtests, by the name of the limit. */
export const BACKTEST_OPTIONS = numberOptions("--backtest", BACKTEST_TEXTS, BACKTEST_LIMITS);

/** Settings of a run that do not affect the orders of a served account. */
const NOT_FOR_ACCOUNTS = ["riskFreeRate", "minimumReturn", "sessionsPerYear"] as const;

/** Settings of a run that apply only to orders of strategies. */
const STRATEGY_SETTINGS = ["exclusiveOrders"] as const;

/** Parses host names separated by commas. Throws PARAMETER_OUT_OF_RANGE. */
function hostsOption(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.every(isHostName)) return names;
  throw parameterError("--allow-host", HOST_NAMES, text);
}

/** Adds all options of `hindcast serve`, in the groups of its help. */
export function addServeOptions(command: Command): Command {
  command
    .addOption(common("--data <dir>", "folder of the recording (required)"))
    .addOption(
      common("--host <address>", "address to listen on; 0.0.0.0 for all addresses of this machine").default(
        LOOPBACK,
        LOOPBACK,
      ),
    )
    .addOption(common("--port <n>", "port to listen on; 0 for any free port", portOption("--port")).default(8787))
    .option(
      "--admin-port <n>",
      "port that serves /metrics, /health and /ready without an API key (default: none)",
      portOption("--admin-port"),
    )
    .addOption(
      new Option("--admin-host <address>", "address on which --admin-port listens").default(LOOPBACK, LOOPBACK),
    )
    .addOption(
      common(
        "--state <file>",
        "file that stores keys, accounts and backtests (default: none; they are lost when the server stops)",
      ),
    )
    .addOption(
      new Option("--strategies <dir>", "folder of the strategies that backtests on the server can run").default(
        STRATEGY_FOLDER,
        "the built-in ones",
      ),
    )
    .option("--models <file>", "file that exports custom execution model parts, which settings name as custom:NAME")
    .option(
      "--backtest-threads <n>",
      "number of backtests that run at once (default: number of processors minus one)",
      wholeOption("--backtest-threads"),
    )
    .option(
      "--allow-host <names>",
      "host names in requests that are accepted in addition to localhost and IP addresses, separated by commas; * for any (default: none if --host is a loopback address, else any)",
      hostsOption,
    )
    .option("--cors <origin>", "origin of web pages that may call the API; * for any", originOption("--cors"))
    .option(
      "--failed-attempts <n>",
      "maximum number of requests without a valid API key, per client address and minute",
      wholeOption("--failed-attempts"),
      FAILED_ATTEMPTS,
    )
    .option(
      "--trusted-proxies <addresses>",
      "proxies whose X-Forwarded-For is trusted: addresses or blocks, separated by commas, such as 127.0.0.1,10.0.0.0/8",
      proxiesOption("--trusted-proxies"),
    )
    .option(
      "--max-delay <ms>",
      "delay of responses in milliseconds above which the overloaded server refuses new requests; 0 for no limit",
      numberOption("--max-delay"),
      1_000,
    )
    .option(
      "--max-sessions-per-key <n>",
      "maximum number of replay sessions per API key, in addition to the main session",
      wholeOption("--max-sessions-per-key"),
      SESSIONS_PER_KEY,
    )
    .option(
      "--max-open-orders <n>",
      "maximum number of open orders per account",
      wholeOption("--max-open-orders"),
      MAX_OPEN_ORDERS,
    )
    .option("--access-log", "write each request as a line of JSON to standard error")
    .addOption(
      choice(
        "--log-level <level>",
        "lowest level of messages to log; info includes requests",
        ["info", "warn", "error"],
        "warn",
      ),
    )
    .optionsGroup("Settings:")
    .addOption(common("--config <file>", "JSON file of settings under the names that --print-config shows"))
    .option("--print-config", "print each setting with its value and source, then exit")
    .optionsGroup("Clock:")
    .addOption(
      common("--at <time>", "fixed time to serve with a stopped clock, in exchange time unless it has an offset"),
    )
    .addOption(
      common("--from <time>", "market time at which the clock starts (default: before the last session's open)"),
    )
    .addOption(common("--speed <n>", "market seconds per real second, or max (default: 1)", speedOption))
    .addOption(common("--replay", "replay all events from --from to --to, then stop the clock"))
    .option(
      "--to <time>",
      "last date or time of the replay with --replay, inclusive (default: the end of the recording)",
    )
    .optionsGroup("Market data:")
    .addOption(
      choice(
        "--history-limits <source>",
        "source whose limits apply to the length of history at short bar intervals",
        ["none", "yahoo"],
        MARKET_DATA_DEFAULTS.historyLimits,
      ),
    )
    .option(
      "--extended-periods",
      "accept requests for history over periods of any length, such as 30d, and for bars of any interval, such as 4h",
    )
    .addOption(
      choice(
        "--macd-signal <type>",
        "type of the field signal in results of the indicator macd",
        ["label", "number"],
        MARKET_DATA_DEFAULTS.macdSignal,
      ),
    )
    .optionsGroup("Accounts:")
    .addOption(
      choice(
        "--closed-market <how>",
        "what happens to market orders while the market is closed",
        ["refuse", "queue"],
        "refuse",
      ),
    );
  addSettingOptions(command, "account", NOT_FOR_ACCOUNTS).optionsGroup("Costs of accounts:");
  addSettingOptions(command, "costs").optionsGroup("Fills of accounts:");
  addSettingOptions(command, "fills", STRATEGY_SETTINGS).optionsGroup("Backtests:");
  for (const { option } of BACKTEST_OPTIONS) command.addOption(option);
  command.optionsGroup("Stream:");
  for (const { option } of STREAM_OPTIONS) command.addOption(option);
  return command;
}

/** Creates an option for each numeric setting. */
function numberOptions<Setting extends string>(
  prefix: string,
  texts: Readonly<Record<Setting, string>>,
  defaults: Readonly<Record<Setting, number>>,
): readonly { readonly setting: Setting; readonly option: Option }[] {
  return (Object.entries(texts) as [Setting, string][]).map(([setting, help]) => {
    const flag = `${prefix}-${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const option = new Option(`${flag} <n>`, help).argParser(wholeOption(flag)).default(defaults[setting]);
    return { setting, option };
  });
}

function choice(flags: string, help: string, allowed: readonly string[], defaultValue: string): Option {
  const option = new Option(flags, `${help}: ${allowed.join(", ")}`).default(defaultValue, defaultValue);
  return option.argParser(choiceOption(flags.split(" ")[0]!, allowed));
}

const LOOPBACK = "127.0.0.1";

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
      throw withParameterName(error as HindcastError, flag);
    }
    return addresses;
  };
}

/**
 * Returns a parser of an origin in the form that browsers send: scheme and host, without path, trailing slash, capitals or default port;
 * `*` for any. Another spelling would match no page. Throws PARAMETER_OUT_OF_RANGE.
 */
function originOption(option: string): (text: string) => string {
  return (text) => {
    if (text === "*" || isOrigin(text)) return text;
    throw parameterError(option, "an origin such as https://desk.example or http://localhost:3000", text);
  };
}

function isOrigin(text: string): boolean {
  if (!/^[a-z][\d+.a-z-]*:\/\/[^\s#/?@]+$/.test(text) || !URL.canParse(text)) return false;
  // URLs of other schemes, such as browser extensions, have no origin to compare with.
  return !/^https?:/.test(text) || new URL(text).origin === text;
}

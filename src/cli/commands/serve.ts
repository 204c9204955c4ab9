import { type Command, Option } from "commander";
import { parameterError } from "../../primitives/check.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";
import { numberOption, positiveOption } from "../options/number.ts";
import type { ServeOptions } from "../serving/serve-recording.ts";
import type { Terminal } from "../terminal.ts";

const EXAMPLES = `
Examples:
  hindcast serve --data data/sample                                     just before the open of its last session, at the speed of the world
  hindcast serve --data data/sample --at 2023-12-15T12:00               stands still at noon of the exchange
  hindcast serve --data data/sample --from 2023-12-15 --speed 60 --state market.db
  curl -H "Authorization: Bearer $KEY" http://127.0.0.1:8787/v2/market-data/stocks/AAPL/quote
`;

/** `hindcast serve`: a recorded market as a live-looking API. */
export function serve(program: Command, terminal: Terminal): void {
  program
    .command("serve")
    .summary("serve a recorded market over HTTP")
    .description(
      "Serves a recorded market over HTTP as if it were live: the market of one moment, which moves on at a chosen speed or stands still. Nothing later than that moment is ever told.",
    )
    .requiredOption("--data <dir>", "folder of the recording")
    .option("--host <address>", "address to listen on; others than this machine reach it only by another", "127.0.0.1")
    .option("--port <n>", "port to listen on; 0 for any that is free", portOption, 8787)
    .option("--state <file>", "file that keeps keys and accounts; without it they end with the process")
    .option("--at <time>", "stand still at this moment; without offset a time of the exchange")
    .option("--from <time>", "begin at this moment")
    .option("--speed <n>", "market seconds in a second, 1 by default", positiveOption("--speed"))
    .addOption(
      new Option("--strategies <dir>", "folder of the strategies that backtests may name").default(
        STRATEGY_FOLDER,
        "the package's own",
      ),
    )
    .option("--cors <origin>", "let pages of this origin call the API")
    .option("--access-log", "write a line of JSON for every request on standard error")
    .addHelpText("after", EXAMPLES)
    .action(async (options: ServeOptions) => {
      // The server's packages are loaded by this command alone.
      const { serveRecording } = await import("../serving/serve-recording.ts");
      await serveRecording(options, terminal);
    });
}

function portOption(text: string): number {
  const port = numberOption("--port")(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw parameterError("--port", "a whole number from 0 to 65535", port);
}

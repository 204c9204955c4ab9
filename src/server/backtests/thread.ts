import { setImmediate } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { withFunctions } from "../../broker/own-part.ts";
import { runBacktest } from "../../engine/run.ts";
import type { BacktestResult } from "../../engine/backtest-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { reportHtml } from "../../report/html.ts";
import { reportPayload } from "../../report/payload.ts";
import { loadStrategy } from "../../research/executors/load-strategy.ts";
import { sentError } from "../../research/executors/sent-error.ts";
import { openShared } from "../../research/executors/shared-data.ts";
import type { BacktestMessage, BacktestSpec, ThreadStart } from "./backtest-spec.ts";
import { packOutcome, packPage } from "./packed-outcome.ts";

/** Characters that a run may print. They wait in memory until the run is over. */
const MOST_PRINTED = 16_384;

/** Bytes that are sent at once: what is done with them keeps nobody waiting. */
const PIECE_BYTES = 2 ** 17;
const NOTHING = new Uint8Array(0);

/** Waits for a backtest, with all of the library loaded, runs it, and tells how far it is, what came of it, or what went wrong. It runs no other. */
const { port } = workerData as ThreadStart;
// A strategy that reads the data of its thread finds no port to answer for it.
delete (workerData as Partial<{ port: unknown }>).port;
const say = (message: BacktestMessage): void => port.postMessage(message);
const sayBytes = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) say({ piece: bytes.slice(at, at + PIECE_BYTES) });
};

const {
  strategy: name,
  file,
  sourceHash,
  loader,
  params,
  settings,
  data: shared,
  mostBytes,
  pageOf,
} = await new Promise<BacktestSpec>((resolve) => port.once("message", resolve));

limitPrinting(process.stdout);
limitPrinting(process.stderr);

try {
  const data = openShared(shared);
  const { strategy, members } = await loadStrategy(name, { file, sourceHash }, loader);
  const onProgress = (progress: number): void => say({ progress });
  const result = runBacktest(strategy, data, {
    params,
    settings: withFunctions(settings, members, file),
    sourceHash,
    onProgress,
  });
  // A hook that is an async function throws into its promise. Node ends the thread for that, before it says that all went well.
  await setImmediate();
  const { time, date, equity } = result.equity;
  const { fingerprint } = result;
  const { size, packed } = packOutcome(
    {
      summary: { ...result.summary },
      settings: result.settings,
      warnings: result.warnings,
      fillHash: result.fillHash,
      fingerprint,
      time: time.slice(),
      date: date.slice(),
      equity: equity.slice(),
      trades: result.trades,
    },
    mostBytes,
  );
  if (packed === undefined) {
    say({ tooLarge: size });
  } else if (pageOf !== undefined && (pageOf.fingerprint !== fingerprint || pageOf.fillHash !== result.fillHash)) {
    say({ page: false });
  } else {
    if (pageOf === undefined) {
      sayBytes(packed);
      say({ fingerprint });
    }
    // To make the page takes as long as the run. The outcome is read meanwhile.
    const page = packPage(reportOf(result, data), mostBytes - size);
    sayBytes(page ?? NOTHING);
    say({ page: page !== undefined });
  }
} catch (error) {
  say({ error: sentError(error) });
}

function reportOf(result: BacktestResult, data: MarketData): string {
  try {
    return reportHtml(reportPayload(result, data));
  } catch {
    return "";
  }
}

/** Leaves out what is printed beyond a limit. */
function limitPrinting(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: string) => boolean;
  let left = MOST_PRINTED;
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    const done = rest.find((one) => typeof one === "function") as (() => void) | undefined;
    if (left > 0) {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      write(text.slice(0, left));
      left -= text.length;
      if (left <= 0)
        write(`\nthe backtest of ${name} printed more than ${MOST_PRINTED} characters; the rest is left out\n`);
    }
    // At once: a loop that prints would pile up what waits for its end.
    done?.();
    return true;
  };
}

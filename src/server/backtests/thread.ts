import { setImmediate } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { withFunctions } from "../../broker/custom-part.ts";
import { runBacktest } from "../../engine/run.ts";
import type { BacktestResult } from "../../engine/backtest-result.ts";
import { reportHtml } from "../../report/html.ts";
import { reportPayload } from "../../report/payload.ts";
import { loadStrategy } from "../../research/executors/load-strategy.ts";
import { sentError } from "../../research/executors/sent-error.ts";
import { openShared } from "../../research/executors/shared-data.ts";
import type { BacktestMessage, BacktestSpec, ThreadStart } from "./backtest-spec.ts";
import { packOutcome, packPage } from "./packed-outcome.ts";

/** Number of characters that a run may print. They stay in memory until the run ends. */
const MAX_PRINTED = 16_384;

/** Bytes of the result per message, so that handling a message does not block the server for long. */
const PIECE_BYTES = 2 ** 17;
const NOTHING = new Uint8Array(0);

/** This program waits with the library loaded for one backtest, runs it, and sends its progress and its result or error. */
const { port } = workerData as ThreadStart;
// Removes the port from the thread's data, so that a strategy cannot use it.
delete (workerData as Partial<{ port: unknown }>).port;
const send = (message: BacktestMessage): void => port.postMessage(message);
const sendBytes = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) send({ piece: bytes.slice(at, at + PIECE_BYTES) });
};

const {
  strategy: name,
  file,
  sourceHash,
  loader,
  params,
  settings,
  data: shared,
  maxBytes,
  pageOf,
} = await new Promise<BacktestSpec>((resolve) => port.once("message", resolve));

limitPrinting(process.stdout);
limitPrinting(process.stderr);

try {
  const data = openShared(shared);
  const { strategy, members } = await loadStrategy(name, { file, sourceHash }, loader);
  const onProgress = (progress: number): void => send({ progress });
  const result = runBacktest(strategy, data, {
    params,
    settings: withFunctions(settings, members, file),
    sourceHash,
    onProgress,
  });
  // An asynchronous hook may reject later. Waiting lets Node end the thread before success is reported.
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
    maxBytes,
  );
  if (packed === undefined) {
    send({ tooLarge: size });
  } else if (pageOf !== undefined && (pageOf.fingerprint !== fingerprint || pageOf.fillHash !== result.fillHash)) {
    send({ page: false });
  } else {
    if (pageOf === undefined) {
      sendBytes(packed);
      send({ fingerprint });
    }
    // Making the report page takes as long as the run, so clients can read the result before the page is ready.
    const page = packPage(renderReport(result), maxBytes - size);
    sendBytes(page ?? NOTHING);
    send({ page: page !== undefined });
  }
} catch (error) {
  send({ error: sentError(error) });
}

function renderReport(result: BacktestResult): string {
  try {
    return reportHtml(reportPayload(result));
  } catch {
    return "";
  }
}

/** Drops what a stream prints beyond the limit. */
function limitPrinting(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: string) => boolean;
  let remaining = MAX_PRINTED;
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    const done = rest.find((one) => typeof one === "function") as (() => void) | undefined;
    if (remaining > 0) {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      write(text.slice(0, remaining));
      remaining -= text.length;
      if (remaining <= 0)
        write(`\nthe backtest of ${name} printed more than ${MAX_PRINTED} characters; further output is dropped\n`);
    }
    // Calls back at once, since callbacks of a loop that prints would otherwise pile up.
    done?.();
    return true;
  };
}

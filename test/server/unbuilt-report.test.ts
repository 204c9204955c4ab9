import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { buyAndHold } from "../../strategies/buy-and-hold.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_HOST, SAYS_DONE } from "../support/backtest-threads.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

test("a backtest completes without a report if the report page was not built", async () => {
  // This backtest thread sends a result without a report, as if the report page had not been built.
  const entry = files.write("thread.mjs", SAYS_DONE);
  const file = join(ROOT, "strategies/buy-and-hold.ts");
  const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const strategies = [{ strategy: buyAndHold, file, sourceHash }];
  const server = await servedSample({ strategies, backtestThreads: { threads: 1, entry, ...BUILT_HOST } });
  const headers = keyFor(server);
  const url = "/v2/trading/backtests";
  const payload = { strategy: "buy-and-hold", symbols: ["KO"], interval: "1d", from: "2023-01-03", to: "2023-06-30" };
  const { id } = (await server.inject({ method: "POST", url, headers, payload })).json<{ id: string }>();
  const named = { ...headers, "x-request-id": "report-1" };
  const read = async (path: string) =>
    (await server.inject({ url: `${url}/${id}${path}`, headers: named })).json<{ status?: string }>();
  const busy = async () => ["queued", "running"].includes((await read("")).status!);
  while (await busy()) await sleep(10);
  expect(await read("")).toMatchObject({ status: "completed" });
  expect(await read("/report")).toMatchObject({
    error: {
      code: "NOT_IMPLEMENTED",
      message: "the code of the report page was not built",
      details: { request_id: "report-1" },
    },
  });
  await server.close();
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../../house/source-files.ts";
import { servedSample, keyFor } from "../../support/served-sample.ts";
import { markdownBlocks } from "../../surface/markdown-blocks.ts";

/** Requests for market data in docs/reference/api.md, each with the response shown in the page's next block. */
const blocks = markdownBlocks(readFileSync(join(ROOT, "docs/reference/api.md"), "utf8"));
const examples = blocks.flatMap(({ language, text, line }, i) => {
  const [request, ...body] = text.trim().split("\n");
  if (language !== "http" || !/ \/v2\/market-data\//.test(request!)) return [];
  const [method, url] = request!.split(" ") as ["GET" | "POST", string];
  return [{ line, method, url, body: body.join("\n").trim(), shown: blocks[i + 1] }];
});

const server = await servedSample();
const headers = keyFor(server);
afterAll(() => server.close());

describe("docs/reference/api.md shows the actual response", () => {
  test.each(examples)("to the example request at line $line: $method $url", async ({ method, url, body, shown }) => {
    expect(shown?.language).toBe("json");
    const json = { ...headers, "content-type": "application/json" };
    const answer = await server.inject({
      method,
      url,
      ...(body === "" ? { headers } : { headers: json, payload: body }),
    });
    expect(answer.json()).toEqual(JSON.parse(shown!.text));
  });

  test("in at least one example for every kind of instrument", () => {
    const kinds = new Set(examples.map(({ url }) => url.split("/")[3]!.split("?")[0]));
    expect([...kinds].toSorted()).toEqual([
      "calendar",
      "commodities",
      "crypto",
      "forex",
      "options",
      "stocks",
      "symbols",
    ]);
  });
});

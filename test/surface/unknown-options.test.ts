import { createClient } from "hindcast/client";
import { buildServer } from "hindcast/server";
import { syntheticMarket } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { sampleRecording } from "../support/served-sample.ts";

describe("a misspelled option throws an error with the correct spelling", () => {
  test("if it is passed to buildServer", async () => {
    await expect(buildServer(await sampleRecording(), { cors: "x" } as object)).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: expect.stringMatching(/^buildServer has no option "cors" \(did you mean corsOrigin\?\); it has start, /),
    });
  });

  test("if it is passed to syntheticMarket", () => {
    expect(() => syntheticMarket({ sede: 3 } as object)).toThrow(
      'syntheticMarket has no option "sede" (did you mean seed?); it has seed, from',
    );
  });

  test("if it is passed to createClient, which also throws for an invalid baseUrl", () => {
    const options = { baseURL: "http://127.0.0.1:1", apiKey: "k" } as unknown as Parameters<typeof createClient>[0];
    expect(() => createClient(options)).toThrow(
      'createClient has no option "baseURL" (did you mean baseUrl?); it has baseUrl, apiKey',
    );
    expect(() => createClient({ baseUrl: "localhost:80", apiKey: "k" })).toThrow(
      'baseUrl must be an address such as http://127.0.0.1:8787/v2, was "localhost:80"',
    );
  });
});

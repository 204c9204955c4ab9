import { createClient } from "hindcast/client";
import { afterEach, expect, test, vi } from "vitest";

/** A connection that its platform ends with an error before anything else is done, as browsers and Node do at a port that they bar. */
class BarredSocket extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event("error")));
  }

  send(): void {}

  close(): void {}
}

afterEach(() => vi.unstubAllGlobals());

test("a stream at an address that the platform bars is refused, and not waited for", async () => {
  vi.stubGlobal("WebSocket", BarredSocket);
  const client = createClient({ baseUrl: "http://127.0.0.1:1/v2", apiKey: "none" });
  await expect(client.stream()).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: "there is no stream at ws://127.0.0.1:1",
  });
});

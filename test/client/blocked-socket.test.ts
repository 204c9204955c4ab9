import { createClient } from "hindcast/client";
import { afterEach, expect, test, vi } from "vitest";

/** A WebSocket that fails at once, like those of browsers and Node for blocked ports. */
class BlockedSocket extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event("error")));
  }

  send(): void {}

  close(): void {}
}

afterEach(() => vi.unstubAllGlobals());

test("opening a stream at a blocked port fails at once", async () => {
  vi.stubGlobal("WebSocket", BlockedSocket);
  const client = createClient({ baseUrl: "http://127.0.0.1:1/v2", apiKey: "none" });
  await expect(client.stream()).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: "the stream cannot be opened: no WebSocket server answers at ws://127.0.0.1:1",
  });
});

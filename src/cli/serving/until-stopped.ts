import type { Server } from "node:http";
import { onEndSignal } from "../ending.ts";

/** What is stopped: a server that listens. */
interface Listening {
  readonly server: Server;
  close(): Promise<void>;
}

/** How long requests that are being answered may take to end. */
const GRACE_MS = 10_000;

/** Waits for a signal that ends the process, then until the server has answered what it had begun. A second signal cuts connections off. */
export async function untilStopped(server: Listening): Promise<void> {
  let cutOff: (() => void) | undefined;
  let forget: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    forget = onEndSignal(() => {
      if (cutOff !== undefined) {
        cutOff();
        return;
      }
      cutOff = () => server.server.closeAllConnections();
      resolve();
    });
  });
  const timer = setTimeout(() => cutOff?.(), GRACE_MS);
  await server.close();
  clearTimeout(timer);
  forget();
}

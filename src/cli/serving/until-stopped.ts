import type { Server } from "node:http";

/** What is stopped: a server that listens. */
interface Listening {
  readonly server: Server;
  close(): Promise<void>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** How long requests that are being answered may take to end. */
const GRACE_MS = 10_000;

/** Waits for a signal that ends the process, then until the server has answered what it had begun. A second signal cuts connections off. */
export async function untilStopped(server: Listening): Promise<void> {
  let cutOff: (() => void) | undefined;
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      if (cutOff !== undefined) {
        cutOff();
        return;
      }
      cutOff = () => server.server.closeAllConnections();
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
  await stopped;
  const timer = setTimeout(() => cutOff?.(), GRACE_MS);
  await server.close();
  clearTimeout(timer);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
}

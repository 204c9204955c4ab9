import { fork } from "node:child_process";
import { nextMessage } from "./next-message.ts";

/** A server that runs in its own process. */
export interface LaunchedServer {
  /** Message that the server sent when it began to listen. */
  readonly ready: { readonly port: number; readonly [more: string]: unknown };
  /** Returns the CPU that the server used so far, in microseconds. */
  cpu(): Promise<number>;
  stop(): void;
}

/** Launches a file that ends with `reportListening`. Rejects if it exits before it listens. */
export async function launchServer(file: string, args: readonly string[]): Promise<LaunchedServer> {
  const child = fork(file, args, { execArgv: process.execArgv });
  return {
    ready: (await nextMessage(child)) as LaunchedServer["ready"],
    cpu: async () => {
      child.send("cpu");
      return (await nextMessage(child)) as number;
    },
    stop: () => void child.kill(),
  };
}

/** Reports to the parent process that this server listens, and answers its requests for the CPU used. */
export function reportListening(ready: LaunchedServer["ready"]): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
  process.send!(ready);
}

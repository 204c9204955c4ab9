import { fork } from "node:child_process";
import { heard } from "./heard.ts";

/** A server in a process of its own. */
export interface LaunchedServer {
  /** What it said when it listened. */
  readonly told: { readonly port: number; readonly [more: string]: unknown };
  /** CPU that it took so far, microseconds. */
  cpu(): Promise<number>;
  stop(): void;
}

/** Launches a file that ends with `serveLaunched`. Throws when it ends before it listens. */
export async function launchServer(file: string, args: readonly string[]): Promise<LaunchedServer> {
  const child = fork(file, args, { execArgv: process.execArgv });
  return {
    told: (await heard(child)) as LaunchedServer["told"],
    cpu: async () => {
      child.send("cpu");
      return (await heard(child)) as number;
    },
    stop: () => void child.kill(),
  };
}

/** Tells who launched this process that it listens, and what CPU it takes whenever that is asked. */
export function serveLaunched(told: LaunchedServer["told"]): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
  process.send!(told);
}

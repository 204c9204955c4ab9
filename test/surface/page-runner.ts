import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { FROM_SOURCE, plainEnvironment } from "../cli/apart.ts";
import { ROOT } from "../house/source-files.ts";

/** What a page asks to be done: a file of its folder, or a call of the command line from there. */
export type PageJob = { readonly folder: string } & ({ readonly file: string } | { readonly args: readonly string[] });

/** What became of it. */
export interface PageAnswer {
  /** What a call of the command line printed; empty for a file. */
  readonly out?: string;
  readonly failure?: string;
}

/**
 * A process in which the blocks of all pages run one after the other, as a reader's would: files are loaded as the command line
 * loads them, and the library's source stands behind the public names. One process for all, for the library takes longer to
 * load than a block to run.
 */
export interface PageRunner {
  /** Does it; what it printed. */
  run(job: PageJob): Promise<string>;
  close(): void;
}

export function startPageRunner(): PageRunner {
  const child: ChildProcess = fork(join(ROOT, "test/surface/page-process.ts"), [], {
    execArgv: [...FROM_SOURCE],
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error("the process of the pages has ended; a block must not end it"));
        child.once("exit", ended);
        child.once("message", ({ failure, out = "" }: PageAnswer) => {
          child.off("exit", ended);
          if (failure === undefined) resolve(out);
          else reject(new Error(failure));
        });
        child.send(job);
      }),
    close: () => {
      child.disconnect();
    },
  };
}

import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { plainEnvironment, WITH_TYPESCRIPT } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";

/** What a page asks to be done: a file of its folder, or a call of the command line from there. */
export type PageJob = { readonly folder: string } & ({ readonly file: string } | { readonly args: readonly string[] });

/** A job on its way. */
export interface SentJob {
  readonly id: number;
  readonly job: PageJob;
}

/** What became of the job of that id. */
export interface PageAnswer {
  readonly id: number;
  /** What a call of the command line printed; empty for a file. */
  readonly out?: string;
  readonly failure?: string;
}

/**
 * A process in which the blocks of all pages run one after the other, as a reader's would: files are loaded as the command line
 * loads them, and the library as it is built stands behind the public names. One process for all, for the library takes longer to
 * load than a block to run.
 */
export interface PageRunner {
  /** Does it; what it printed. Where nobody waits any longer for a job that takes too long, its answer is no other's. */
  run(job: PageJob): Promise<string>;
  close(): void;
}

export function startPageRunner(): PageRunner {
  const child: ChildProcess = fork(join(ROOT, "test/surface/page-process.ts"), [], {
    execArgv: [...WITH_TYPESCRIPT],
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  /** Those who wait, by the ids of their jobs. */
  const waiting = new Map<number, (answer: Omit<PageAnswer, "id">) => void>();
  let count = 0;
  child.on("message", ({ id, ...answer }: PageAnswer) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const end = (): void => {
    const failure = "the process of the pages has ended; a block must not end it";
    for (const answered of waiting.values()) answered({ failure });
    waiting.clear();
  };
  child.once("exit", end);
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        waiting.set(id, ({ failure, out = "" }) => {
          if (failure === undefined) resolve(out);
          else reject(new Error(failure));
        });
        child.send({ id, job } satisfies SentJob, (error) => {
          if (error !== null) end();
        });
      }),
    close: () => {
      child.disconnect();
    },
  };
}

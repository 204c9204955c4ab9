import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { plainEnvironment, WITH_TYPESCRIPT } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";

/** A job of a page: run a file in its folder, or call the command line there. */
export type PageJob = { readonly folder: string } & ({ readonly file: string } | { readonly args: readonly string[] });

/** A job with its id. */
export interface SentJob {
  readonly id: number;
  readonly job: PageJob;
}

/** Result of the job with this id. */
export interface PageAnswer {
  readonly id: number;
  /** Output of the command line; empty for a file. */
  readonly out?: string;
  readonly failure?: string;
}

/**
 * Runs the blocks of all pages in one child process, one after the other, as a reader would: with the loader of the command line and the
 * built library. A process per block would spend most of its time loading the library.
 */
export interface PageRunner {
  /** Runs a job and returns its output. A late answer never resolves another job. */
  run(job: PageJob): Promise<string>;
  close(): void;
}

export function startPageRunner(): PageRunner {
  const child: ChildProcess = fork(join(ROOT, "test/surface/page-process.ts"), [], {
    execArgv: [...WITH_TYPESCRIPT],
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  /** Resolvers of the pending jobs, by id. */
  const waiting = new Map<number, (answer: Omit<PageAnswer, "id">) => void>();
  let count = 0;
  child.on("message", ({ id, ...answer }: PageAnswer) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const end = (): void => {
    const failure = "the process that runs the blocks has exited: a block must not end it";
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

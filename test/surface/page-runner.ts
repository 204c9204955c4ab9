import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { plainEnvironment, WITH_TYPESCRIPT } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";

/** A job for the child process: run a file of a page's folder, or call the command line in that folder. */
export type PageJob = { readonly folder: string } & ({ readonly file: string } | { readonly args: readonly string[] });

/** A job as it is sent to the child process, with an id that its answer repeats. */
export interface SentJob {
  readonly id: number;
  readonly job: PageJob;
}

/** Answer of the child process to the job with this id. */
export interface PageAnswer {
  readonly id: number;
  /** What the command line printed; empty if the job ran a file. */
  readonly out?: string;
  readonly failure?: string;
}

/**
 * Runs the code blocks of documentation pages against the built library, one after the other in one child process. A process per block
 * would spend most of its time loading the library.
 */
export interface PageRunner {
  /** Runs a job and returns its output. Answers are matched by id, so a late answer never resolves another job. */
  run(job: PageJob): Promise<string>;
  close(): void;
}

export function startPageRunner(): PageRunner {
  const child: ChildProcess = fork(join(ROOT, "test/surface/page-process.ts"), [], {
    execArgv: [...WITH_TYPESCRIPT],
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  /** Functions that resolve the pending jobs, by the id of the job. */
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

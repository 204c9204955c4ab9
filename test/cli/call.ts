import { main } from "../../src/cli/program.ts";
import { answerOf, type Answer, type CallOptions } from "./answer.ts";

/** Runs the command line from source in this process. */
export function call(args: readonly string[], options?: CallOptions): Promise<Answer> {
  return answerOf(main, args, options);
}

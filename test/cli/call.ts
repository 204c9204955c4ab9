import { main } from "../../src/cli/program.ts";
import { answerOf, type Answer, type CallOptions } from "./answer.ts";

/** Calls the command line in this process. */
export function call(args: readonly string[], options?: CallOptions): Promise<Answer> {
  return answerOf(main, args, options);
}

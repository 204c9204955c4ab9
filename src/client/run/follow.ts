import type { Client } from "../create-client.ts";
import { retried } from "../retried.ts";
import type { RemoteRun } from "./remote-run.ts";
import type { RunSteps } from "./run-steps.ts";

/** Step by step to the end: hooks, their commands, and the word that all was worked off. */
export async function follow(steps: RunSteps, client: Client, run: RemoteRun): Promise<void> {
  // The account is there from the beginning on.
  await retried(() => client.account(), client.http.signal);
  for (;;) {
    const { told, clock } = await steps.next();
    if (clock.state === "completed") {
      run.end(told, clock);
      return;
    }
    run.step(told, clock);
    await run.broker.send(client);
  }
}

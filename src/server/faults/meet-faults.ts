import type { FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "../known-paths.ts";
import type { ServerContext } from "../server-context.ts";
import type { FaultStage, RequestFaults } from "./fault-plan.ts";

/** Lets a request meet the faults of its session, if there are any, before it is done. */
export function meetFaults(
  { faults, wallClock, place }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { known, session } = request.hindcastAdmission!;
  const plan = faults.of(session);
  const { method, url = "" } = request.raw;
  const met = plan?.request(known.key.owner, method!, pathOf(url).slice(place.base.length), {
    requestId: request.id,
    limit: known.window.limit,
    now: wallClock(),
  });
  if (met === undefined) {
    done();
    return;
  }
  request.hindcastAdmission = { known, session, faults: met };
  void reply.header("x-injected-fault", met.names.join(", "));
  faults.wait(met.before.stallMs, () => done(met.before.error));
}

/** An answer that meets what comes after all was done: that of its faults' stage. */
export async function late<Answer>(
  { faults }: ServerContext,
  { after }: RequestFaults,
  answer: Answer | Promise<Answer>,
): Promise<Answer> {
  const settled = await answer;
  await waited(after, faults.wait.bind(faults));
  if (after.error !== undefined) throw after.error;
  return settled;
}

function waited({ stallMs }: FaultStage, wait: (ms: number, then: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    wait(stallMs, resolve);
  });
}

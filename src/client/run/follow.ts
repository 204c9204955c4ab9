import type { HistoryQuery } from "../../schemas/history.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { Interval } from "../../time/interval.ts";
import { ClientError } from "../client-error.ts";
import type { Client } from "../create-client.ts";
import type { Stream } from "../stream.ts";
import type { RemoteRun } from "./remote-run.ts";

const READY = "ready";

/** Step by step to the end: hooks, their commands, and the word that all was worked off. */
export async function follow(
  stream: Stream,
  client: Client,
  run: RemoteRun,
  symbols: readonly string[],
  interval: Interval,
): Promise<void> {
  // The account tells of itself from its beginning on.
  stream.subscribe({ channel: "orders" });
  stream.subscribe({ channel: "bars", symbols: [...symbols], interval: interval as HistoryQuery["interval"] });
  stream.subscribe({ channel: "clock", snapshot: false, id: READY });
  let told: StreamMessage[] = [];
  let seq = 0;
  for await (const message of stream) {
    if ("seq" in message) ({ seq } = message);
    if (message.type === "error") throw new ClientError(message.code, message.message, 0, message.details);
    if (message.type === "subscribed") {
      const [refused] = message.rejected;
      if (refused !== undefined) throw new ClientError(refused.code, refused.message, 0, { ...refused });
      if (message.id !== READY) continue;
      await client.account();
      stream.ack(seq);
    } else if (message.type === "clock") {
      if (message.state === "completed") {
        run.end(told, message);
        return;
      }
      if (message.step === 0) continue;
      run.step(told, message);
      told = [];
      await run.broker.send(client);
      stream.ack(seq);
    } else {
      told.push(message);
    }
  }
  throw new ClientError("SERVICE_UNAVAILABLE", "the stream must stay open until the run is over, it ended", 0);
}

import type { Client } from "../../src/client/create-client.ts";
import type { ClientStream } from "../../src/client/stream.ts";

/** Returns the numbered messages up to and including the next clock message. */
export async function upToClock(stream: ClientStream): Promise<any[]> {
  const messages: any[] = [];
  for (;;) {
    const message = await stream.next();
    if (message === undefined) throw new Error("the stream has ended");
    if (message.type === "error") throw new Error(message.message);
    if ("seq" in message) messages.push(message);
    if (message.type === "clock") return messages;
  }
}

/** Opens the stream of a lockstep session and subscribes to its orders, bars of ACME and clock, optionally from an offset. */
export async function followed(own: Client, from?: number): Promise<ClientStream> {
  const stream = await own.stream();
  const since = from === undefined ? {} : { from, epoch: 1 };
  stream.subscribe({ channel: "orders", snapshot: false, ...since });
  stream.subscribe({ channel: "bars", symbols: ["ACME"], interval: "1m", ...since });
  stream.subscribe({ channel: "clock" });
  return stream;
}

import type { NewFace } from "./watch-face.ts";

/** What says nothing of the market: answers, and signs of life. */
const SILENT: ReadonlySet<string> = new Set(["heartbeat", "pong", "unsubscribed", "subscriptions"]);

/** Each message as it came, in a line of JSON. */
export const jsonFace: NewFace = (_, { stdout, stderr }) => ({
  readsAccount: "never",
  told(message) {
    if (!SILENT.has(message.type)) stdout.write(`${JSON.stringify(message)}\n`);
  },
  accountRead: () => undefined,
  trouble(text = "connected again") {
    stderr.write(`hindcast: ${text}\n`);
  },
  close: () => undefined,
});

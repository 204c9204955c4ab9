import { accountText, changeText } from "./change-text.ts";
import type { NewFace } from "./watch-face.ts";

/** Each change in a line that begins with its time: what a file or another program can go on with. */
export const lineFace: NewFace = ({ market }, { stdout, stderr }) => {
  let account = "";
  // A bar opens where the one before it closed, more often than not, and is quoted twice.
  const quoted = new Map<string, string>();
  return {
    readsAccount: "when changed",
    told(message, isNews) {
      const text = isNews ? changeText(message, market) : undefined;
      if (text === undefined) return;
      if (message.type === "quote") {
        if (quoted.get(message.symbol) === text) return;
        quoted.set(message.symbol, text);
      }
      stdout.write(`${message.timestamp} ${text}\n`);
    },
    accountRead() {
      const { portfolio } = market;
      if (portfolio === undefined) return;
      const text = accountText(portfolio);
      if (text !== account) stdout.write(`${portfolio.timestamp} ${text}\n`);
      account = text;
    },
    trouble(text = "connected again") {
      stderr.write(`hindcast: ${text}\n`);
    },
    close: () => undefined,
  };
};

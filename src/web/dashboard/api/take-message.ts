import type { StreamMessage } from "../../../schemas/stream-message.ts";
import { numberText } from "../../report/number-text.ts";
import type { Desk } from "../data/desk.ts";
import { readQuote } from "../data/quote.ts";
import { setReplay } from "./load.ts";

/** Puts what the stream told on the desk. */
export function takeMessage(desk: Desk, message: StreamMessage): void {
  if ("timestamp" in message && "seq" in message) noteTime(desk, Date.parse(message.timestamp));
  switch (message.type) {
    case "quote":
      desk.addQuotes([[message.symbol, readQuote(message)]]);
      break;
    case "bar": {
      const bars = desk.bars.value;
      if (bars?.symbol === message.symbol && bars.interval === message.interval && bars.add(message.bar)) {
        desk.bars.set(bars);
      }
      break;
    }
    case "order":
      desk.addOrders([message.order]);
      break;
    case "corporate_action": {
      const { symbol, kind, ratio, cash } = message;
      const what = kind === "split" ? `split ${numberText(ratio, 4)} for 1` : `dividend of ${numberText(cash, 4)}`;
      desk.say(`${symbol}: ${what}`, "plain", Date.parse(message.timestamp));
      break;
    }
    case "market_status":
      // Of the others, coins and goods, nobody is told who does not look at one.
      if (message.calendar === desk.calendar) desk.marketStatus.set(message.status);
      else if (message.calendar !== desk.chosen.value?.calendar) break;
      desk.say(`${message.calendar} is ${message.status}`, "plain", Date.parse(message.timestamp));
      break;
    case "clock": {
      const replay = desk.replay.value;
      if (replay !== undefined) setReplay(desk, { ...replay, ...message });
      break;
    }
    case "replay_completed":
      desk.say("The recording ends here.");
      break;
    case "error":
    case "warning":
      desk.say(message.message, "bad");
      break;
    default:
      break;
  }
}

/** The market is at least where its news come from; where it runs by itself small steps back are those of the page's watch. */
function noteTime(desk: Desk, time: number): void {
  if (time > desk.now) desk.setTime(time);
}

import { HindcastError } from "hindcast";
import type { HistoryRequest, MarketView } from "../../src/market/market-view.ts";

const SYMBOLS = ["ACME", "WEEK", "LATE", "NONE", "BTCUSD", "BTC", "EURUSD", "ACMF", "ACNE"];
const DAY = 86_400_000;

/** Returns the results of all queries to a market view, by name. An error is a result, too. */
export function answersOf(view: MarketView): Readonly<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = (name: string, question: () => unknown) => {
    answers[name] = answerOf(question);
  };
  const day = Math.floor(view.now / DAY);
  for (const calendar of ["XNYS", "24/7"]) {
    ask(`status ${calendar}`, () => view.status(calendar));
    ask(`session ${calendar}`, () => view.session(calendar));
    ask(`next session ${calendar}`, () => view.nextSession(calendar));
    ask(`sessions ${calendar}`, () => view.sessions(calendar, day - 3, day + 3));
  }
  ask("universe", () => view.universe());
  ask("universe acm", () => view.universe({ query: "acm" }));
  ask("universe crypto", () => view.universe({ assetClass: "crypto" }));
  ask("suggestion", () => view.suggestion("ACMG"));
  for (const [from, to] of [
    ["EUR", "USD"],
    ["USD", "BTC"],
    ["BTC", "EUR"],
    ["ACMF", "USD"],
  ] as const) {
    ask(`rate ${from} ${to}`, () => view.rate(from, to));
  }
  ask("rate of interest", () => view.fact("USD", "interest_rate"));
  for (const symbol of SYMBOLS) {
    ask(`${symbol} has`, () => view.has(symbol));
    ask(`${symbol} instrument`, () => view.instrument(symbol));
    ask(`${symbol} quote`, () => view.quote(symbol));
    ask(`${symbol} highest in dollars`, () => view.highest(symbol, "USD"));
    ask(`${symbol} highest in euros`, () => view.highest(symbol, "EUR"));
    ask(`${symbol} actions`, () => view.actions(symbol));
    ask(`${symbol} expirations`, () => view.expirations(symbol));
    ask(`${symbol} chain`, () => view.chain(symbol));
    for (const kind of ["shares_outstanding", "trailing_eps", "circulating_supply", "name"] as const) {
      ask(`${symbol} ${kind}`, () => view.fact(symbol, kind));
    }
    for (const interval of ["30m", "1h", "1d", "1wk"] as const)
      ask(`${symbol} recorded ${interval}`, () => view.recorded(symbol, interval));
    for (const request of REQUESTS) ask(`${symbol} ${JSON.stringify(request)}`, () => view.history(symbol, request));
  }
  ask("far chain", () => view.chain("ACME", view.expirations("ACME").at(-1)));
  return answers;
}

const REQUESTS: readonly HistoryRequest[] = [
  ...(["1m", "30m", "1h", "1d", "5d", "1wk", "1mo"] as const).map((interval) => ({ interval, adjust: true })),
  ...(["30m", "90m", "1d", "1wk"] as const).map((interval) => ({
    interval,
    adjust: false,
    hours: "extended" as const,
    limit: 3,
  })),
  ...(["1d", "5d", "3mo", "max"] as const).map((period) => ({ interval: "1d" as const, adjust: false, period })),
];

function answerOf(question: () => unknown): unknown {
  try {
    return question();
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
}

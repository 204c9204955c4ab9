import { roundHalfAway } from "../primitives/rounding.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";
import type { RecordedChain, RecordedInstrument, RecordedMarket, RecordedQuotes } from "./recorded-market.ts";

/** One contract of a recorded chain. */
export interface RecordedContract {
  readonly symbol: string;
  readonly strike: number;
  /** 1 for a call, -1 for a put. */
  readonly right: 1 | -1;
  /** Days since 1970-01-01. */
  readonly expiration: number;
  /** Rows of the chain in which it has both a bid and an ask, oldest first. */
  readonly rows: Int32Array;
}

/** Shares that one contract is for. */
const SHARES_PER_CONTRACT = 100;

const contractsCache = new WeakMap<RecordedChain, readonly RecordedContract[]>();

/** The contracts of a chain that were quoted on both sides at least once. A bid of 0, which nobody pays, counts as a quote. */
export function contractsOf(chain: RecordedChain): readonly RecordedContract[] {
  let found = contractsCache.get(chain);
  if (found === undefined) contractsCache.set(chain, (found = findContracts(chain)));
  return found;
}

function findContracts({ symbol, time, expiration, strike, right, bid, ask }: RecordedChain): RecordedContract[] {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < time.length; row++) {
    if (!(bid[row]! >= 0 && ask[row]! > 0)) continue;
    const name = occSymbol(symbol, expiration[row]!, right[row] === 1 ? "C" : "P", strike[row]!);
    const of = rows.get(name);
    if (of === undefined) rows.set(name, [row]);
    else of.push(row);
  }
  return [...rows].map(([name, of]) => ({
    symbol: name,
    strike: strike[of[0]!]!,
    right: right[of[0]!] === 1 ? 1 : -1,
    expiration: expiration[of[0]!]!,
    rows: Int32Array.from(of),
  }));
}

const optionMarkets = new WeakMap<RecordedMarket, RecordedMarket>();

/**
 * The same market with the contracts of its chains among its instruments, by the ids of the Options Clearing Corporation, and with their bids and
 * asks among its quotes. An id that an instrument of the recording has already stays that instrument's.
 */
export function withOptionContracts(market: RecordedMarket): RecordedMarket {
  let made = optionMarkets.get(market);
  if (made === undefined) {
    made = market.chains.length === 0 ? market : addOptionContracts(market);
    optionMarkets.set(market, made);
    optionMarkets.set(made, made);
  }
  return made;
}

function addOptionContracts(market: RecordedMarket): RecordedMarket {
  const taken = new Set(market.instruments.map(({ symbol }) => symbol));
  const instruments = [...market.instruments];
  const quotes = [...market.quotes];
  for (const chain of market.chains) {
    const underlying = market.instruments.find(({ symbol }) => symbol === chain.symbol);
    if (underlying === undefined) continue;
    for (const contract of contractsOf(chain)) {
      if (taken.has(contract.symbol)) continue;
      taken.add(contract.symbol);
      instruments.push(contractInstrument(underlying, contract));
      quotes.push(quotesOf(chain, contract));
    }
  }
  return { ...market, instruments, quotes };
}

/** The terms of a contract, with what it has of its underlying. */
export function contractInstrument(underlying: RecordedInstrument, contract: RecordedContract): RecordedInstrument {
  const { symbol, strike, right, expiration } = contract;
  const date = formatDate(expiration * DAY_MS);
  return Object.freeze({
    ...underlying,
    symbol,
    name: `${underlying.symbol} ${date} ${strike} ${right === 1 ? "call" : "put"}`,
    assetClass: "option",
    // The middle of two ticks may lie between two prices.
    decimals: underlying.decimals + 1,
    lot: 1,
    multiplier: SHARES_PER_CONTRACT,
    priceBasis: "raw",
    base: symbol,
    unit: "",
    contractMonth: "",
    continuous: false,
    option: Object.freeze({ underlying: underlying.symbol, right, strike, expiration }),
  });
}

function quotesOf(chain: RecordedChain, { symbol, rows }: RecordedContract): RecordedQuotes {
  const of = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row]!);
  const unknown = new Float64Array(rows.length).fill(NaN);
  return { symbol, time: of(chain.time), bid: of(chain.bid), ask: of(chain.ask), bidSize: unknown, askSize: unknown };
}

/**
 * Id of an option contract by the convention of the Options Clearing Corporation: root, date, C or P, strike in thousandths.
 *
 * @example
 * occSymbol("AAPL", 19741, "C", 150); // "AAPL240119C00150000"
 */
export function occSymbol(underlying: string, expiration: number, right: "C" | "P", strike: number): string {
  const date = formatDate(expiration * DAY_MS)
    .slice(2)
    .replaceAll("-", "");
  const thousandths = String(roundHalfAway(strike * 1000)).padStart(8, "0");
  return `${underlying.replaceAll(/[^A-Z0-9]/g, "")}${date}${right}${thousandths}`;
}

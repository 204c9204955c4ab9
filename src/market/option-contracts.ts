import { roundHalfAway } from "../primitives/rounding.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";
import type { RecordedChain, RecordedInstrument, RecordedMarket, RecordedQuotes } from "./recorded-market.ts";

/** One contract of a recorded option chain. */
export interface RecordedContract {
  readonly symbol: string;
  readonly strike: number;
  /** 1 for a call, -1 for a put. */
  readonly right: 1 | -1;
  /** Expiration of the contract, in days since 1970-01-01. */
  readonly expiration: number;
  /** Indexes of the chain's rows in which the contract has both a bid and an ask, oldest first. */
  readonly rows: Int32Array;
}

/** Number of shares that one option contract covers. */
const SHARES_PER_CONTRACT = 100;

const contractsCache = new WeakMap<RecordedChain, readonly RecordedContract[]>();

/** Returns the contracts of a chain that had both a bid and an ask at least once. A bid of 0 counts as a bid. */
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
    const own = rows.get(name);
    if (own === undefined) rows.set(name, [row]);
    else own.push(row);
  }
  return [...rows].map(([name, own]) => ({
    symbol: name,
    strike: strike[own[0]!]!,
    right: right[own[0]!] === 1 ? 1 : -1,
    expiration: expiration[own[0]!]!,
    rows: Int32Array.from(own),
  }));
}

const optionMarkets = new WeakMap<RecordedMarket, RecordedMarket>();

/**
 * Returns a recorded market with the option contracts of its chains added to its instruments and quotes. The symbol of a contract is its id
 * of the Options Clearing Corporation. A contract is left out if a recorded instrument already has that id.
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

/** Creates the instrument of an option contract; exchange, zone, calendar and currency are those of the underlying. */
export function contractInstrument(underlying: RecordedInstrument, contract: RecordedContract): RecordedInstrument {
  const { symbol, strike, right, expiration } = contract;
  const date = formatDate(expiration * DAY_MS);
  return Object.freeze({
    ...underlying,
    symbol,
    name: `${underlying.symbol} ${date} ${strike} ${right === 1 ? "call" : "put"}`,
    assetClass: "option",
    // The midpoint of bid and ask can have one decimal more than the prices of the underlying.
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
  const pick = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row]!);
  const missing = new Float64Array(rows.length).fill(NaN);
  return {
    symbol,
    time: pick(chain.time),
    bid: pick(chain.bid),
    ask: pick(chain.ask),
    bidSize: missing,
    askSize: missing,
  };
}

/**
 * Returns the id of an option contract by the convention of the Options Clearing Corporation: root, date, C or P, strike in thousandths.
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

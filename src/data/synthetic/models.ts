import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";

/** What an instrument of the synthetic market is, and how its price moves. */
export interface InstrumentModel {
  readonly instrument: RecordedInstrument;
  /** The date of its first session, `YYYY-MM-DD`, where it was not always there. */
  readonly listed?: string;
  /** A round number that nobody takes for a real price. */
  readonly startPrice: number;
  /** The market that it moves with. */
  readonly factor: string;
  /** Deviation of a session's return by that market, and by itself; fractions. */
  readonly shared: number;
  readonly own: number;
  /** Mean return of a session, a fraction. */
  readonly drift: number;
  /** Share of a session's variance that comes while the market is closed. */
  readonly nightShare: number;
  /** Steps in which sessions are walked, minutes: those of its finest bars. */
  readonly stepMinutes: 1 | 60;
  readonly activity: Activity;
  /** Units traded in a usual hour, before splits; 0 where nobody counts. */
  readonly hourlyVolume: number;
  readonly splits?: readonly SplitModel[];
  readonly dividend?: DividendModel;
  readonly company?: CompanyModel;
  readonly supply?: SupplyModel;
  readonly spread?: SpreadModel;
  readonly options?: OptionsModel;
  /** A later name, and the date since which it is known. */
  readonly renamed?: { readonly date: string; readonly name: string };
}

interface SplitModel {
  /** `YYYY-MM-DD`; a date without a session means the next that has one. */
  readonly date: string;
  /** Units after for one before. */
  readonly ratio: number;
}

/** Cash four times a year. */
interface DividendModel {
  /** Of the start price, a year, a fraction; and the simple growth of the cash a year. */
  readonly yield: number;
  readonly growth: number;
  /** The first of its months (1, 2 or 3), and the day on or after which it is paid. */
  readonly month: number;
  readonly day: number;
}

interface CompanyModel {
  readonly shares: number;
  /** Earnings of one share over a year, at the start; and their simple growth a year. */
  readonly earnings: number;
  readonly growth: number;
  /** Share of its shares that it buys back a year; below 0 for new ones. */
  readonly buyback: number;
  /** Day of January, April, July and October on or after which it reports. */
  readonly reportDay: number;
}

interface SupplyModel {
  readonly circulating: number;
  readonly total: number;
  /** Units that are added to the circulation in a year. */
  readonly added: number;
}

/** Between bid and ask, in ticks, at the best hour. */
interface SpreadModel {
  readonly ticks: number;
}

export interface OptionsModel {
  /** Volatility of options at the money that expire in years, a fraction; what lasts when today's storm has passed. */
  readonly longVolatility: number;
  /** Contracts traded in a day at the money of the nearest expiration. */
  readonly volume: number;
  /** Greeks are recorded; else they are left to be computed. */
  readonly greeks: boolean;
}

type Given = Partial<RecordedInstrument> &
  Pick<RecordedInstrument, "symbol" | "assetClass" | "exchange" | "zone" | "calendar" | "base">;

/** An instrument that is like most of these but for what is given, in the order in which a recording lists it. */
function instrument(
  title: string,
  { symbol, assetClass, exchange, zone, calendar, base, ...given }: Given,
): RecordedInstrument {
  return {
    symbol,
    name: `${title} (synthetic)`,
    assetClass,
    exchange,
    zone,
    calendar,
    currency: "USD",
    currencyDecimals: 2,
    decimals: 2,
    tick: 0.01,
    lot: 1,
    multiplier: 1,
    priceBasis: "raw",
    base,
    unit: "",
    contractMonth: "",
    continuous: false,
    ...given,
  };
}

type StockModel = Omit<
  InstrumentModel,
  "instrument" | "factor" | "nightShare" | "stepMinutes" | "activity" | "drift"
> & {
  readonly title: string;
  readonly assetClass?: "stock" | "etf";
  readonly exchange?: string;
  /** Mean return of a year. */
  readonly yearlyDrift: number;
};

/** A stock of New York, in cents. Its name says that nothing of it is real but the ticker. */
function stock(symbol: string, { title, assetClass, exchange, yearlyDrift, ...model }: StockModel): InstrumentModel {
  return {
    instrument: instrument(title, {
      symbol,
      assetClass: assetClass ?? "stock",
      exchange: exchange ?? "XNAS",
      zone: "America/New_York",
      calendar: "XNYS",
      base: symbol,
    }),
    factor: "stocks",
    nightShare: 0.25,
    stepMinutes: 1,
    activity: EXCHANGE_DAY,
    drift: yearlyDrift / 252,
    ...model,
  };
}

/** A stock exchange: a loud open, a quiet noon, a loud close that ends in an auction. */
const EXCHANGE_DAY: Activity = {
  volatility: (share) => 0.65 + 1.5 * power8(1 - share) + 0.5 * power8(share),
  volume: (share) => 0.55 + 2.2 * power8(1 - share) + 1.6 * power8(share) + (share > 0.997 ? 12 : 0),
};

/** Between them they have all that a stock can have: splits both ways, dividends, a loss, a late listing, a new name, options. */
export const STOCKS: readonly InstrumentModel[] = [
  stock("AAPL", {
    title: "Apple",
    startPrice: 400,
    yearlyDrift: 0.12,
    shared: 0.011,
    own: 0.01,
    hourlyVolume: 2_000_000,
    splits: [{ date: "2023-11-06", ratio: 4 }],
    dividend: { yield: 0.008, growth: 0.05, month: 2, day: 9 },
    company: { shares: 4_000_000_000, earnings: 16, growth: 0.1, buyback: 0.03, reportDay: 25 },
    options: { longVolatility: 0.28, volume: 4000, greeks: true },
  }),
  stock("AMC", {
    title: "AMC Entertainment",
    exchange: "XNYS",
    startPrice: 80,
    yearlyDrift: -0.45,
    shared: 0.013,
    own: 0.032,
    hourlyVolume: 3_000_000,
    splits: [{ date: "2022-09-19", ratio: 0.1 }],
    company: { shares: 200_000_000, earnings: -6, growth: -0.1, buyback: -0.08, reportDay: 28 },
    renamed: { date: "2022-09-19", name: "AMC Holdings (synthetic)" },
  }),
  stock("AMZN", {
    title: "Amazon",
    startPrice: 300,
    yearlyDrift: 0.1,
    shared: 0.013,
    own: 0.013,
    hourlyVolume: 1_500_000,
    company: { shares: 3_000_000_000, earnings: 5, growth: 0.2, buyback: 0, reportDay: 27 },
  }),
  stock("ARM", {
    title: "Arm",
    listed: "2022-03-01",
    startPrice: 10,
    yearlyDrift: 0.3,
    shared: 0.014,
    own: 0.02,
    hourlyVolume: 900_000,
    company: { shares: 1_000_000_000, earnings: 0.25, growth: 0.3, buyback: 0, reportDay: 8 },
  }),
  stock("GOOGL", {
    title: "Alphabet",
    startPrice: 500,
    yearlyDrift: 0.1,
    shared: 0.011,
    own: 0.011,
    hourlyVolume: 800_000,
    splits: [{ date: "2022-06-06", ratio: 2 }],
    company: { shares: 2_000_000_000, earnings: 22, growth: 0.12, buyback: 0.02, reportDay: 24 },
  }),
  stock("KO", {
    title: "Coca-Cola",
    exchange: "XNYS",
    startPrice: 200,
    yearlyDrift: 0.05,
    shared: 0.006,
    own: 0.006,
    hourlyVolume: 600_000,
    dividend: { yield: 0.032, growth: 0.04, month: 3, day: 14 },
    company: { shares: 1_000_000_000, earnings: 9, growth: 0.05, buyback: 0.01, reportDay: 20 },
  }),
  stock("MSFT", {
    title: "Microsoft",
    startPrice: 100,
    yearlyDrift: 0.14,
    shared: 0.0105,
    own: 0.009,
    hourlyVolume: 1_800_000,
    dividend: { yield: 0.01, growth: 0.09, month: 2, day: 15 },
    company: { shares: 7_000_000_000, earnings: 3.2, growth: 0.12, buyback: 0.01, reportDay: 23 },
    options: { longVolatility: 0.26, volume: 3000, greeks: false },
  }),
  stock("SPY", {
    title: "S&P 500 fund",
    assetClass: "etf",
    exchange: "ARCX",
    startPrice: 1000,
    yearlyDrift: 0.08,
    shared: 0.0095,
    own: 0.0006,
    hourlyVolume: 4_000_000,
    dividend: { yield: 0.015, growth: 0.05, month: 3, day: 16 },
  }),
];

type Moves = Pick<InstrumentModel, "startPrice" | "shared" | "own">;

interface CoinModel extends Moves {
  readonly title: string;
  readonly hourlyVolume: number;
  readonly supply: SupplyModel;
}

/** A coin against US dollars, on every day of the week, in days of UTC. */
function coin(base: string, { title, ...model }: CoinModel): InstrumentModel {
  return {
    instrument: instrument(title, {
      symbol: `${base}USD`,
      assetClass: "crypto",
      exchange: "SYNTHETIC",
      zone: "UTC",
      calendar: "24/7",
      lot: 0.0001,
      base,
    }),
    factor: "crypto",
    drift: 0.0009,
    nightShare: 0,
    stepMinutes: 60,
    activity: roundTheClock(0.62),
    ...model,
  };
}

export const COINS: readonly InstrumentModel[] = [
  coin("BTC", {
    title: "Bitcoin",
    startPrice: 1000,
    shared: 0.026,
    own: 0.008,
    hourlyVolume: 1500,
    supply: { circulating: 18_000_000, total: 18_000_000, added: 330_000 },
  }),
  coin("ETH", {
    title: "Ether",
    startPrice: 100,
    shared: 0.031,
    own: 0.016,
    hourlyVolume: 20_000,
    supply: { circulating: 110_000_000, total: 110_000_000, added: 2_000_000 },
  }),
  coin("SOL", {
    title: "Solana",
    startPrice: 500,
    shared: 0.034,
    own: 0.032,
    hourlyVolume: 150_000,
    supply: { circulating: 300_000_000, total: 500_000_000, added: 30_000_000 },
  }),
];

/** A pair that falls against a stronger dollar has `shared` below 0. */
interface PairModel extends Moves {
  readonly title: string;
  readonly tick: number;
  readonly decimals: number;
  readonly spreadTicks: number;
}

/** A pair of currencies, from Sunday evening to Friday evening in New York. Bars are of the middle between bid and ask; nobody counts volume. */
function pair(
  base: string,
  quote: string,
  { title, tick, decimals, spreadTicks, ...model }: PairModel,
): InstrumentModel {
  return {
    instrument: instrument(title, {
      symbol: `${base}${quote}`,
      assetClass: "forex",
      exchange: "SYNTHETIC",
      zone: "America/New_York",
      calendar: "FX",
      currency: quote,
      currencyDecimals: decimalsOf(quote),
      decimals,
      tick,
      base: `${base}${quote}`,
    }),
    factor: "dollar",
    drift: 0,
    nightShare: 0.1,
    stepMinutes: 60,
    activity: roundTheClock(0.7),
    hourlyVolume: 0,
    spread: { ticks: spreadTicks },
    ...model,
  };
}

export const PAIRS: readonly InstrumentModel[] = [
  pair("EUR", "USD", {
    title: "Euro in US dollars",
    startPrice: 2,
    tick: 0.00001,
    decimals: 5,
    shared: -0.0038,
    own: 0.002,
    spreadTicks: 6,
  }),
  pair("GBP", "USD", {
    title: "Pound in US dollars",
    startPrice: 3,
    tick: 0.00001,
    decimals: 5,
    shared: -0.004,
    own: 0.003,
    spreadTicks: 9,
  }),
  pair("USD", "JPY", {
    title: "US dollar in yen",
    startPrice: 50,
    tick: 0.001,
    decimals: 3,
    shared: 0.0035,
    own: 0.003,
    spreadTicks: 8,
  }),
];

interface FutureModel extends Moves {
  readonly title: string;
  readonly exchange: string;
  readonly unit: string;
  readonly multiplier: number;
  readonly tick: number;
  readonly decimals: number;
  /** `YYYY-MM`; left out for contracts joined into one series. */
  readonly contractMonth?: string;
  readonly listed?: string;
  readonly hourlyVolume: number;
}

/** A future of the American exchanges, nearly around the clock. */
function future(
  symbol: string,
  { title, exchange, unit, multiplier, tick, decimals, contractMonth, ...model }: FutureModel,
): InstrumentModel {
  return {
    instrument: instrument(title, {
      symbol,
      assetClass: "commodity",
      exchange,
      zone: "America/Chicago",
      calendar: "CMES",
      decimals,
      tick,
      multiplier,
      base: symbol,
      unit,
      contractMonth: contractMonth ?? "",
      continuous: contractMonth === undefined,
    }),
    factor: "commodities",
    drift: 0,
    nightShare: 0.05,
    stepMinutes: 60,
    activity: roundTheClock(0.68),
    ...model,
  };
}

export const FUTURES: readonly InstrumentModel[] = [
  future("CL=F", {
    title: "Crude oil, joined futures",
    exchange: "XNYM",
    unit: "barrel",
    multiplier: 1000,
    tick: 0.01,
    decimals: 2,
    startPrice: 200,
    shared: 0.013,
    own: 0.016,
    hourlyVolume: 14_000,
  }),
  future("GC=F", {
    title: "Gold, joined futures",
    exchange: "XCEC",
    unit: "troy ounce",
    multiplier: 100,
    tick: 0.1,
    decimals: 1,
    startPrice: 1000,
    shared: 0.006,
    own: 0.006,
    hourlyVolume: 8000,
  }),
  future("SIH24", {
    title: "Silver, future of March 2024",
    exchange: "XCEC",
    unit: "troy ounce",
    multiplier: 5000,
    tick: 0.005,
    decimals: 3,
    contractMonth: "2024-03",
    listed: "2023-01-03",
    startPrice: 10,
    shared: 0.011,
    own: 0.01,
    hourlyVolume: 3000,
  }),
];

/**
 * How lively a market is inside its session. Both take the share of the session that is over, 0 to 1, and give weights, of which only the
 * proportions count.
 */
export interface Activity {
  readonly volatility: (share: number) => number;
  readonly volume: (share: number) => number;
}

/** A market around the clock: quiet but for the hours when Europe and America are both awake, at `peak` of the session. */
function roundTheClock(peak: number): Activity {
  const hump = (share: number): number => {
    const distance = (share - peak) / 0.35;
    return Math.max(0, 1 - distance * distance);
  };
  return { volatility: (share) => 0.6 + hump(share), volume: (share) => 0.5 + 1.5 * hump(share) };
}

function power8(value: number): number {
  const square = value * value;
  const fourth = square * square;
  return fourth * fourth;
}

import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";

/** An instrument of the synthetic market, and the model of its price. */
export interface InstrumentModel {
  readonly instrument: RecordedInstrument;
  /** Date of the instrument's first session, `YYYY-MM-DD`. Default: the start of the market. */
  readonly listed?: string;
  /** Start price, a round number so that it is visibly not a real price. */
  readonly startPrice: number;
  /** Name of the market factor that moves the price of this instrument. */
  readonly factor: string;
  /** Standard deviations of a session's return due to the market factor, and due to the instrument alone; fractions. */
  readonly shared: number;
  readonly own: number;
  /** Mean return of a session, a fraction. */
  readonly drift: number;
  /** Share of the variance that falls in the night, while the market is closed. */
  readonly nightShare: number;
  /** Length of a simulated step in minutes, which is the interval of the instrument's finest bars. */
  readonly stepMinutes: 1 | 60;
  readonly activity: Activity;
  /** Usual volume per hour, in units before splits; 0 for instruments without volume. */
  readonly hourlyVolume: number;
  readonly splits?: readonly SplitModel[];
  readonly dividend?: DividendModel;
  readonly company?: CompanyModel;
  readonly supply?: SupplyModel;
  readonly spread?: SpreadModel;
  readonly options?: OptionsModel;
  /** A later name, and the date from which it is known. */
  readonly renamed?: { readonly date: string; readonly name: string };
}

interface SplitModel {
  /** Ex-date, `YYYY-MM-DD`; for a date without a session, the next session. */
  readonly date: string;
  /** Units after the split for each unit before. */
  readonly ratio: number;
}

/** Quarterly cash dividends. */
interface DividendModel {
  /** Annual dividend as a fraction of the start price, and its simple annual growth. */
  readonly yield: number;
  readonly growth: number;
  /** First month with a dividend (1, 2 or 3), and the earliest day in the month. */
  readonly month: number;
  readonly day: number;
}

interface CompanyModel {
  readonly shares: number;
  /** Annual earnings per share at the start, and their simple annual growth. */
  readonly earnings: number;
  readonly growth: number;
  /** Fraction of shares bought back per year; negative for issued shares. */
  readonly buyback: number;
  /** Earliest day of reports in January, April, July and October. */
  readonly reportDay: number;
}

interface SupplyModel {
  readonly circulating: number;
  readonly total: number;
  /** Units of a coin that are added to the circulation per year. */
  readonly added: number;
}

/** The bid-ask spread of a currency pair at the hour when the spread is narrowest, in ticks. */
interface SpreadModel {
  readonly ticks: number;
}

export interface OptionsModel {
  /** At-the-money volatility of options with a long time to expiration, a fraction. */
  readonly longVolatility: number;
  /** Contracts traded per day at the money, for the nearest expiration. */
  readonly volume: number;
  /** Whether greeks are recorded; otherwise readers compute them. */
  readonly greeks: boolean;
}

type InstrumentProperties = Partial<RecordedInstrument> &
  Pick<RecordedInstrument, "symbol" | "assetClass" | "exchange" | "zone" | "calendar" | "base">;

/** Creates an instrument from common defaults and given properties, in the field order of a manifest. */
function instrument(
  title: string,
  { symbol, assetClass, exchange, zone, calendar, base, ...given }: InstrumentProperties,
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
  /** Mean annual return, a fraction. */
  readonly yearlyDrift: number;
};

/** Creates the model of a US stock or fund with a tick of one cent. */
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

/** Activity of a stock exchange: high at the open and the close, low at noon, with a closing auction. */
const EXCHANGE_DAY: Activity = {
  volatility: (share) => 0.65 + 1.5 * power8(1 - share) + 0.5 * power8(share),
  volume: (share) => 0.55 + 2.2 * power8(1 - share) + 1.6 * power8(share) + (share > 0.997 ? 12 : 0),
};

/** Stocks of the synthetic market: with forward and reverse splits, dividends, a loss, a late listing, a new name and options. */
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

type PriceModel = Pick<InstrumentModel, "startPrice" | "shared" | "own">;

interface CoinModel extends PriceModel {
  readonly title: string;
  readonly hourlyVolume: number;
  readonly supply: SupplyModel;
}

/** Creates the model of a coin in US dollars, which trades every day; days are in UTC. */
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

/** Model of a currency pair. Its weight `shared` is negative for a pair that falls when the dollar rises. */
interface PairModel extends PriceModel {
  readonly title: string;
  readonly tick: number;
  readonly decimals: number;
  readonly spreadTicks: number;
}

/** Creates the model of a currency pair, which trades from Sunday to Friday evening in New York, with mid prices and no volume. */
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

interface FutureModel extends PriceModel {
  readonly title: string;
  readonly exchange: string;
  readonly unit: string;
  readonly multiplier: number;
  readonly tick: number;
  readonly decimals: number;
  /** Contract month, `YYYY-MM`; undefined for contracts joined into one series. */
  readonly contractMonth?: string;
  readonly listed?: string;
  readonly hourlyVolume: number;
}

/** Creates the model of a US future, which trades nearly around the clock. */
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

/** Relative weights of volatility and volume at each time of a session, given as the elapsed fraction from 0 to 1. */
export interface Activity {
  readonly volatility: (share: number) => number;
  readonly volume: (share: number) => number;
}

/** Activity of a market that is open around the clock, highest at the fraction `peak` of the session, when Europe and America trade. */
function roundTheClock(peak: number): Activity {
  const peakActivity = (share: number): number => {
    const distance = (share - peak) / 0.35;
    return Math.max(0, 1 - distance * distance);
  };
  return { volatility: (share) => 0.6 + peakActivity(share), volume: (share) => 0.5 + 1.5 * peakActivity(share) };
}

function power8(value: number): number {
  const square = value * value;
  const fourth = square * square;
  return fourth * fourth;
}

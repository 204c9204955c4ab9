import { at, binary, DAYS, type FileKind, HOURS, lines, UTC_MINUTES } from "./file-kind.ts";

const DATABENTO = "rtype,publisher_id,instrument_id";

/** Files of vendors with names of their own for columns and numbers. */
export const vendors: readonly FileKind[] = [
  {
    kind: "CryptoDataDownload: address in the first line, newest first, two volumes",
    name: "Binance_BTCUSDT_1h.csv",
    content: lines(
      "https://www.CryptoDataDownload.com",
      "Unix,Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USDT,tradecount",
      "1704193200000,2024-01-02 11:00:00,BTC/USDT,12,14,11,13,300,3900,9",
      "1704189600000,2024-01-02 10:00:00,BTC/USDT,11,13,10,12,200,2400,8",
      "1704186000000,2024-01-02 09:00:00,BTC/USDT,10,12,9,11,100,1100,7",
    ),
    bars: { "BTC/USDT": at(...HOURS) },
    says: ["volume from Volume BTC", "first line", "rows from newest to oldest, read in reverse"],
  },
  {
    kind: "two volumes of which no name decides",
    name: "BTCUSD.csv",
    content: lines(
      "time,open,high,low,close,Volume base,Volume quote",
      "2024-01-02,10,12,9,11,100,1100",
      "2024-01-03,11,13,10,12,200,2400",
      "2024-01-04,12,14,11,13,300,3900",
    ),
    refusal: '--columns "volume=Volume base"',
    options: { columns: { volume: "Volume base" } },
    flags: '--columns "volume=Volume base"',
    bars: { BTCUSD: at(...DAYS) },
  },
  {
    kind: "Binance klines with names",
    name: "BTCUSDT.csv",
    content: lines(
      "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore",
      "1704186000000,10,12,9,11,100,1704189599999,1100,7,50,550,0",
      "1704189600000,11,13,10,12,200,1704193199999,2400,8,100,1200,0",
      "1704193200000,12,14,11,13,300,1704196799999,3900,9,150,1950,0",
    ),
    bars: { BTCUSDT: at(...HOURS) },
  },
  {
    kind: "flat files of Polygon and Massive: nanoseconds, many tickers",
    name: "2024-01-02.csv.gz",
    content: lines(
      "ticker,volume,open,close,high,low,window_start,transactions",
      "AAPL,100,10,11,12,9,1704187800000000000,7",
      "AAPL,200,11,12,13,10,1704187860000000000,8",
      "AAPL,300,12,13,14,11,1704187920000000000,9",
      "MSFT,5,100,110,120,90,1704187800000000000,1",
    ),
    options: { interval: "1m" },
    flags: "--interval 1m",
    bars: { AAPL: at(...UTC_MINUTES), MSFT: ["2024-01-02T09:30Z 100 120 90 110 5"] },
  },
  {
    kind: "Databento CSV, ISO times and decimal prices",
    name: "bars.csv",
    content: lines(
      `ts_event,${DATABENTO},open,high,low,close,volume,symbol`,
      "2024-01-02T09:30:00.000000000Z,33,2,7,10.000000000,12.000000000,9.000000000,11.000000000,100,AAPL",
      "2024-01-02T09:31:00.000000000Z,33,2,7,11.000000000,13.000000000,10.000000000,12.000000000,200,AAPL",
      "2024-01-02T09:32:00.000000000Z,33,2,7,12.000000000,14.000000000,11.000000000,13.000000000,300,AAPL",
    ),
    bars: { AAPL: at(...UTC_MINUTES) },
  },
  {
    kind: "Databento CSV, raw: nanoseconds and prices in billionths",
    name: "bars.csv",
    content: lines(
      `ts_event,${DATABENTO},open,high,low,close,volume,symbol`,
      "1704187800000000000,33,2,7,10000000000,12000000000,9000000000,11000000000,100,AAPL",
      "1704187860000000000,33,2,7,11000000000,13000000000,10000000000,12000000000,200,AAPL",
      "1704187920000000000,33,2,7,12000000000,14000000000,11000000000,13000000000,300,AAPL",
    ),
    bars: { AAPL: at(...UTC_MINUTES) },
    says: ["Prices are whole numbers of 1/1,000,000,000"],
  },
  {
    kind: "Investing.com: quoted numbers, K, M and B, newest first",
    name: "AAA Historical Data.csv",
    content: lines(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      '"01/16/2024","4,783.45","4,780.00","4,790.00","4,770.00","1.20B","0.10%"',
      '"01/15/2024","4,775.00","4,770.00","4,785.00","4,765.50","350.50M","0.20%"',
      '"01/12/2024","4,770.25","4,760.00","4,775.00","4,755.00","12.30K","-"',
    ),
    bars: {
      "AAA Historical Data": [
        "2024-01-12T00:00Z 4760 4775 4755 4770.25 12300",
        "2024-01-15T00:00Z 4770 4785 4765.5 4775 350500000",
        "2024-01-16T00:00Z 4780 4790 4770 4783.45 1200000000",
      ],
    },
    options: { interval: "1d" },
    flags: "--interval 1d",
    says: ["close from Price"],
  },
  {
    kind: "Nasdaq.com: prices with a dollar sign, newest first",
    name: "HistoricalData.csv",
    content: lines(
      "Date,Close/Last,Volume,Open,High,Low",
      "01/16/2024,$13.00,300,$12.00,$14.00,$11.00",
      "01/15/2024,$12.00,200,$11.00,$13.00,$10.00",
      "01/14/2024,$11.00,100,$10.00,$12.00,$9.00",
    ),
    bars: { HistoricalData: at("2024-01-14T00:00Z", "2024-01-15T00:00Z", "2024-01-16T00:00Z") },
    says: ["close from Close/Last"],
  },
  {
    kind: "decimal commas, semicolons (German)",
    name: "DAX.csv",
    content: lines(
      "Datum;Open;High;Low;Close;Volume",
      "02.01.2024;10,50;12,25;9,75;11,10;100",
      "03.01.2024;11,00;13,00;10,00;12,00;1.200",
    ),
    refusal: '--columns "time=Datum"',
    options: { columns: { time: "Datum" } },
    flags: '--columns "time=Datum"',
    bars: { DAX: ["2024-01-02T00:00Z 10.5 12.25 9.75 11.1 100", "2024-01-03T00:00Z 11 13 10 12 1200"] },
  },
  {
    kind: "decimal commas and thousands points",
    name: "DAX.csv",
    content: lines(
      "Date;Open;High;Low;Close;Volume",
      "02.01.2024;16.500,50;16.700,25;16.400,75;16.650,10;12.000",
      "03.01.2024;16.650,10;16.800,00;16.600,00;16.700,00;850",
    ),
    bars: {
      DAX: [
        "2024-01-02T00:00Z 16500.5 16700.25 16400.75 16650.1 12000",
        "2024-01-03T00:00Z 16650.1 16800 16600 16700 850",
      ],
    },
  },
  {
    kind: "points that may separate thousands or decimals",
    name: "DAX.csv",
    content: lines(
      "Date;Open;High;Low;Close;Volume",
      "2024-01-02;16.500;16.700;16.400;16.650;12.000",
      "2024-01-03;16.650;16.800;16.600;16.700;9.500",
    ),
    refusal: "--decimal comma if the points separate thousands, or --decimal point",
    options: { decimal: "comma" },
    flags: "--decimal comma",
    bars: {
      DAX: ["2024-01-02T00:00Z 16500 16700 16400 16650 12000", "2024-01-03T00:00Z 16650 16800 16600 16700 9500"],
    },
  },
  {
    kind: "commas that may separate thousands or decimals",
    name: "DAX.csv",
    content: lines(
      "Date;Open;High;Low;Close",
      "2024-01-02;16,500;16,700;16,400;16,650",
      "2024-01-03;16,650;16,800;16,600;16,700",
    ),
    refusal: "--decimal point if it separates thousands",
    options: { decimal: "point" },
    flags: "--decimal point",
    bars: { DAX: ["2024-01-02T00:00Z 16500 16700 16400 16650 0", "2024-01-03T00:00Z 16650 16800 16600 16700 0"] },
  },
  {
    kind: "a delimiter after each row",
    name: "AAA.csv",
    content: lines(
      "date,open,high,low,close,volume",
      "2024-01-02,10,12,9,11,100,",
      "2024-01-03,11,13,10,12,200,",
      "2024-01-04,12,14,11,13,300,",
    ),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "`write.table` of R: row names without a name",
    name: "AAA.csv",
    content: lines(
      "open high low close volume".replaceAll(" ", ","),
      "2024-01-02,10,12,9,11,100",
      "2024-01-03,11,13,10,12,200",
      "2024-01-04,12,14,11,13,300",
    ),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "a line of units below the names",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close", ",USD,USD,USD,USD", "2024-01-02,10,12,9,11", "2024-01-03,11,13,10,12"),
    refusal: "To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  },
  {
    kind: "names again in the middle of a file of joined downloads",
    name: "AAA.csv",
    content: lines(
      "date,open,high,low,close",
      "2024-01-02,10,12,9,11",
      "date,open,high,low,close",
      "2024-01-03,11,13,10,12",
    ),
    refusal: "To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  },
  {
    kind: "decimal commas and spaces between thousands (French)",
    name: "AAA.csv",
    content: lines("Date;Open;High;Low;Close;Volume", "2024-01-02;16 500,50;16 700,25;16 400,75;16 650,10;12 000"),
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAA: ["2024-01-02T00:00Z 16500.5 16700.25 16400.75 16650.1 12000"] },
  },
  {
    kind: "apostrophes between thousands (Swiss)",
    name: "AAA.csv",
    content: lines("Date;Open;High;Low;Close;Volume", "2024-01-02;16'500.50;16'700.25;16'400.75;16'650.10;12'000"),
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAA: ["2024-01-02T00:00Z 16500.5 16700.25 16400.75 16650.1 12000"] },
  },
  {
    kind: "commas between the thousands of volumes, and prices with points",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close,Volume", '2024-01-02,10.25,12.50,9.75,11.10,"1,234"'),
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAA: ["2024-01-02T00:00Z 10.25 12.5 9.75 11.1 1234"] },
  },
  {
    kind: "National Stock Exchange of India: commas after lakhs and crores, names with spaces after them",
    name: "AAA.csv",
    content: lines(
      '"Date ","series ","OPEN ","HIGH ","LOW ","PREV. CLOSE ","ltp ","close ","vwap ","VOLUME "',
      '"02-Jan-2024","EQ","2,592.05","2,612.00","2,573.15","2,590.25","2,611.00","2,611.70","2,596.55","66,91,512"',
    ),
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAA: ["2024-01-02T00:00Z 2592.05 2612 2573.15 2611.7 6691512"] },
  },
  {
    kind: "points that may separate thousands, with German dates and plain volumes",
    name: "AAA.csv",
    content: lines(
      "Date;Open;High;Low;Close;Volume",
      "02.01.2024;16.500;16.700;16.400;16.650;123456",
      "03.01.2024;16.500;16.700;16.400;16.650;123456",
    ),
    refusal: "--decimal",
    options: { decimal: "comma" },
    flags: "--decimal comma",
    bars: {
      AAA: ["2024-01-02T00:00Z 16500 16700 16400 16650 123456", "2024-01-03T00:00Z 16500 16700 16400 16650 123456"],
    },
  },
  {
    kind: "negative prices in parentheses",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close,Volume", "2020-04-20,17.73,17.85,(40.32),(37.63),100"),
    refusal:
      'column Low: must be a number, was "(40.32)". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows',
  },
  {
    kind: "an index without volumes",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close,Volume", "2024-01-02,10,12,9,11,-", "2024-01-03,11,13,10,12,-"),
    bars: { AAA: ["2024-01-02T00:00Z 10 12 9 11 0", "2024-01-03T00:00Z 11 13 10 12 0"] },
    says: ["column not read: Volume"],
  },
  {
    kind: "a missing volume among others",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close,Volume", "2024-01-02,10,12,9,11,100", "2024-01-03,11,13,10,12,"),
    refusal:
      "line 3, column Volume: must be a number, was empty. To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  },
  {
    kind: "a row without prices (N/A)",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close,Volume", "2024-01-02,10,12,9,11,100", "2024-01-03,N/A,N/A,N/A,N/A,0"),
    refusal:
      'line 3, column Open: must be a number, was "N/A". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows',
  },
  {
    kind: "a row of zeros for a day without trades",
    name: "AAA.csv",
    content: lines("Date,Open,High,Low,Close,Volume", "2024-01-02,10,12,9,11,100", "2024-01-03,0,0,0,0,0"),
    bars: { AAA: ["2024-01-02T00:00Z 10 12 9 11 100", "2024-01-03T00:00Z 0 0 0 0 0"] },
    says: ["1 bar has only zeros and is read as prices of 0"],
  },
  {
    kind: "Bloomberg: names of fields",
    name: "AAA.csv",
    content: lines(
      "Date,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME",
      "2024-01-02,10,12,9,11,100",
      "2024-01-03,11,13,10,12,200",
      "2024-01-04,12,14,11,13,300",
    ),
    bars: { AAA: at(...DAYS) },
    says: ["close from PX_LAST"],
  },
  {
    kind: "Refinitiv Tick History: RIC, time in UTC, last price",
    name: "AAA.csv",
    content: lines(
      "#RIC,Domain,Date-Time,GMT Offset,Type,Open,High,Low,Last,Volume",
      ...UTC_MINUTES.map((time, i) => {
        const values = ["10,12,9,11,100", "11,13,10,12,200", "12,14,11,13,300"][i]!;
        return `AAA.O,Market Price,${time.slice(0, 16)}:00.000000000Z,-5,Intraday 1Min,${values}`;
      }),
    ),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["close from Last"],
  },
  {
    kind: "BSE of India: prices and number of shares",
    name: "AAA.csv",
    content: lines(
      "Date,Open Price,High Price,Low Price,Close Price,WAP,No.of Shares,No. of Trades",
      "2-January-2024,10,12,9,11,10.5,100,7",
      "3-January-2024,11,13,10,12,11.5,200,8",
      "4-January-2024,12,14,11,13,12.5,300,9",
    ),
    bars: { AAA: at(...DAYS) },
    says: ["volume from No.of Shares"],
  },
  {
    kind: "MetaStock: ticker, period, dates and times of digits",
    name: "AAA.txt",
    content: lines(
      "<TICKER>,<PER>,<DTYYYYMMDD>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>",
      "AAA,1,20240102,093000,10,12,9,11,100",
      "AAA,1,20240102,093100,11,13,10,12,200",
      "AAA,1,20240102,093200,12,14,11,13,300",
    ),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "Sierra Chart: spaces after commas, last price, bid and ask volume",
    name: "AAA.txt",
    content: lines(
      "Date, Time, Open, High, Low, Last, Volume, NumberOfTrades, BidVolume, AskVolume",
      "2024/1/2, 09:30:00.000000, 10, 12, 9, 11, 100, 7, 50, 50",
      "2024/1/2, 09:31:00.000000, 11, 13, 10, 12, 200, 8, 100, 100",
      "2024/1/2, 09:32:00.000000, 12, 14, 11, 13, 300, 9, 150, 150",
    ),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "TradingView, with plots of indicators of one name",
    name: "AAA.csv",
    content: lines(
      "time,open,high,low,close,Volume,Plot,Plot",
      "1704187800,10,12,9,11,100,1,2",
      "1704187860,11,13,10,12,200,1,2",
      "1704187920,12,14,11,13,300,1,2",
    ),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["columns not read: Plot, Plot"],
  },
  {
    kind: "Barchart: latest price, and a last line about the download",
    name: "AAA.csv",
    content: lines("Time,Open,High,Low,Latest,Volume", "01/16/2024,10,12,9,11,100", '"Downloaded from Barchart.com"'),
    refusal:
      "line 3: must have 6 cells, had 1. To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  },
  {
    kind: "a number of units that no name calls a volume",
    name: "AAA.csv",
    content: lines(
      "date,open,high,low,close,quantity",
      "2024-01-02,10,12,9,11,100",
      "2024-01-03,11,13,10,12,200",
      "2024-01-04,12,14,11,13,300",
    ),
    refusal: '--columns "volume=quantity"',
    options: { columns: { volume: "quantity" } },
    flags: '--columns "volume=quantity"',
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "closes only",
    name: "SOFR.csv",
    content: lines("date,close", "2024-01-02,11", "2024-01-03,12", "2024-01-04,13"),
    refusal: '--columns "close=close"',
    options: { columns: { close: "close" } },
    flags: '--columns "close=close"',
    bars: {
      SOFR: ["2024-01-02T00:00Z 11 11 11 11 0", "2024-01-03T00:00Z 12 12 12 12 0", "2024-01-04T00:00Z 13 13 13 13 0"],
    },
    says: ["open, high and low are the close"],
  },
  {
    kind: "no column of prices",
    name: "calendar.csv",
    content: lines("date,event", "2024-01-02,holiday", "2024-01-03,earnings"),
    refusal: "--columns",
  },
  {
    kind: "quotes",
    name: "EURUSD.csv",
    content: lines("time,bid,ask", "2024-01-02 09:30:00.100,1.1,1.2", "2024-01-02 09:30:00.200,1.1,1.2"),
    refusal: "hindcast import ticks",
  },
  {
    kind: "option chain",
    name: "chain.csv",
    content: lines("date,strike,type,bid,ask", "2024-01-02,100,call,1,2", "2024-01-02,110,call,1,2"),
    refusal: "hindcast import chain",
  },
  {
    kind: "bars of bid and ask",
    name: "EURUSD.csv",
    content: lines(
      "time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close",
      "2024-01-02,1,2,1,2,1,2,1,2",
    ),
    refusal: "hindcast import bid-ask",
  },
  {
    kind: "CSV packed with gzip",
    name: "AAA.csv.gz",
    content: binary("days.csv.gz"),
    layout: "timestamp, open, high, low, close, volume",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "CSV packed with Zstandard",
    name: "AAA.csv.zst",
    content: binary("days.csv.zst"),
    layout: "timestamp, open, high, low, close, volume",
    bars: { AAA: at(...DAYS) },
  },
];

import { at, DAYS, type FileKind, HOURS, lines, MINUTES, NEW_YORK, UTC_MINUTES } from "./file-kind.ts";

/** Files without a line of names. */
export const headerless: readonly FileKind[] = [
  {
    kind: "Kraken: seconds, prices, volume, trades",
    name: "XBTUSD_60.csv",
    content: lines("1704186000,10,12,9,11,100,7", "1704189600,11,13,10,12,200,8", "1704193200,12,14,11,13,300,9"),
    bars: { XBTUSD_60: at(...HOURS) },
    says: ["without a header", "extra column trades"],
  },
  {
    kind: "HistData, ASCII minutes: Eastern Standard Time all year",
    name: "DAT_ASCII_EURUSD_M1_202407.csv",
    content: lines(
      "20240702 093000;10;12;9;11;100",
      "20240702 093100;11;13;10;12;200",
      "20240702 093200;12;14;11;13;300",
    ),
    bars: { EURUSD: at("2024-07-02T14:30Z", "2024-07-02T14:31Z", "2024-07-02T14:32Z") },
    says: ["Etc/GMT+5"],
  },
  {
    kind: "HistData, MetaTrader minutes",
    name: "DAT_MT_EURUSD_M1_202407.csv",
    content: lines(
      "2024.07.02,09:30,10,12,9,11,100",
      "2024.07.02,09:31,11,13,10,12,200",
      "2024.07.02,09:32,12,14,11,13,300",
    ),
    bars: { EURUSD: at("2024-07-02T14:30Z", "2024-07-02T14:31Z", "2024-07-02T14:32Z") },
    says: ["Etc/GMT+5"],
  },
  {
    kind: "FirstRate: minutes",
    name: "AAA_full_1min.txt",
    content: lines(
      "2024-01-02 09:30:00,10,12,9,11,100",
      "2024-01-02 09:31:00,11,13,10,12,200",
      "2024-01-02 09:32:00,12,14,11,13,300",
    ),
    ...NEW_YORK,
    bars: { AAA_full_1min: at(...MINUTES) },
  },
  {
    kind: "NinjaTrader: minutes",
    name: "ES 03-24.Last.txt",
    content: lines(
      "20240102 093000;10;12;9;11;100",
      "20240102 093100;11;13;10;12;200",
      "20240102 093200;12;14;11;13;300",
    ),
    bars: { "ES 03-24.Last": at(...UTC_MINUTES) },
    says: ["YYYYMMDD HHmmss, UTC"],
  },
  {
    kind: "NinjaTrader: days",
    name: "ES.txt",
    content: lines("20240102;10;12;9;11;100", "20240103;11;13;10;12;200", "20240104;12;14;11;13;300"),
    bars: { ES: at(...DAYS) },
  },
  {
    kind: "Kibot: date, time, prices, volume, with dates that no row decides",
    name: "IBM.txt",
    content: lines(
      "01/02/2024,09:30,10,12,9,11,100",
      "01/02/2024,09:31,11,13,10,12,200",
      "01/02/2024,09:32,12,14,11,13,300",
    ),
    refusal: '--date-format "MM/DD/YYYY" or --date-format "DD/MM/YYYY"',
    options: { dateFormat: "MM/DD/YYYY", zone: "America/New_York" },
    flags: "--date-format MM/DD/YYYY --zone America/New_York",
    bars: { IBM: at(...MINUTES) },
  },
  {
    kind: "MetaTrader 4 without a header",
    name: "EURUSD60.csv",
    content: lines(
      "2024.01.02,09:00,10,12,9,11,100",
      "2024.01.02,10:00,11,13,10,12,200",
      "2024.01.02,11:00,12,14,11,13,300",
    ),
    bars: { EURUSD60: at(...HOURS) },
    says: ["YYYY.MM.DD and HH:mm"],
  },
  {
    kind: "Stooq's bulk files, of which the header was removed",
    name: "aaa.us.txt",
    content: lines(
      "AAA.US,D,20240102,000000,10,12,9,11,100,0",
      "AAA.US,D,20240103,000000,11,13,10,12,200,0",
      "AAA.US,D,20240104,000000,12,14,11,13,300,0",
    ),
    refusal: '--columns "time,open,high,low,close,volume"',
    options: { columns: ["symbol", "-", "time", "-", "open", "high", "low", "close", "volume", "-"] },
    flags: "--columns symbol,-,time,-,open,high,low,close,volume,-",
    bars: { "AAA.US": at(...DAYS) },
  },
  {
    kind: "Coinbase: seconds, low, high, open, close, volume, newest first",
    name: "BTC-USD.csv",
    content: lines("1704193200,11,14,12,13,300", "1704189600,10,13,11,12,200", "1704186000,9,12,10,11,100"),
    bars: { "BTC-USD": at(...HOURS) },
    says: ["rows from newest to oldest, read in reverse"],
  },
  {
    kind: "Binance klines, milliseconds",
    name: "BTCUSDT-1h-2024-01.csv",
    content: lines(
      "1704186000000,10,12,9,11,100,1704189599999,1100,7,50,550,0",
      "1704189600000,11,13,10,12,200,1704193199999,2400,8,100,1200,0",
      "1704193200000,12,14,11,13,300,1704196799999,3900,9,150,1950,0",
    ),
    bars: { "BTCUSDT-1h-2024-01": at(...HOURS) },
    says: ["milliseconds since 1970"],
  },
  {
    kind: "Binance klines since 2025, microseconds",
    name: "BTCUSDT-1h-2025-01.csv",
    content: lines(
      "1704186000000000,10,12,9,11,100,1704189599999999,1100,7,50,550,0",
      "1704189600000000,11,13,10,12,200,1704193199999999,2400,8,100,1200,0",
      "1704193200000000,12,14,11,13,300,1704196799999999,3900,9,150,1950,0",
    ),
    bars: { "BTCUSDT-1h-2025-01": at(...HOURS) },
    says: ["microseconds since 1970"],
  },
  {
    kind: "LEAN: date and prices times 10,000",
    name: "spy.csv",
    content: lines(
      "20240102 00:00,4700000,4750000,4690000,4740000,100",
      "20240103 00:00,4740000,4760000,4700000,4710000,200",
      "20240104 00:00,4710000,4730000,4680000,4690000,300",
    ),
    refusal: "hindcast import lean",
  },
  {
    kind: "LEAN: milliseconds since midnight and prices times 10,000",
    name: "20240102_spy_minute_trade.csv",
    content: lines(
      "34200000,4700000,4750000,4690000,4740000,100",
      "34260000,4740000,4760000,4700000,4710000,200",
      "34320000,4710000,4730000,4680000,4690000,300",
    ),
    refusal: "hindcast import lean",
  },
  {
    kind: "rows in an unknown order",
    name: "AAA.csv",
    content: lines("2024-01-02,9,11,12,10,100", "2024-01-03,10,12,13,11,200", "2024-01-04,11,13,14,12,300"),
    refusal: '--columns "time,open,high,low,close,volume"',
    options: { columns: ["time", "low", "close", "high", "open", "volume"] },
    flags: "--columns time,low,close,high,open,volume",
    bars: { AAA: at(...DAYS) },
  },
];

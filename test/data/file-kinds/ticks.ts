import { type FileKind, lines } from "./file-kind.ts";

const UTC_QUOTES = ["EURUSD 2024-07-02T09:30:00.123Z 1.0712 1.0713", "EURUSD 2024-07-02T09:30:01.456Z 1.0713 1.0714"];

/** Trades and quotes, one for each row. */
export const ticks: readonly FileKind[] = [
  {
    kind: "HistData, quotes: Eastern Standard Time all year, no header",
    name: "DAT_ASCII_EURUSD_T_202407.csv",
    content: lines("20240702 093000123,1.0712,1.0713,0", "20240702 093001456,1.0713,1.0714,0"),
    refusal: "looks like trades or quotes. Import it with hindcast import ticks",
    imports: {
      importer: "ticks",
      rows: ["EURUSD 2024-07-02T14:30:00.123Z 1.0712 1.0713", "EURUSD 2024-07-02T14:30:01.456Z 1.0713 1.0714"],
    },
  },
  {
    kind: "HistData, NinjaTrader: last bids",
    name: "DAT_NT_EURUSD_T_LAST_202407.csv",
    content: lines("20240702 093000;1.0712;1", "20240702 093001;1.0714;2"),
    imports: {
      importer: "ticks",
      settings: { interval: "1m" },
      rows: ["EURUSD 2024-07-02T14:30:00.000Z 1.0712 1.0714 1.0712 1.0714 3"],
    },
    flags: "--interval 1m",
  },
  {
    kind: "TrueFX: pair, UTC, bid, ask",
    name: "EURUSD-2024-07.csv",
    content: lines("EUR/USD,20240702 09:30:00.123,1.0712,1.0713", "EUR/USD,20240702 09:30:01.456,1.0713,1.0714"),
    refusal: "looks like trades or quotes. Import it with hindcast import ticks",
    imports: { importer: "ticks", rows: UTC_QUOTES },
  },
  {
    kind: "Dukascopy: UTC, day first, ask before bid",
    name: "EURUSD_Ticks_02.07.2024-02.07.2024.csv",
    content: lines(
      "Gmt time,Ask,Bid,AskVolume,BidVolume",
      "02.07.2024 09:30:00.123,1.0713,1.0712,1.5,2.5",
      "02.07.2024 09:30:01.456,1.0714,1.0713,1.5,2.5",
    ),
    imports: { importer: "ticks", rows: UTC_QUOTES },
  },
  {
    kind: "MetaTrader 5: only the prices that changed",
    name: "EURUSD.csv",
    content: lines(
      "<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>",
      "2024.07.02\t09:30:00.123\t1.0712\t1.0713\t\t\t6",
      "2024.07.02\t09:30:01.456\t1.0713\t\t\t\t2",
      "2024.07.02\t09:30:02.000\t\t1.0715\t\t\t4",
    ),
    imports: {
      importer: "ticks",
      settings: { timeZone: "UTC" },
      rows: [
        "EURUSD 2024-07-02T09:30:00.123Z 1.0712 1.0713",
        "EURUSD 2024-07-02T09:30:01.456Z 1.0713 1.0713",
        "EURUSD 2024-07-02T09:30:02.000Z 1.0713 1.0715",
      ],
    },
    flags: "--time-zone UTC",
  },
  {
    kind: "Binance, joined trades without a header",
    name: "BTCUSDT-aggTrades-2024-01.csv",
    content: lines("1,100.00,0.25,1,1,1704067200000,true,true", "2,101.00,0.5,2,2,1704067230000,false,true"),
    imports: {
      importer: "ticks",
      settings: { interval: "1m", instrument: { assetClass: "crypto" } },
      rows: ["BTCUSDT 2024-01-01T00:00:00.000Z 100 101 100 101 0.75"],
    },
    flags: "--interval 1m --asset-class crypto",
  },
  {
    kind: "Kraken: seconds, price, volume, without a header",
    name: "XBTUSD.csv",
    content: lines("1704067200.1234,100,0.25", "1704067230.5,101,0.5"),
    imports: {
      importer: "ticks",
      settings: { interval: "1m", instrument: { assetClass: "crypto" } },
      rows: ["XBTUSD 2024-01-01T00:00:00.000Z 100 101 100 101 0.75"],
    },
    flags: "--interval 1m --asset-class crypto",
  },
  {
    kind: "Kibot: date, time, price, bid, ask and size without a header, with the columns named",
    name: "AAA.csv",
    content: lines("07/02/2024,09:30:00,10,9.9,10.1,100", "07/02/2024,09:30:01,11,9.9,11.1,200"),
    imports: {
      importer: "ticks",
      settings: {
        interval: "1m",
        columns: ["date", "time", "price", "bid", "ask", "size"],
        dateFormat: "MM/DD/YYYY",
      },
      rows: [
        "AAA 2024-07-02T13:30:00.000Z 9.9 10.1",
        "AAA 2024-07-02T13:30:01.000Z 9.9 11.1",
        "AAA 2024-07-02T13:30:00.000Z 10 11 10 11 300",
      ],
    },
    flags: "--interval 1m --columns date,time,price,bid,ask,size --date-format MM/DD/YYYY",
  },
];

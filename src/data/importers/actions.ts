import { basename } from "node:path";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { pluralize } from "../../primitives/words.ts";
import { zoneOf } from "../../time/zone.ts";
import { BAR_FILE_ENDINGS, formatOf } from "../bar-formats.ts";
import type { CellReader } from "../csv/cell.ts";
import type { ColumnReader } from "../csv/rows.ts";
import { LARGEST_FILE } from "../file-bytes.ts";
import { fileError, invalidFile } from "../file-error.ts";
import { type ActionRow, actionsOfRows, type CashUnits } from "../importing/action-rows.ts";
import { AMOUNTS, dayOfDate } from "../importing/fact-table.ts";
import { type RecoveredActions, recoverActions } from "../importing/recovered-actions.ts";
import { textTimes, unreadNotes } from "../importing/import-table.ts";
import { type ImportedPart, type Importer, type ImportFile, refuseRow } from "../importing/importer.ts";
import { symbolOf } from "../importing/instrument-of.ts";
import type { BarTable, TableRows } from "../reading/bar-table.ts";
import { normalizedName } from "../reading/columns.ts";
import { SymbolReader } from "../reading/misread-checks.ts";
import { timesOf } from "../reading/table-times.ts";

/**
 * Imports splits, dividends and delistings of recorded instruments from tables: a row an action, or a row a day with columns of split
 * ratios and dividends, as vendors of adjusted prices write them. A table of closes and adjusted closes alone shows the actions that explain
 * their differences.
 */
export const actions: Importer = {
  name: "actions",
  title: "Splits, dividends and delistings of recorded instruments",
  endings: BAR_FILE_ENDINGS,
  read,
};

/** What a column of a table of actions holds. */
type Role =
  | "date"
  | "symbol"
  | "kind"
  | "ratio"
  | "inverseRatio"
  | "from"
  | "to"
  | "cash"
  | "cashAfterSplits"
  | "gains"
  | "price"
  | "close"
  | "adjClose";

/** Names of each column, normalized; the first that a table has is read. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  date: [
    "exdate",
    "exdividenddate",
    "effectivedate",
    "executiondate",
    "date",
    "timestamp",
    "datetime",
    "time",
    "tradedate",
    "",
    "index",
  ],
  symbol: ["symbol", "ticker", "actsymbol", "tic", "code", "name", "instrument", "sid"],
  kind: ["kind", "type", "action", "event"],
  ratio: ["splitratio", "splitfactor", "splitcoefficient", "stocksplits", "split", "splits", "ratio", "value"],
  inverseRatio: [],
  from: ["splitfrom"],
  to: ["splitto"],
  cash: ["exdividend", "divcash", "dividendamount", "cashamount", "dividend", "amount", "cash", "value"],
  cashAfterSplits: ["dividends"],
  gains: ["capitalgains"],
  price: ["price", "amount", "value"],
  close: ["close"],
  adjClose: ["adjclose", "adjustedclose"],
};

/** The columns of a table of actions, by what they hold. */
type Columns = Readonly<Partial<Record<Role, number>>>;

async function read(file: ImportFile): Promise<ImportedPart> {
  const { text, settings } = file;
  const format = formatOf(text.bytes.subarray(0, text.length));
  const table = await format.open(file.file, text, settings.maxBytes ?? LARGEST_FILE);
  const columns = columnsOf(table);
  const rows = await readRows(file, table, columns);
  const groups = groupBy(
    rows,
    ({ symbol }) => symbol ?? file.symbol ?? symbolOf(file, table.facts.symbol ?? file.name),
  );
  const only = groups.size === 1 ? file.symbol : undefined;
  const chosen = settings.symbols ?? (file.symbol === undefined || only !== undefined ? undefined : [file.symbol]);
  const notes: string[] = [];
  const parts = [...groups].flatMap(([name, own]) => {
    const symbol = only ?? name;
    const instrument = file.recorded?.instruments.find((one) => one.symbol === symbol);
    if (instrument === undefined || chosen?.includes(symbol) === false) return [];
    return [{ instrument, actions: actionsOf(file, columns, instrument, own, notes) }];
  });
  if (parts.length === 0) {
    const symbols = only === undefined ? [...groups.keys()] : [only];
    const shown = symbols.slice(0, 5).join(", ");
    const message = `has actions of ${shown}${symbols.length > 5 ? " and others" : ""}, without recorded bars: import their bars first, or give the symbol as SYMBOL=FILE`;
    throw new HindcastError("SYMBOL_UNKNOWN", `${file.file} ${message}`, { file: file.file, symbols });
  }
  if (parts.length < groups.size) {
    const left = pluralize(groups.size - parts.length, "symbol");
    notes.push(`${basename(file.file)}: actions of ${left} are left out, which are not recorded or not chosen.`);
  }
  return {
    instruments: parts.map(({ instrument }) => instrument),
    actions: parts.flatMap(({ actions: own }) => own),
    notes: [...table.notes, ...notes, ...unreadNotes(file.file, table.names, Object.values(columns))],
  };
}

/** Finds the columns of a table. Throws `DATA_FILE_INVALID` unless it has a date, and a split, a dividend or both kinds of closes. */
function columnsOf({ file, names, named }: BarTable): Columns {
  if (!named) throw invalidFile(file, "must name its columns in its first line", { header: names });
  const plain = names.map(normalizedName);
  const at = (role: Role): number | undefined => {
    const name = NAMES[role].find((one) => plain.includes(one));
    return name === undefined ? undefined : plain.indexOf(name);
  };
  const columns = withoutUndefined(
    Object.fromEntries((Object.keys(NAMES) as Role[]).map((role) => [role, at(role)])),
  ) as Columns;
  const { date, kind, ratio, from, to, cash, cashAfterSplits, close, adjClose } = columns;
  const isByDay =
    ratio !== undefined ||
    (from !== undefined && to !== undefined) ||
    cash !== undefined ||
    cashAfterSplits !== undefined ||
    (close !== undefined && adjClose !== undefined);
  if (date === undefined || (kind === undefined && !isByDay)) {
    const message = `must have a date, and columns of splits (split_ratio) or dividends (dividend), or a kind with a ratio or amount, or close and adj close; its columns are ${names.join(", ")}`;
    throw invalidFile(file, message, { header: names });
  }
  // Ratios next to effective dates are old units per new unit: 0.5 for 2:1.
  const isInverse = ratio !== undefined && plain[ratio] === "ratio" && plain[date] === "effectivedate";
  return isInverse ? { ...withoutUndefined({ ...columns, ratio: undefined }), inverseRatio: ratio } : columns;
}

/** A row of a table of actions. */
interface TableRow extends ActionRow {
  readonly symbol: string | undefined;
  /** Instant of the date. */
  readonly time: number;
  /** Position in `KINDS` of a row's kind; NaN for rows of a day. */
  readonly kind: number;
  readonly price: number;
  readonly close: number;
  readonly adjClose: number;
  readonly line: number;
}

async function readRows(file: ImportFile, table: BarTable, columns: Columns): Promise<readonly TableRow[]> {
  const refuse = (error: HindcastError): void => file.refusals.addRowError(file.file, error);
  const times = timesOf(table, { time: columns.date!, timeOfDay: undefined }, zoneOf("UTC"), file.settings.dateFormat);
  const symbols = new SymbolReader();
  const readers: ColumnReader[] = table.names.map(() => "skip");
  for (const [role, position] of Object.entries(columns) as [Role, number][])
    readers[position] = READERS[role] ?? AMOUNTS;
  if (columns.symbol !== undefined) readers[columns.symbol] = symbols;
  for (const [position, reader] of times.readers) readers[position] = reader;
  const rows = await table.read(readers, refuse);
  const timed = times.instants(rows, refuse);
  if (timed.rows.length === 0) throw fileError("DATA_EMPTY", file.file, "has no usable rows");
  return Array.from(timed.rows, (row) => rowOf(rows, row, columns, symbols.symbols, timed.time));
}

function rowOf(rows: TableRows, row: number, columns: Columns, symbols: readonly string[], time: Column): TableRow {
  const value = (role: Role): number => {
    const position = columns[role];
    return position === undefined ? NaN : rows.columns[position]![row]!;
  };
  const ratios = [value("ratio"), 1 / value("inverseRatio"), value("to") / value("from")];
  const [cash, gains] = [value("cash"), value("gains")];
  const dividend = Number.isNaN(cash) ? value("cashAfterSplits") : cash;
  // A dividend that is at least as large as the capital gains of the day contains them.
  const total = gains > 0 && !(dividend >= gains) ? gains + (dividend > 0 ? dividend : 0) : dividend;
  return {
    symbol: columns.symbol === undefined ? undefined : symbols[value("symbol")],
    time: time[row]!,
    exDate: 0,
    kind: value("kind"),
    ratio: ratios.find((ratio) => !Number.isNaN(ratio)) ?? NaN,
    cash: total,
    price: value("price"),
    close: value("close"),
    adjClose: value("adjClose"),
    line: rows.line(row),
  };
}

const KINDS = ["split", "dividend", "delisting"] as const;

/** Reads split ratios: units after a split per unit before it, as a number or as `4:1`. */
const RATIOS: CellReader = textTimes((text) => {
  const parts = /^(\d+(?:\.\d+)?) ?(?::|\/|-?for-?| for ) ?(\d+(?:\.\d+)?)$/i.exec(text.trim());
  return parts === null ? AMOUNTS.parse(text) : Number(parts[1]) / Number(parts[2]);
});

const READERS: Readonly<Partial<Record<Role, CellReader>>> = {
  ratio: RATIOS,
  kind: textTimes((text) => {
    const place = [/split/i, /div|distribution/i, /delist/i].findIndex((words) => words.test(text));
    return place === -1 ? "split, dividend or delisting" : place;
  }),
};

/** Returns the actions of one instrument. Refuses rows with impossible values. */
function actionsOf(
  file: ImportFile,
  columns: Columns,
  instrument: RecordedInstrument,
  given: readonly TableRow[],
  notes: string[],
): readonly CorporateAction[] {
  const { symbol, currency } = instrument;
  const zone = zoneOf(instrument.zone);
  const rows = given
    .map((row) => ({ ...row, exDate: dayOfDate(row.time, zone) }))
    .filter((row) => {
      const problem = problemOf(row);
      if (problem !== undefined) refuseRow(file, row.line, problem);
      return problem === undefined;
    });
  if (columns.kind !== undefined) {
    const dated = rows.map((row) => {
      const isSplit = row.kind === 0;
      return { exDate: row.exDate, ratio: isSplit ? row.ratio : NaN, cash: row.kind === 1 ? row.cash : NaN };
    });
    const delistings = rows
      .filter(({ kind }) => KINDS[kind] === "delisting")
      .map(({ exDate, price }): CorporateAction => {
        const paid = Number.isNaN(price) ? {} : { price };
        return Object.freeze({ symbol, kind: "delisting", exDate, ratio: 1, cash: 0, ...paid, currency });
      });
    return [...actionsOfRows(instrument, dated, "of-ex-date"), ...delistings];
  }
  const hasCash = columns.cash !== undefined || columns.cashAfterSplits !== undefined;
  if (hasCash || columns.close === undefined || columns.adjClose === undefined) {
    const units: CashUnits = columns.cash === undefined ? "after-splits" : "of-ex-date";
    return actionsOfRows(instrument, rows, units);
  }
  const basis = file.settings.instrument?.priceBasis ?? instrument.priceBasis;
  const { actions: recovered, ...exactness } = recoverActions(rows, basis);
  const dividends = recovered.filter(({ cash }) => cash > 0).length;
  const statesSplits = basis !== "raw" || columns.ratio !== undefined;
  const splits = statesSplits ? 0 : recovered.filter(({ ratio }) => ratio > 0 && ratio !== 1).length;
  const derived = `${splits === 0 ? "" : `${pluralize(splits, "split")} and `}${pluralize(dividends, "dividend")}`;
  notes.push(
    `${symbol}: ${derived} ${splits + dividends === 1 ? "is" : "are"} derived from the closes and adjusted closes.`,
    ...(splits === 0
      ? []
      : [`${symbol}: check the derived splits, since a dividend of a fifth of the price looks like a split of 5:4.`]),
    ...exactnessNotes(symbol, exactness),
  );
  return actionsOfRows(instrument, recovered, basis === "raw" ? "of-ex-date" : "after-splits");
}

/** Error of a dividend from which on a note states it. */
const NOTED_ERROR = 1e-4;

/** Returns a note on how exact derived dividends are, if the adjusted closes have few decimals. */
function exactnessNotes(
  symbol: string,
  { decimals, error, ignored }: Omit<RecoveredActions, "actions">,
): readonly string[] {
  if (Math.max(error, ignored) < NOTED_ERROR) return [];
  const inexact = error === 0 ? "" : `a derived dividend may be wrong by up to ${roundedUp(error)} per unit, and `;
  const ofCloses = decimals.close === undefined ? "" : `, and the closes ${decimals.close}`;
  return [
    `${symbol}: the adjusted closes have ${pluralize(decimals.adjClose, "decimal")}${ofCloses}, so that ${inexact}dividends below ${roundedUp(ignored)} per unit may be missing. Import a table of dividends for exact amounts.`,
  ];
}

/** Rounds an amount up to two significant digits. */
function roundedUp(amount: number): number {
  const step = 10 ** (Math.floor(Math.log10(amount)) - 1);
  return Number((Math.ceil(amount / step) * step).toPrecision(2));
}

function problemOf({ ratio, cash, price }: TableRow): readonly [string, string, string] | undefined {
  if (ratio < 0 || ratio === Infinity)
    return ["ratio", "negative_value", `a split ratio must be above 0, was ${ratio}`];
  if (cash < 0) return ["cash", "negative_value", `a dividend must not be negative, was ${cash}`];
  if (price < 0) return ["price", "negative_value", `a price must not be negative, was ${price}`];
  return undefined;
}

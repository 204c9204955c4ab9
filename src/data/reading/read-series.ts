import type { BarColumns, BarPlace } from "../../market/validate-bars.ts";
import { parameterError } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { groupThousands, pluralize } from "../../primitives/words.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { type CellReader, NUMBER_CELLS } from "../csv/cell.ts";
import type { ColumnReader, RefuseRow } from "../csv/rows.ts";
import type { EpochUnit } from "../csv/times.ts";
import { fileError, invalidFile } from "../file-error.ts";
import type { BarTable, TableFacts, TableRows, WideSymbol } from "./bar-table.ts";
import {
  type BarPart,
  type ChosenColumns,
  columnName,
  columnsAt,
  hasPriceNames,
  type Layout,
  isVolumeName,
  isWide,
  layoutOf,
  normalizedName,
  type Role,
} from "./columns.ts";
import { isTime, namesOfRows, otherShape } from "./headerless.ts";
import {
  refuseSwappedPrices,
  SymbolReader,
  textNotes,
  thousandsNotes,
  unreadColumnNotes,
  zeroNotes,
} from "./misread-checks.ts";
import {
  type DecimalMark,
  decimalMarkOf,
  FixedPointNumbers,
  isMissing,
  isOptionalNumber,
  MarkedNumbers,
  OwnNumbers,
  showsPoint,
  VolumeNumbers,
} from "./number-cells.ts";
import { isNewestFirst, placeRepeatedHours, reversedRows, rowsBySymbol, selectRows } from "./row-order.ts";
import { symbolsInNames } from "./symbols-in-names.ts";
import { type TimedRows, timesOf } from "./table-times.ts";
import { refuseOtherZones, zoneInColumn } from "./zone-suffix.ts";

/** What a user states about a table, because its rows do not show it. */
export interface TableChoices {
  /** Which columns hold the parts of a bar: all names in order (`-` leaves one out), or the name of the column of each part. */
  readonly columns?: ChosenColumns | undefined;
  /** Format of the times: letters such as `DD/MM/YYYY HH:mm`, or the name of a unit, as `readBars` has them. */
  readonly dateFormat?: string | undefined;
  /** Mark before the decimals of numbers. Default: what the numbers show. */
  readonly decimal?: DecimalMark | undefined;
  /** Symbols to read from a table with several. Default: all. */
  readonly symbols?: readonly string[] | undefined;
}

/** Bars of one symbol of a table, oldest first, before they are checked. */
export interface FoundSeries {
  /** Symbol that the table states; undefined if it states none. */
  readonly symbol: string | undefined;
  readonly columns: BarColumns;
  /** Numeric columns that are not part of bars, by name; NaN for missing numbers. */
  readonly own: Readonly<Record<string, Column>>;
  /** Returns the line of a bar in the file, or its number in the table, from 1. */
  readonly line: (row: number) => number;
  readonly place: (row: number) => BarPlace;
}

/** The series of a table, and how its columns were understood. */
export interface FoundTable {
  readonly series: readonly FoundSeries[];
  /** Name in the file of the column of each part of a bar. */
  readonly columns: Readonly<Partial<Record<BarPart, string>>>;
  /** Names of the numeric columns that are kept, although they are not part of bars. */
  readonly own: readonly string[];
  /** Names of the columns that are not read. */
  readonly unread: readonly string[];
  /** How the times are written, such as `YYYYMMDD HHmmss`. */
  readonly timeFormat: string;
  /** Whether any time had no offset, and was read in the zone. */
  readonly usedZone: boolean;
  /** Zone in which times without an offset were read: the one that they state, else the given one. */
  readonly zone: Zone;
  /** Unit of times given as numbers since 1970. */
  readonly unit: EpochUnit | undefined;
  readonly newestFirst: boolean;
  readonly notes: readonly string[];
}

const UTC = zoneOf("UTC");
/** Volume of bars without trades from Interactive Brokers, such as midpoints of currencies. */
const UNKNOWN_VOLUME = -1;

/** A symbol's columns in a table, with the symbol if the columns are its own. */
interface SymbolLayout {
  readonly symbol: string | undefined;
  readonly layout: Layout;
}

/**
 * Reads the bars of a table, separately for each symbol. Rows from new to old are reversed. If `refuse` is given, it receives the error of
 * each row that cannot be read, and the row is left out. Throws `DATA_EMPTY`, `PARAMETER_OUT_OF_RANGE` for symbols that the table does not
 * have, and `DATA_FILE_INVALID` for a table whose columns are missing or unclear, or without `refuse`, for a cell that cannot be read.
 */
export async function readSeries(
  given: BarTable,
  stated: Zone,
  choices: TableChoices = {},
  refuse?: RefuseRow,
): Promise<FoundTable> {
  const named = namedTable(given, choices.columns);
  const table = { ...named, facts: { ...zoneInColumn(named), ...named.facts } };
  const { file, names, facts } = table;
  const zone = facts.zone !== undefined && stated === UTC ? zoneOf(facts.zone) : stated;
  const cells = (position: number): string[] =>
    table.sample.map((row) => row[position] ?? "").filter((text) => text !== "");
  const layouts = layoutsOf(table, choices, cells);
  const { layout } = layouts[0]!;
  if (table.sample.length === 0) throw fileError("DATA_EMPTY", file, "has no rows below its header");
  const times = timesOf(table, layout, zone, choices.dateFormat);
  const readers: ColumnReader[] = names.map(() => "skip");
  const priceNotes = setPriceReaders(readers, table, layouts, choices.decimal, cells);
  for (const [position, reader] of times.readers) readers[position] = reader;
  for (const position of layout.symbols) readers[position] = new SymbolReader();
  const taken = new Set(layouts.flatMap((one) => partPositions(one.layout)));
  // A name that several columns have would name one of them by chance.
  const isUnique = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  const numeric = names.flatMap((name, at) =>
    !taken.has(at) && !isCounter(name) && isUnique(name) && isNumeric(cells(at)) ? [at] : [],
  );
  const emptyVolumes = names.flatMap((name, at) =>
    layout.volume === undefined && !taken.has(at) && !numeric.includes(at) && isVolumeName(name) ? [at] : [],
  );
  for (const position of [...numeric, ...emptyVolumes]) readers[position] = new OwnNumbers();

  const read = await table.read(readers, refuse);
  for (const position of emptyVolumes) refuseValues(table, position, read);
  const timed = times.instants(read, refuse);
  const own = numeric.filter((position) => (readers[position] as OwnNumbers).text === undefined);
  const unread = names.flatMap((_, at) => (taken.has(at) || own.includes(at) ? [] : [at]));
  const idColumns = own.filter((position) => cells(position).every((text) => /^\d+$/.test(text)));
  const textColumns = [...unread, ...idColumns].map((position) => ({
    name: columnName(names, position),
    at: (row: number) => read.text(timed.rows[row]!, position),
  }));
  const groups = groupsOf(table, layouts, readers, read, timed, choices.symbols);
  const usedZone = times.usedZone();
  if (usedZone && facts.zone === zone.name) refuseOtherZones(table, read);
  const { zone: ownZone } = times;
  let moved = 0;
  let reversals = 0;
  const withoutVolumes: string[] = [];
  const series = groups.map(({ symbol, layout: parts, rows }): FoundSeries => {
    const isComplete = rows.length === read.length;
    const asWritten = isComplete ? timed.time.subarray(0, rows.length) : selectRows(timed.time, rows);
    const newestFirst = isNewestFirst(asWritten, usedZone ? ownZone : UTC);
    if (newestFirst) reversals++;
    const ordered = newestFirst ? reversedRows(rows) : rows;
    const isWhole = !newestFirst && isComplete;
    const pick = (column: Column): Column => (isWhole ? column.subarray(0, rows.length) : selectRows(column, ordered));
    const time = pick(timed.time);
    if (usedZone) moved += placeRepeatedHours(time, ownZone);
    const columns = columnsAt(parts, rows.length, (position) =>
      position === parts.time ? time : pick(read.columns[position]!),
    );
    if (time.length > 0 && columns.volume.every((volume) => volume === UNKNOWN_VOLUME)) {
      columns.volume.fill(0);
      withoutVolumes.push(groups.length === 1 ? "Every volume" : `Every volume of ${symbol}`);
    }
    return {
      symbol,
      columns,
      own: Object.fromEntries(own.map((position) => [columnName(names, position), pick(read.columns[position]!)])),
      line: (row) => read.line(ordered[row]!),
      place: (row) => read.place(ordered[row]!),
    };
  });
  if (!given.named && choices.columns === undefined) refuseSwappedPrices(file, series);
  return {
    series,
    columns: namesOfParts(names, layout),
    own: own.map((position) => columnName(names, position)),
    unread: unread.map((position) => columnName(names, position)),
    timeFormat: times.format,
    usedZone,
    zone: ownZone,
    unit: times.unit,
    newestFirst: reversals > 0,
    notes: [
      ...table.notes,
      ...priceNotes,
      ...blankLineNotes(read.blankLines),
      ...(moved === 0 ? [] : [repeatedHourNote(moved, ownZone)]),
      ...incompleteNotes(names, read),
      ...withoutVolumes.map((what) => `${what} is -1, which means that it is unknown: volumes are read as 0.`),
      ...zeroNotes(series),
      ...unread
        .filter((position) => readers[position] instanceof OwnNumbers)
        .flatMap((position) => textNotes(table, read, position)),
      ...(choices.decimal === undefined ? thousandsNotes(table, layout, read, times.format) : []),
      ...(series.length > 1 || facts.wide !== undefined
        ? []
        : unreadColumnNotes(file, series[0]!.columns, textColumns)),
    ],
  };
}

function blankLineNotes(lines: number): readonly string[] {
  return lines === 0 ? [] : [`${pluralize(lines, "empty line")} between rows ${lines === 1 ? "was" : "were"} ignored.`];
}

/** Notes rows whose bars are not over, as exchanges state of their newest bar in a column `complete` or `confirm`. */
function incompleteNotes(names: readonly string[], read: TableRows): readonly string[] {
  const position = names.findIndex((name) => /^(?:is_?)?(?:complete|confirm|closed|final)$/i.test(name));
  if (position === -1) return [];
  let open = 0;
  for (let row = 0; row < read.length; row++) if (/^(?:false|0)$/i.test(read.text(row, position))) open++;
  if (open === 0) return [];
  const [bars, is] = [pluralize(open, "bar"), open === 1 ? "is" : "are"];
  return [
    `${bars} ${is} not over, as column ${names[position]!} states: the prices and the volume may not be the last.`,
  ];
}

function repeatedHourNote(rows: number, zone: Zone): string {
  return `${pluralize(rows, "row")} in the hour that clocks in ${zone.name} repeat at the end of daylight saving time: the order of rows decides which hour is meant.`;
}

/** Returns the table with names: its own, those of the choice, or those that its rows show. Throws `DATA_FILE_INVALID`. */
function namedTable(table: BarTable, chosen: ChosenColumns | undefined): BarTable {
  const { file, names, sample } = table;
  if (isWide(chosen)) return { ...table, facts: { ...table.facts, ...wideSymbols(table) } };
  if (Array.isArray(chosen)) {
    if (chosen.length === names.length) return { ...table, names: chosen.map((name) => (name === "-" ? "" : name)) };
    throw invalidFile(
      file,
      `has ${names.length} columns, but --columns names ${chosen.length}: name every column, with - for a column to leave out`,
      {
        columns: chosen.length,
        found: names.length,
      },
    );
  }
  if (table.named) {
    const wide = chosen === undefined && !hasPriceNames(names) ? symbolsInNames(names) : undefined;
    return wide === undefined ? table : { ...table, facts: { ...table.facts, ...wide } };
  }
  const other = otherShape(sample);
  if (other !== undefined) throw invalidFile(file, other, { header: sample[0]! });
  const found = namesOfRows(sample);
  if (found !== undefined) return { ...table, names: found };
  const message =
    `has no header, and its first row does not show which column is which: ${JSON.stringify(sample[0]!.join(",").slice(0, 200))}. ` +
    'Name the columns in order, such as --columns "time,open,high,low,close,volume", with - for a column to leave out';
  throw invalidFile(file, message, { header: sample[0]! });
}

/** Returns the column of times, which is the first if no other is declared or named as such, and a symbol with a close for each column of numbers. */
function wideSymbols({ file, names, sample, clock }: BarTable): Pick<TableFacts, "wide" | "wideTime"> {
  const twice = names.find((name, at) => name !== "" && names.indexOf(name) < at);
  if (twice !== undefined)
    throw invalidFile(file, `must have one column ${twice}, but its header has several`, { column: twice });
  const isDeclared = (at: number): boolean => clock?.(at) !== undefined && clock(at) !== "time of day";
  const declared = names.findIndex((_, at) => isDeclared(at));
  const named = names.findIndex((name) => /^(?:date|time|datetime|timestamp)$/i.test(name));
  const wideTime = Math.max(declared === -1 ? named : declared, 0);
  const wide = names.flatMap((symbol, at) => {
    const cells = sample.map((row) => row[at] ?? "");
    return at !== wideTime && symbol !== "" && isNumeric(cells) ? [{ symbol, positions: [at], names: ["close"] }] : [];
  });
  return { wide, wideTime };
}

/** Finds the columns of each symbol. */
function layoutsOf(
  { file, names, facts, sample, clock }: BarTable,
  { columns }: TableChoices,
  cells: (position: number) => readonly string[],
): readonly SymbolLayout[] {
  const chosen =
    Array.isArray(columns) || isWide(columns)
      ? undefined
      : (columns as Readonly<Partial<Record<Role, string>>> | undefined);
  const isTimeColumn = (position: number): boolean => {
    const declared = clock?.(position);
    return declared === undefined
      ? isCounter(names[position]!) && isTime(cells(position)[0] ?? "")
      : declared !== "time of day";
  };
  const isZero = (position: number): boolean => cells(position).every((text) => Number(text) === 0);
  const { wide, wideTime = 0 } = facts;
  if (wide !== undefined) return wide.map((one) => wideLayout(file, names, wideTime, one, isWide(columns)));
  const isNumberColumn = (position: number): boolean => isNumeric(cells(position));
  const symbol = facts.symbol ?? symbolIn(names, sample);
  const onlyClose = chosen?.close !== undefined || (Array.isArray(columns) && columns.includes("close"));
  const layout = layoutOf({ file, names, chosen, isZero, isNumberColumn, isTimeColumn, symbol, onlyClose });
  // An adjusted close or a volume without any value says nothing. Indexes and currencies often have no volume.
  const hasValue = (position: number | undefined): boolean =>
    position !== undefined && !cells(position).every(isMissing);
  const { adjClose, volume } = layout;
  return [
    {
      symbol: undefined,
      layout: {
        ...layout,
        adjClose: hasValue(adjClose) ? adjClose : undefined,
        volume: hasValue(volume) ? volume : undefined,
      },
    },
  ];
}

/** Returns the symbol in the first row; an empty text if no column has that name. */
function symbolIn(names: readonly string[], sample: readonly (readonly string[])[]): string {
  const position = names.findIndex((name) => /^(?:symbol|pair|ticker)$/i.test(name));
  return sample[0]?.[position] ?? "";
}

function wideLayout(
  file: string,
  names: readonly string[],
  time: number,
  { symbol, positions, names: own }: WideSymbol,
  onlyClose: boolean,
): SymbolLayout {
  const layout = layoutOf({ file, names: [onlyClose ? "time" : names[time]!, ...own], onlyClose });
  const at = (position: number | undefined): number | undefined =>
    position === undefined ? undefined : position === 0 ? time : positions[position - 1]!;
  const parts = Object.fromEntries(
    Object.entries(layout).map(([part, position]) => [part, Array.isArray(position) ? [] : at(position as number)]),
  ) as unknown as Layout;
  return { symbol, layout: parts };
}

const PARTS = ["time", "timeOfDay", "open", "high", "low", "close", "volume", "adjClose"] as const;

function partPositions(layout: Layout): readonly number[] {
  return [...PARTS.flatMap((part) => layout[part] ?? []), ...layout.symbols];
}

function namesOfParts(names: readonly string[], layout: Layout): FoundTable["columns"] {
  const entries = PARTS.flatMap((part) => {
    const position = layout[part];
    return position === undefined ? [] : [[part, columnName(names, position)] as const];
  });
  return Object.fromEntries(entries);
}

/** Columns that show that whole prices count parts of a unit of currency, and the number of these parts. */
const FIXED_POINT: readonly (readonly [columns: readonly string[], parts: number])[] = [
  // Databento's schemas.
  [["rtype", "publisherid", "instrumentid"], 1e9],
];

/** Returns the number of parts of a unit of currency that prices count; undefined for prices with decimals, and for most files. */
function partsOfPrices(names: readonly string[], prices: readonly string[]): number | undefined {
  const plain = new Set(names.map(normalizedName));
  const parts = FIXED_POINT.find(([columns]) => columns.every((column) => plain.has(column)))?.[1];
  return prices.every((text) => /^-?\d+$/.test(text)) ? parts : undefined;
}

/** Sets the readers of prices and volumes, by the decimal mark that their sample shows. Returns notes. Throws `DATA_FILE_INVALID` for an unclear mark. */
function setPriceReaders(
  readers: ColumnReader[],
  { file, names, facts }: BarTable,
  layouts: readonly SymbolLayout[],
  stated: DecimalMark | undefined,
  cells: (position: number) => readonly string[],
): readonly string[] {
  const prices = layouts.flatMap(({ layout }) =>
    (["open", "high", "low", "close", "adjClose"] as const).flatMap((part) => layout[part] ?? []),
  );
  const mark = stated ?? decimalMarkOf(prices.flatMap(cells));
  if (mark === undefined) {
    const shown = prices.flatMap(cells).find((text) => text.includes(","))!;
    const message = `has prices such as ${JSON.stringify(shown)}, whose comma may separate thousands or decimals. Use --decimal point if it separates thousands, or --decimal comma if it separates decimals`;
    throw invalidFile(file, message, { was: shown });
  }
  const marked = new MarkedNumbers(mark, stated !== undefined || prices.flatMap(cells).some(showsPoint));
  const parts = stated === undefined ? partsOfPrices(names, prices.flatMap(cells)) : undefined;
  const reader = facts.wide === undefined ? marked : orMissing(marked);
  const isPlain = mark === "point" && facts.wide === undefined;
  for (const position of prices) {
    const isPlainPrice = isPlain && isPlainColumn(cells(position));
    readers[position] = parts === undefined ? (isPlainPrice ? "number" : reader) : new FixedPointNumbers(parts);
  }
  for (const { layout } of layouts)
    if (layout.volume !== undefined)
      readers[layout.volume] = isPlain && isPlainColumn(cells(layout.volume)) ? "number" : new VolumeNumbers(reader);
  if (parts === undefined) return [];
  return [`Prices are whole numbers of 1/${groupThousands(parts)}, as the other columns show, and are divided by it.`];
}

/** Whether the fast reader of decimal numbers can read a column; its errors are the usual ones. */
function isPlainColumn(texts: readonly string[]): boolean {
  return texts.every((text) => typeof NUMBER_CELLS.parse(text) === "number" || !/[,$€£¥\s'’]|[kmb]$/i.test(text));
}

/** Reads missing numbers as NaN. */
function orMissing(numbers: CellReader): CellReader {
  return {
    read: (view, at, out, row) => numbers.read(view, at, out, row),
    parse: (text) => (isMissing(text) ? NaN : numbers.parse(text)),
  };
}

/** Whether a column is the counter of rows that data frames write without a name. */
export function isCounter(name: string): boolean {
  return /^(?:unnamed: ?\d+|index)?$/i.test(name);
}

export function isNumeric(texts: readonly string[]): boolean {
  return texts.every(isOptionalNumber) && texts.some((text) => !isMissing(text));
}

function pricesOf({ open, high, low, close }: Layout): readonly number[] {
  return [open, high, low, close];
}

/** Rows of one symbol. */
interface Group extends SymbolLayout {
  readonly rows: Int32Array;
}

/** Whether the times of some rows rise from each row to the next, or fall. */
function isOneWay(time: Column, rows: Int32Array): boolean {
  let [rises, falls] = [0, 0];
  for (let i = 1; i < rows.length; i++) {
    const step = time[rows[i]!]! - time[rows[i - 1]!]!;
    if (step > 0) rises++;
    else if (step < 0) falls++;
  }
  return rises === rows.length - 1 || falls === rows.length - 1;
}

/** Throws `DATA_FILE_INVALID` if a column of volumes whose sample is empty has a number in another row. */
function refuseValues({ file, names }: BarTable, position: number, { columns, length, place }: TableRows): void {
  const row = columns[position]!.subarray(0, length).findIndex((value) => !Number.isNaN(value));
  if (row === -1) return;
  const column = columnName(names, position);
  const message = `has numbers in few rows of column ${column}, first in ${place(row).text}. Fill the others, or leave the column out with --columns`;
  throw invalidFile(file, message, { column });
}

/**
 * Returns the rows of each symbol that is read. Throws `PARAMETER_OUT_OF_RANGE` for a chosen symbol without rows, and `DATA_FILE_INVALID` for
 * rows without a symbol.
 */
function groupsOf(
  { file, facts, names }: BarTable,
  layouts: readonly SymbolLayout[],
  readers: readonly ColumnReader[],
  read: TableRows,
  { rows, time }: TimedRows,
  chosen: readonly string[] | undefined,
): readonly Group[] {
  const groups = allGroups();
  if (chosen === undefined) return groups;
  const known = groups.map(({ symbol }) => symbol ?? "");
  // A symbol names the series of a file that states none.
  if (groups.length === 1 && (chosen.length === 1 || known[0] === "")) return groups;
  const missing = chosen.find((symbol) => !known.includes(symbol));
  if (missing === undefined) return groups.filter(({ symbol }) => chosen.includes(symbol!));
  throw parameterError("symbol", `one of the symbols of ${file}: ${known.slice(0, 20).join(", ")}`, missing);

  function allGroups(): readonly Group[] {
    if (facts.wide !== undefined) {
      return layouts.map((one) => ({
        ...one,
        // A row without any price of a symbol is no bar of it; the check of bars refuses a row that lacks only some.
        rows: rows.filter((row) => pricesOf(one.layout).some((at) => !Number.isNaN(read.columns[at]![row]!))),
      }));
    }
    const [{ layout }] = layouts as [SymbolLayout];
    const symbolsOf = (position: number): readonly string[] => (readers[position] as SymbolReader).symbols;
    const [likeliest] = layout.symbols;
    const several = layout.symbols.find((position) => symbolsOf(position).length > 1);
    // A series of one symbol may have a column that changes, such as the contract of a future.
    const isOne = likeliest !== several && likeliest !== undefined && isOneWay(time, rows);
    const named = isOne ? likeliest : (several ?? likeliest);
    if (named === undefined) return [{ symbol: facts.symbol, layout, rows }];
    const symbols = symbolsOf(named);
    if (symbols.length < 2) return [{ symbol: symbols[0] === "" ? facts.symbol : symbols[0], layout, rows }];
    if (symbols.includes("")) {
      const column = columnName(names, named);
      const message = `has rows without a symbol in column ${column}. Leave the column out with --columns if it does not name instruments`;
      throw invalidFile(file, message, { column });
    }
    const byRow = rowsBySymbol(read.columns[named]!, rows, symbols.length);
    return symbols
      .map((symbol, place) => ({ symbol, layout, rows: byRow[place]! }))
      .filter((one) => one.rows.length > 0);
  }
}

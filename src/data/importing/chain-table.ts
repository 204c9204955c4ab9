import type { Column } from "../../primitives/column.ts";
import { type CellReader, textOf } from "../csv/cell.ts";
import { type ColumnReader, firstRow, readHeader, type RefuseRow, type Table } from "../csv/rows.ts";
import { invalidFile } from "../file-error.ts";
import { type CHAIN_COLUMNS, CONTRACT_NUMBERS } from "../recording/column-names.ts";
import { SymbolReader } from "../reading/misread-checks.ts";
import { textOfSnapshots } from "./chain-json.ts";
import { normalizedName, positionsOf, RoleRows, type Spellings, tableWithHeader } from "./import-table.ts";
import type { ImportFile } from "./importer.ts";

/** Name of a column of an option chain, or of the column with the symbol of the underlying, the root or the id of the contract. */
export type ChainRole = (typeof CHAIN_COLUMNS)[number] | "symbol" | "root" | "contract";

const SPELLINGS: Spellings<ChainRole> = {
  time: ["timestamp", "quotedatetime", "quotereadtime", "quotedate", "snapshot", "datadate", "time", "date"],
  expiration: ["expiration", "expiry", "expirationdate", "expirydate", "expdate", "expiredate"],
  strike: ["strike", "strikeprice"],
  right: ["right", "optiontype", "putcall", "callput", "cpflag", "type"],
  last: ["lastprice", "last", "close", "price"],
  bid: ["bid", "bidprice", "bestbid"],
  ask: ["ask", "askprice", "bestask", "bestoffer"],
  volume: ["volume", "vol", "tradevolume"],
  openInterest: ["openinterest", "oi"],
  impliedVolatility: ["impliedvolatility", "impliedvol", "iv"],
  delta: ["delta"],
  gamma: ["gamma"],
  theta: ["theta"],
  vega: ["vega"],
  symbol: ["underlyingsymbol", "underlying", "underlyingticker", "actsymbol", "symbol", "ticker"],
  root: ["root", "optionroot", "rootsymbol", "optionclass", "tradingclass", "class"],
  // The values show which column has ids, since its name is often that of another.
  contract: [],
};

/** An id of the Options Clearing Corporation: root, date, C or P, strike in thousandths; with the prefix that some vendors add. */
const CONTRACT_ID =
  /^(?:O:|\.)?(?<root>[A-Z]{1,6}\d?) *(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<right>[CP])(?<strike>\d{8})$/;

const UNDERLYING = /^\^?[A-Z][A-Z.]{0,5}$/;

/** What the id of a contract says. */
interface ContractId {
  /** Symbol under which the contract is listed: SPXW for weekly options on SPX. */
  readonly root: string;
  readonly expiration: number;
  readonly right: 1 | -1;
  readonly strike: number;
}

/** Parses an id such as `SPXW240719C05000000`; undefined for other texts. */
function contractIdOf(text: string): ContractId | undefined {
  const parts = CONTRACT_ID.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const expiration = Date.parse(`20${parts["year"]}-${parts["month"]}-${parts["day"]}`);
  if (Number.isNaN(expiration)) return undefined;
  return {
    root: parts["root"]!,
    expiration,
    right: parts["right"] === "C" ? 1 : -1,
    strike: Number(parts["strike"]) / 1000,
  };
}

/** Columns that the id of a contract can replace. */
const FROM_ID = ["expiration", "strike", "right"] as const;

/** Reads ids of contracts as indexes into the list of ids found. */
class ContractIds implements CellReader {
  readonly ids: ContractId[] = [];
  readonly #places = new Map<string, number>();

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    const place = this.#places.get(text);
    if (place !== undefined) return place;
    const id = contractIdOf(text);
    if (id === undefined) return "the id of a contract, such as SPXW240719C05000000";
    this.#places.set(text, this.ids.length);
    return this.ids.push(id) - 1;
  }
}

/** One contract in each row of a file. A file with calls and puts, or with two snapshots, in one row has two views. */
interface ChainView {
  /** Returns the name of a column in this view, from its normalized name; an empty text for a column of another view. */
  readonly nameOf: (plain: string) => string;
  readonly right?: 1 | -1;
  /** Whether the quotes are from 15 minutes before the close of the session. */
  readonly isBeforeClose?: boolean;
}

/** Layouts with several views, by two of their columns. */
const LAYOUTS: readonly (readonly [columns: readonly string[], views: readonly ChainView[]])[] = [
  [
    ["cbid", "pbid"],
    [
      { nameOf: sideOf("c", "p"), right: 1 },
      { nameOf: sideOf("p", "c"), right: -1 },
    ],
  ],
  [
    ["bid1545", "bideod"],
    [
      // Trades and volumes of the whole session are not known before its close.
      {
        nameOf: (plain) => (/^(?:close|tradevolume)$|eod$/.test(plain) ? "" : plain.replace(/1545$/, "")),
        isBeforeClose: true,
      },
      { nameOf: (plain) => (plain.endsWith("1545") ? "" : plain.replace(/eod$/, "")) },
    ],
  ],
];

const SIDED = /^[cp](?:bid|ask|last|volume|iv|delta|gamma|theta|vega|rho|size)$/;

function sideOf(own: string, other: string): ChainView["nameOf"] {
  return (plain) =>
    !SIDED.test(plain) ? plain : plain.startsWith(own) ? plain.slice(1) : plain.startsWith(other) ? "" : plain;
}

/** Rows of a chain: one for each contract in each snapshot. Missing columns are undefined. */
export interface ContractRows {
  readonly length: number;
  readonly optional: (role: ChainRole) => Column | undefined;
  readonly column: (role: ChainRole) => Column;
  readonly line: (row: number) => number;
  /** Returns the root of the contract in a row; undefined if the file states none. */
  readonly root: (row: number) => string | undefined;
  /** 1 for quotes from 15 minutes before the close of the session. */
  readonly beforeClose: Column;
}

/** The columns of a chain file, and a function that reads its contracts. */
export interface ChainTable {
  readonly table: Table;
  /** Positions of the columns that are read. */
  readonly read: readonly (number | undefined)[];
  readonly has: (role: ChainRole) => boolean;
  /** Position of the first column of a role. */
  readonly position: (role: ChainRole) => number | undefined;
  readonly rows: (readers: Readonly<Partial<Record<ChainRole, ColumnReader>>>) => ContractRows;
}

/** Reads the header. Names in brackets, such as `[STRIKE]`, would look like JSON. */
function tableOf(file: ImportFile): Table {
  const { file: path, text } = file;
  if (text.bytes[0] === BRACE) return tableWithHeader({ file: path, text: textOfSnapshots(file) });
  const isNamed = /^\[[A-Za-z]/.test(textOf(text.bytes, 0, 2));
  return isNamed ? { file: path, text, header: readHeader(path, text, 0) } : tableWithHeader(file);
}

const BRACE = 0x7b;

/** Opens a chain file. Throws `DATA_FILE_INVALID` if it lacks the columns of a contract, or has no column with a value of contracts. */
export function openChain(file: ImportFile): ChainTable {
  const table = tableOf(file);
  const plain = table.header.names.map(normalizedName);
  const views = LAYOUTS.find(([columns]) => columns.every((column) => plain.includes(column)))?.[1] ?? [
    { nameOf: (name: string) => name },
  ];
  const first = firstRow(table) ?? [];
  const idPosition = first.findIndex((cell) => contractIdOf(cell.trim()) !== undefined);
  const contract = idPosition < 0 ? undefined : idPosition;
  const viewed = views.map((view) => {
    const names = plain.map((name, at) => (at === idPosition ? "" : view.nameOf(name)));
    const required = FROM_ID.filter((role) => contract === undefined && (role !== "right" || view.right === undefined));
    const found = positionsOf({ ...table, header: { ...table.header, names } }, SPELLINGS, required);
    // A column named symbol or ticker may have contracts in a spelling of their exchange.
    const isUnderlying =
      found.symbol !== undefined &&
      (/underlying|act/.test(names[found.symbol]!) || UNDERLYING.test(first[found.symbol]!));
    return { view, positions: { ...found, contract, symbol: isUnderlying ? found.symbol : undefined } };
  });
  const position = (role: ChainRole): number | undefined =>
    viewed.map(({ positions }) => positions[role]).find((one) => one !== undefined);
  const has = (role: ChainRole): boolean => position(role) !== undefined;
  if (!CONTRACT_NUMBERS.some(has)) {
    const message = `must have a column with a value of its contracts, such as bid, ask or last; its columns are ${table.header.names.join(", ")}`;
    throw invalidFile(file.file, message, { header: table.header.names });
  }
  return {
    table,
    read: viewed.flatMap(({ positions }) => Object.values<number | undefined>(positions)),
    has,
    position,
    rows: (readers) => {
      // Each view reads all rows, so that a bad cell outside its columns would be reported again.
      const messages = new Set<string>();
      const refuse: RefuseRow = (error) => {
        if (!messages.has(error.message)) file.refusals.addRowError(file.file, error);
        messages.add(error.message);
      };
      const [contracts, roots] = [new ContractIds(), new SymbolReader()];
      const all = { ...readers, contract: contracts, root: roots };
      const rows = joinViews(
        viewed.map(({ view, positions }) => readView(new RoleRows<ChainRole>(table, positions, all, refuse), view)),
      );
      return withIds(rows, contracts.ids, roots.symbols);
    },
  };
}

/** Adds the columns and roots that the ids of contracts state. */
function withIds(rows: PlainRows, ids: readonly ContractId[], roots: readonly string[]): ContractRows {
  const [contract, root] = [rows.optional("contract"), rows.optional("root")];
  const stated = new Map(
    contract === undefined
      ? []
      : FROM_ID.filter((role) => rows.optional(role) === undefined).map((role) => [
          role as ChainRole,
          contract.map((id) => ids[id]![role]),
        ]),
  );
  const optional = (role: ChainRole): Column | undefined => stated.get(role) ?? rows.optional(role);
  return {
    ...rows,
    optional,
    column: (role) => optional(role)!,
    root: (row) => (root === undefined ? contract && ids[contract[row]!]!.root : roots[root[row]!] || undefined),
  };
}

/** Rows whose ids of contracts are not read yet. */
type PlainRows = Omit<ContractRows, "root">;

function readView(rows: RoleRows<ChainRole>, { right, isBeforeClose = false }: ChainView): PlainRows {
  const rights = right === undefined ? undefined : new Float64Array(rows.length).fill(right);
  const optional = (role: ChainRole): Column | undefined =>
    role === "right" && rights !== undefined ? rights : rows.optional(role);
  return {
    length: rows.length,
    optional,
    column: (role) => optional(role)!,
    line: (row) => rows.line(row),
    beforeClose: new Float64Array(rows.length).fill(isBeforeClose ? 1 : 0),
  };
}

function joinViews(views: readonly PlainRows[]): PlainRows {
  const [first] = views as [PlainRows];
  if (views.length === 1) return first;
  const places = views.flatMap((rows) => Array.from({ length: rows.length }, (_, row) => [rows, row] as const));
  const joined = new Map<ChainRole, Column | undefined>();
  const optional = (role: ChainRole): Column | undefined => {
    if (!joined.has(role)) {
      const isThere = views.some((rows) => rows.optional(role) !== undefined);
      const values = (): Column => Float64Array.from(places, ([rows, row]) => rows.optional(role)?.[row] ?? NaN);
      // A contract without a trade has a last price of 0 in these layouts.
      const known = (value: number): number => (role === "last" && value === 0 ? NaN : value);
      joined.set(role, isThere ? values().map(known) : undefined);
    }
    return joined.get(role);
  };
  return {
    length: places.length,
    optional,
    column: (role) => optional(role)!,
    line: (row) => places[row]![0].line(places[row]![1]),
    beforeClose: Float64Array.from(places, ([rows, row]) => rows.beforeClose[row]!),
  };
}

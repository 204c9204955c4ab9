import { deserialize, serialize } from "node:v8";
import type { OrderExtra } from "../../broker/order-extras.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import type { SimulationState } from "../../simulation/simulation.ts";
import type { AccountType } from "./trading-place.ts";
import type { OrderMarks } from "./command.ts";

/**
 * Of snapshots; it is another where what is stored is another, and in another version of the library, which goes through all commands once and so finds where
 * its rules would change the past.
 */
export const SNAPSHOT_FORMAT = `${ENGINE_VERSION}/4`;

/** What an account is after so many commands, as plain data. */
export interface AccountState {
  readonly number: number;
  readonly createdAt: number;
  readonly cash: number;
  readonly accountType: AccountType;
  readonly ordersBefore: number;
  readonly fillsBefore: number;
  readonly toldBefore: number;
  readonly run: RunState;
}

/** What a run is, and what is told of its orders. */
export interface RunState {
  readonly simulation: SimulationState;
  readonly notes: readonly OrderNote[];
}

/** The same with records column by column. */
interface StoredAccountState extends Omit<AccountState, "run"> {
  readonly simulation: SimulationState;
  readonly open: PackedRows;
  readonly extraIds: Float64Array;
  readonly extras: PackedRows;
  readonly notes: PackedRows;
}

/** Accounts as bytes. */
export function storedAccounts(accounts: readonly AccountState[]): Buffer {
  return serialize(
    accounts.map(({ run: { simulation, notes }, ...account }): StoredAccountState => {
      const { broker } = simulation;
      const { extras, ...log } = broker.log;
      return {
        ...account,
        simulation: { ...simulation, broker: { ...broker, open: [], log: { ...log, extras: [] } } },
        open: packRows(broker.open),
        extraIds: Float64Array.from(extras, ([id]) => id),
        extras: packRows(extras.map(([, extra]) => extra)),
        notes: packRows(notes),
      };
    }),
  );
}

/** Throws for bytes that another version of Node wrote and this one does not read. */
export function readAccounts(bytes: Uint8Array): readonly AccountState[] {
  return (deserialize(bytes) as readonly StoredAccountState[]).map(
    ({ simulation, open, extraIds, extras, notes, ...account }) => {
      const { broker } = simulation;
      const byId = unpackRows<OrderExtra>(extras).map((extra, i) => [extraIds[i]!, extra] as [number, OrderExtra]);
      const log = { ...broker.log, extras: byId };
      const state = { ...simulation, broker: { ...broker, open: unpackRows<never>(open), log } };
      return { ...account, run: { simulation: state, notes: unpackRows<OrderNote>(notes) } };
    },
  );
}

/** Records of one shape, column by column: to store and read a hundred thousand, their names need to be there once. */
interface PackedRows {
  readonly length: number;
  readonly columns: readonly PackedColumn[];
}

interface PackedColumn {
  readonly name: string;
  /** Where all are numbers; where all are one value; or each. */
  readonly numbers?: Float64Array;
  readonly same?: readonly [unknown];
  readonly values?: readonly unknown[];
}

function packRows(rows: readonly object[]): PackedRows {
  const of = rows as readonly Readonly<Record<string, unknown>>[];
  return { length: rows.length, columns: Object.keys(of[0] ?? {}).map((name) => packColumn(name, of)) };
}

function packColumn(name: string, rows: readonly Readonly<Record<string, unknown>>[]): PackedColumn {
  const { length } = rows;
  const first = rows[0]![name];
  let at = 1;
  while (at < length && Object.is(rows[at]![name], first)) at++;
  if (at === length) return { name, same: [first] };
  const numbers = new Float64Array(length);
  for (at = 0; at < length; at++) {
    const value = rows[at]![name];
    if (typeof value !== "number") return { name, values: rows.map((row) => row[name]) };
    numbers[at] = value;
  }
  return { name, numbers };
}

function unpackRows<Row>({ length, columns }: PackedRows): Row[] {
  // An object that is read as a whole has a shape; one that gets members by name would become a table, ten times as slow.
  const members = columns.map(
    ({ name, numbers }) => `${JSON.stringify(name)}:${numbers === undefined ? "null" : "0.5"}`,
  );
  const shape = JSON.parse(`{${members.join(",")}}`) as Record<string, unknown>;
  const rows = Array.from({ length }, () => ({ ...shape }));
  for (const { name, numbers, same, values } of columns) {
    const column = numbers ?? values;
    if (column === undefined) for (let i = 0; i < length; i++) rows[i]![name] = same![0];
    else for (let i = 0; i < length; i++) rows[i]![name] = column[i];
  }
  return rows as Row[];
}

/** What is told of an order beside its record in the broker's log. Times are epoch milliseconds, NaN for what has not happened. */
export interface OrderNote {
  marks: OrderMarks;
  /** The order on which it depends, and those that depend on it, without those that others took the place of, by their ids in the log; 0 for none. */
  parent: number;
  legs: readonly number[];
  replacedBy: number;
  /** Nothing happens to it any more. */
  ended: boolean;
  updatedAt: number;
  triggeredAt: number;
  filledAt: number;
  canceledAt: number;
  expiredAt: number;
  commission: number;
}

import { deserialize, serialize } from "node:v8";
import type { OrderExtra } from "../../broker/order-extras.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import type { SimulationState } from "../../simulation/simulation.ts";
import type { AccountType } from "./trading-venue.ts";
import type { OrderMarks } from "./command.ts";

/**
 * Format of snapshots. It changes with the stored data and with the engine's version. After an upgrade all commands are repeated once,
 * which detects changed trading rules.
 */
export const SNAPSHOT_FORMAT = `${ENGINE_VERSION}/4`;

/** State of an account after a number of commands, as plain data. */
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

/** State of an account's run, and data about its orders. */
export interface RunState {
  readonly simulation: SimulationState;
  readonly notes: readonly OrderNote[];
}

/** The form in which accounts are stored, with records as columns. */
interface StoredAccountState extends Omit<AccountState, "run"> {
  readonly simulation: SimulationState;
  readonly open: PackedRows;
  readonly extraIds: Float64Array;
  readonly extras: PackedRows;
  readonly notes: PackedRows;
}

/** Serializes the state of accounts. */
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

/** Deserializes the state of accounts. Throws for bytes from another version of Node that this one cannot read. */
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

/** Records with the same fields, stored as columns. Field names are stored once instead of once per record. */
interface PackedRows {
  readonly length: number;
  readonly columns: readonly PackedColumn[];
}

interface PackedColumn {
  readonly name: string;
  /** Column of a field: `numbers` if all values are numbers, `same` if all values are equal, `values` otherwise. */
  readonly numbers?: Float64Array;
  readonly same?: readonly [unknown];
  readonly values?: readonly unknown[];
}

function packRows(rows: readonly object[]): PackedRows {
  const records = rows as readonly Readonly<Record<string, unknown>>[];
  return { length: rows.length, columns: Object.keys(records[0] ?? {}).map((name) => packColumn(name, records)) };
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
  // Copies of one parsed object are fast for V8. Objects that get their members one by one, by name, would be ten times as slow.
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

/** Data about an order that the broker's log does not contain. Times are epoch milliseconds; NaN means that the event has not occurred. */
export interface OrderNote {
  marks: OrderMarks;
  /** Id of the order on which this order depends (0 for none), and ids of the orders that depend on this one, without replaced ones. */
  parent: number;
  legs: readonly number[];
  replacedBy: number;
  /** Whether the order has ended. */
  ended: boolean;
  updatedAt: number;
  triggeredAt: number;
  filledAt: number;
  canceledAt: number;
  expiredAt: number;
  commission: number;
}

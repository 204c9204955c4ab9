import { deserialize, serialize } from "node:v8";
import type { OrderExtrasState } from "../../broker/order-extras.ts";
import type { DriverState } from "../../engine/driver-state.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import type { AccountType } from "./account-type.ts";
import type { OrderNote } from "./account-run.ts";
import { type PackedRows, packRows, unpackRows } from "./packed-rows.ts";

/**
 * Of snapshots; it is another where what is stored is another, and in another version of the library, which goes through all commands once and so finds where
 * its rules would change the past.
 */
export const SNAPSHOT_FORMAT = `${ENGINE_VERSION}/1`;

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
  readonly driver: DriverState;
  readonly notes: readonly OrderNote[];
}

/** The same with records column by column. */
interface StoredAccountState extends Omit<AccountState, "run"> {
  readonly driver: DriverState;
  readonly open: PackedRows;
  readonly extraIds: Float64Array;
  readonly extras: PackedRows;
  readonly notes: PackedRows;
}

/** Accounts as bytes. */
export function storedAccounts(accounts: readonly AccountState[]): Buffer {
  return serialize(
    accounts.map(({ run: { driver, notes }, ...account }): StoredAccountState => {
      const { broker } = driver;
      const { extras, ...log } = broker.log;
      return {
        ...account,
        driver: { ...driver, broker: { ...broker, open: [], log: { ...log, extras: [] } } },
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
    ({ driver, open, extraIds, extras, notes, ...account }) => {
      const { broker } = driver;
      const byId = unpackRows<OrderExtrasState[number][1]>(extras).map((extra, i) => [extraIds[i]!, extra] as const);
      const log = { ...broker.log, extras: byId };
      const state = { ...driver, broker: { ...broker, open: unpackRows<never>(open), log } };
      return { ...account, run: { driver: state, notes: unpackRows<OrderNote>(notes) } };
    },
  );
}

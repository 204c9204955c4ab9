import { execFile, execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import { KeyRing } from "../../src/server/keys/key-ring.ts";
import { MIGRATIONS } from "../../src/server/store/migrations.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { ROOT } from "../house/source-files.ts";

const { folder } = temporaryFiles();
let files = 0;
const newFile = (): string => join(folder, `state-${files++}.db`);
const now = (): number => Date.UTC(2030, 0, 1);
const SETTINGS = { name: "test", tier: "pro", scopes: ["market_data:read"] } as const;

function rows(store: StateStore): number {
  return (store.database.prepare("SELECT count(*) AS n FROM t").get() as { n: number }).n;
}

describe.skipIf(process.platform === "win32")("the state files of a server", () => {
  const rights = (file: string): string => (statSync(file).mode & 0o777).toString(8);

  test("are readable only by their owner, whatever the process's umask is", () => {
    const umask = process.umask(0o022);
    try {
      const file = newFile();
      const store = new StateStore(file);
      store.beginServing();
      new KeyRing(store, now).create(SETTINGS);
      const made = readdirSync(folder).filter((name) => name.startsWith(basename(file)));
      expect(made.toSorted()).toEqual(["", "-serving", "-shm", "-wal"].map((end) => basename(file) + end));
      expect(made.map((name) => rights(join(folder, name)))).toEqual(["600", "600", "600", "600"]);
      store.close();
      expect(rights(file)).toBe("600");
    } finally {
      process.umask(umask);
    }
  });

  test("keep the permissions that their owner set", () => {
    const file = newFile();
    new StateStore(file).close();
    chmodSync(file, 0o640);
    new StateStore(file).close();
    expect(rights(file)).toBe("640");
  });

  test("must not include a pipe, for which SQLite would wait", () => {
    const file = newFile();
    execFileSync("mkfifo", [file]);
    expect(() => new StateStore(file)).toThrow(`${file} cannot be used: it is a pipe`);
  });
});

describe("a state file", () => {
  test("is a database whose commits are on disk when they return", () => {
    const store = new StateStore(newFile());
    expect(store.database.pragma("journal_mode", { simple: false })).toMatchObject([{ journal_mode: "wal" }]);
    // In SQLite the value 2 means FULL.
    expect(store.database.pragma("synchronous", { simple: false })).toMatchObject([{ synchronous: 2 }]);
    store.close();
    store.close();
  });

  test("commits a transaction completely or not at all, and rolls back nested ones separately", () => {
    const store = new StateStore();
    store.database.exec("CREATE TABLE t (a INTEGER)");
    const insert = store.database.prepare("INSERT INTO t VALUES (1)");
    const fail = (): never => {
      insert.run();
      throw new Error("no");
    };
    expect(() => store.transaction(fail)).toThrow("no");
    expect(rows(store)).toBe(0);
    store.transaction(() => {
      insert.run();
      expect(() => store.transaction(fail)).toThrow("no");
      store.transaction(() => insert.run());
    });
    expect(rows(store)).toBe(2);
    expect(store.transaction(() => 7)).toBe(7);
  });

  test("that is closed refuses writes without ending the process", () => {
    const store = new StateStore();
    store.close();
    expect(() => store.transaction(() => 1)).toThrow("the state store is closed");
  });

  test("of a newer version is refused, and so is a file that is not a state file", () => {
    const path = newFile();
    const store = new StateStore(path);
    store.database.exec("PRAGMA user_version = 9999");
    store.close();
    expect(() => new StateStore(path)).toThrow(
      expect.objectContaining({ code: "STATE_INVALID", details: { version: 9999, newest: MIGRATIONS.at(-1)!.number } }),
    );
    for (const wrong of [join(ROOT, "package.json"), folder, join(folder, "none", "state.db")])
      expect(() => new StateStore(wrong)).toThrow(expect.objectContaining({ code: "STATE_INVALID" }));
  });

  test.each([0, 3])("is refused and stays unchanged if it is another program's database with version %d", (version) => {
    const path = newFile();
    const other = new Database(path);
    other.exec(`CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine'); PRAGMA user_version = ${version}`);
    other.close();
    const before = readFileSync(path);
    expect(() => new StateStore(path)).toThrow(
      expect.objectContaining({
        code: "STATE_INVALID",
        message: `the state file ${path} cannot be used: the file is the database of another program`,
      }),
    );
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith(basename(path)))).toEqual([basename(path)]);
  });

  test("that is damaged is refused with the location of the damage, and stays unchanged", () => {
    const path = newFile();
    const store = new StateStore(path);
    store.transaction(() => {
      for (let i = 0; i < 100; i++) new KeyRing(store, now).create(SETTINGS);
    });
    // Copies the database without its write-ahead log.
    const damaged = newFile();
    store.database.exec(`VACUUM INTO '${damaged}'`);
    store.close();
    const bytes = readFileSync(damaged);
    // Damages the second page of the file.
    for (let i = 4_096; i < 4_496; i++) bytes[i]! ^= 0xff;
    writeFileSync(damaged, bytes);
    expect(() => new StateStore(damaged)).toThrow(
      expect.objectContaining({
        code: "STATE_INVALID",
        message: expect.stringMatching(`${damaged} cannot be used: the file is damaged: .*page 2`),
      }),
    );
    expect(readFileSync(damaged)).toEqual(bytes);
  });

  test("has migrations numbered from 1 without gaps", () => {
    expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  });
});

describe("API keys in a state file", () => {
  test("survive a restart, including revoked ones", () => {
    const path = newFile();
    const before = new StateStore(path);
    const ring = new KeyRing(before, now);
    const kept = ring.create({ ...SETTINGS, expiresAt: now() + 1000 });
    const ended = ring.create(SETTINGS);
    ring.revoke(ended.key.id);
    before.close();
    const after = new StateStore(path);
    const again = new KeyRing(after, now);
    expect(again.find(kept.text)?.key).toEqual(kept.key);
    expect(again.find(ended.text)).toBeUndefined();
    expect(again.list()).toHaveLength(2);
    after.close();
  });

  test("are stored without their secret part", () => {
    const path = newFile();
    const store = new StateStore(path);
    const { text } = new KeyRing(store, now).create(SETTINGS);
    const secret = text.split("_")[2]!;
    for (const file of [path, `${path}-wal`]) expect(readFileSync(file, "latin1")).not.toContain(secret.slice(0, 12));
    store.close();
    expect(readFileSync(path, "latin1")).not.toContain(secret.slice(0, 12));
  });

  test("are valid at once if another connection creates them, and invalid after a refresh if it revokes them", () => {
    const path = newFile();
    const [mine, other] = [new StateStore(path), new StateStore(path)];
    const ring = new KeyRing(mine, now);
    const elsewhere = new KeyRing(other, now);
    const { text, key } = elsewhere.create(SETTINGS);
    expect(ring.findRemembered(text)).toBeUndefined();
    expect(ring.find(text)?.key.id).toBe(key.id);
    const revokedIds: string[] = [];
    ring.onRevoked((id) => revokedIds.push(id));
    elsewhere.revoke(key.id);
    expect(ring.findRemembered(text)).toBeDefined();
    ring.refresh();
    expect(ring.findRemembered(text)).toBeUndefined();
    expect(revokedIds).toEqual([key.id]);
    mine.close();
    other.close();
  });

  test("are stored as soon as they are committed, even if the process is killed", async () => {
    const path = newFile();
    const program = `
      import { StateStore } from ${JSON.stringify(join(ROOT, "dist/server/store/state-store.js"))};
      import { KeyRing } from ${JSON.stringify(join(ROOT, "dist/server/keys/key-ring.js"))};
      const ring = new KeyRing(new StateStore(${JSON.stringify(path)}), Date.now);
      const { text } = ring.create({ name: "last", tier: "free", scopes: [] });
      process.stdout.write(text, () => process.kill(process.pid, "SIGKILL"));
    `;
    const args = ["--input-type=module", "-e", program];
    const killed = await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch((error: unknown) => error);
    const { stdout, signal } = killed as { stdout: string; signal: string };
    expect(signal).toBe("SIGKILL");
    const store = new StateStore(path);
    expect(new KeyRing(store, now).find(stdout)?.key.name).toBe("last");
    store.close();
  });
});

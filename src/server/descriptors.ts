import { readdirSync, readFileSync } from "node:fs";
import type { Server } from "node:net";

/** Where the system lists the open descriptors of this process: Linux, and macOS. */
const OPEN = ["/proc/self/fd", "/dev/fd"];
/** Descriptors that are assumed open where the system lists none. */
const USUALLY_OPEN = 48;

/**
 * Keeps a server from using up the descriptors of the process: beyond a number of connections it refuses further ones, so that files can still be opened.
 * A server whose `maxConnections` is set keeps that. `role` says how many it may use.
 */
export function limitConnections(server: Server, role: "main" | "admin"): void {
  server.on("listening", () => {
    // Its type says a number; Node leaves it out.
    if ((server.maxConnections as number | undefined) !== undefined) return;
    const most = mostConnections(descriptorLimit(), openDescriptors(), role);
    if (most !== Infinity) server.maxConnections = most;
  });
}

/**
 * Connections that a server may have where the process may open `limit` descriptors and has opened `open`. A quarter of all, at least 24 and at most 256,
 * is kept for files, threads and the admin server, which gets a third of that.
 */
export function mostConnections(limit: number, open: number, role: "main" | "admin"): number {
  if (limit === Infinity) return Infinity;
  const kept = Math.min(256, Math.max(24, Math.floor(limit / 4)));
  return role === "admin" ? Math.floor(kept / 3) : Math.max(1, limit - open - kept);
}

/** Descriptors that this process may have open; Infinity where the system sets no limit or does not say. */
function descriptorLimit(): number {
  let limit: unknown;
  try {
    limit = /^Max open files +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  } catch {
    const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
    limit = userLimits?.open_files?.soft;
  }
  const most = Number(limit);
  return Number.isFinite(most) && most > 0 ? most : Infinity;
}

function openDescriptors(): number {
  for (const folder of OPEN) {
    try {
      return readdirSync(folder).length;
    } catch {
      // Another system, or another place.
    }
  }
  return USUALLY_OPEN;
}

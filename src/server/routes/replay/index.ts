/** The routes of the replay's control. One entry a route. */
import type { Route } from "../../route.ts";
import { advance, pause, readClock, resume, seek, setSpeed, start } from "./control.ts";
import { clearFaults, readFaults, setFaults } from "./faults.ts";
import { createSession, deleteSession, forkSession, listSessions, readSession } from "./sessions.ts";

export const REPLAY_ROUTES: readonly Route[] = [
  readClock,
  start,
  pause,
  resume,
  setSpeed,
  advance,
  seek,
  createSession,
  listSessions,
  forkSession,
  readSession,
  deleteSession,
  readFaults,
  setFaults,
  clearFaults,
];

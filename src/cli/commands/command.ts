import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";

/** Adds one command to the program; it prints on the terminal. */
export type AddCommand = (program: Command, terminal: Terminal) => void;

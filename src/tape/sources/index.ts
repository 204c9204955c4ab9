// The sources: one line for each kind of file that bars can be read from.
export { csv } from "./csv.ts";

/** The routes of the API. One entry a route. */
import type { Route } from "../route.ts";
import { clock } from "./market-data/clock.ts";

export const ROUTES: readonly Route[] = [clock];

import { Type } from "typebox";
import { Nullable } from "./or-null.ts";

/** Where a page begins: opaque to clients. */
export const PageToken = Type.String({
  maxLength: 64,
  pattern: "^[A-Za-z0-9_-]+$",
  description: "The next_page_token of the answer before.",
});

/** Where the next page begins. */
export const NextPageToken = Nullable(
  Type.String({ description: "Asks for what comes after this page; null after the last." }),
);

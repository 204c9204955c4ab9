import type { Query } from "./http.ts";

/** What every page of a list says of the next one. */
interface Page {
  readonly next_page_token?: string | null;
}

/** All entries of a list, page after page: one is asked for when the one before is used up, so who stops early asks for no more. */
export async function* eachEntry<PageQuery extends Query, Answer extends Page, Entry>(
  ask: (query: PageQuery) => Promise<Answer>,
  query: PageQuery,
  entriesOf: (page: Answer) => readonly Entry[],
): AsyncGenerator<Entry, void, undefined> {
  let asked = query;
  for (;;) {
    const page = await ask(asked);
    yield* entriesOf(page);
    if (typeof page.next_page_token !== "string") return;
    asked = { ...query, page_token: page.next_page_token };
  }
}

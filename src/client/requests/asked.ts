/** What of a query is given: the service has defaults for the rest. */
export type Asked<WholeQuery> = { readonly [Name in keyof WholeQuery]?: WholeQuery[Name] | undefined };

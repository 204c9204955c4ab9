/** Technical indicators: columns in, columns out, or nodes of a strategy's graph. Every indicator exported here is in the catalogue. */
export {};

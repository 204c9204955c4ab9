/** Root of the versioned HTTP API; the stream lies below it too. */
export const BASE_PATH = "/v2";

/** The path of the stream. */
export const STREAM_PATH = `${BASE_PATH}/stream`;

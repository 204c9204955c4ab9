/** Root of the versioned HTTP API, below the prefix of the service; the stream lies below it too. */
export const BASE_PATH = "/v2";

/** Where a service lies in an application: below `prefix`, which is empty at the root. */
export class Place {
  readonly prefix: string;
  /** Root of the versioned API. */
  readonly base: string;
  /** Path of the stream. */
  readonly stream: string;

  constructor(prefix: string) {
    this.prefix = prefix;
    this.base = prefix + BASE_PATH;
    this.stream = `${this.base}/stream`;
  }

  /** Whether a URL lies under the versioned root, so that its answer says what is left of the limit. */
  isVersioned(url: string | undefined): boolean {
    return url?.startsWith(this.base) === true;
  }
}

/** Root of the versioned HTTP API, below the prefix of the service; the stream lies below it too. */
export const BASE_PATH = "/v2";

const AT_ROOT = /^\/(?:v2|_replay|_admin|docs|dashboard|health|ready)(?:[/?]|$)/;

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

  /** Whether a URL is one of the service's own: all below its prefix, or at the root all that it has there. */
  owns(url: string): boolean {
    return this.prefix === "" ? AT_ROOT.test(url) : url.startsWith(this.prefix);
  }

  /** Whether a URL asks if the service lives or takes requests. */
  isHealthCheck(url: string): boolean {
    return url === `${this.prefix}/health` || url === `${this.prefix}/ready`;
  }

  /** Whether a URL lies under the versioned root, so that its answer says what is left of the limit. */
  isVersioned(url: string | undefined): boolean {
    return url?.startsWith(this.base) === true;
  }
}

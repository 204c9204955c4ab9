const HEAD_END = Buffer.from("\r\n\r\n");
const EMPTY = Buffer.alloc(0);

/**
 * Reads responses of one connection and reports the status of each complete one. Responses need a content-length; bodies are counted, not
 * kept.
 */
export class AnswerReader {
  readonly #done: (status: number) => void;
  /** Bytes of an incomplete head. */
  #head: Buffer = EMPTY;
  #status = 0;
  /** Bytes of the body that are not yet read. */
  #remaining = 0;

  constructor(done: (status: number) => void) {
    this.#done = done;
  }

  read(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#remaining === 0) rest = this.#readHead(rest);
      const taken = Math.min(this.#remaining, rest.length);
      this.#remaining -= taken;
      rest = rest.subarray(taken);
      if (this.#remaining === 0 && this.#status > 0) {
        const status = this.#status;
        this.#status = 0;
        this.#done(status);
      }
    }
  }

  /** Returns the bytes after the head, or nothing while it is incomplete. */
  #readHead(bytes: Buffer): Buffer {
    const all = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = all.indexOf(HEAD_END);
    // Copied, because the caller reuses its buffer.
    this.#head = end === -1 ? Buffer.from(all) : EMPTY;
    if (end === -1) return EMPTY;
    const head = all.toString("latin1", 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length === null) throw new Error(`a response has no content-length: ${head}`);
    this.#status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
    this.#remaining = Number(length[1]);
    return all.subarray(end + HEAD_END.length);
  }
}

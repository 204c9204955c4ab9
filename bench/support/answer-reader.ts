const HEAD_END = Buffer.from("\r\n\r\n");
const NOTHING = Buffer.alloc(0);

/** Reads answers of one connection, each with its length in the head, and says the status of each when it has all of it. Bodies are counted, not kept. */
export class AnswerReader {
  readonly #done: (status: number) => void;
  /** Of a head that has not ended yet. */
  #head: Buffer = NOTHING;
  #status = 0;
  /** Bytes of the body that are still to come. */
  #left = 0;

  constructor(done: (status: number) => void) {
    this.#done = done;
  }

  read(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#left === 0) rest = this.#readHead(rest);
      const taken = Math.min(this.#left, rest.length);
      this.#left -= taken;
      rest = rest.subarray(taken);
      if (this.#left === 0 && this.#status > 0) {
        const status = this.#status;
        this.#status = 0;
        this.#done(status);
      }
    }
  }

  /** What follows the head, if it is there. */
  #readHead(bytes: Buffer): Buffer {
    const all = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = all.indexOf(HEAD_END);
    // The bytes are the reader's only until it returns.
    this.#head = end === -1 ? Buffer.from(all) : NOTHING;
    if (end === -1) return NOTHING;
    const head = all.toString("latin1", 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length === null) throw new Error(`an answer must say its length, was ${head}`);
    this.#status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
    this.#left = Number(length[1]);
    return all.subarray(end + HEAD_END.length);
  }
}

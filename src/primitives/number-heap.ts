/** Whole numbers, such as places of orders, by a number of each, such as a price: the lowest first, or the highest. */
export class NumberHeap {
  /** 1 where the lowest number is first, -1 where the highest is. */
  readonly #sign: 1 | -1;
  #keys = new Float64Array(8);
  #slots = new Uint32Array(8);
  #length = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** The first number; beyond all where there is none. */
  get key(): number {
    return this.#sign * (this.#length === 0 ? Infinity : this.#keys[0]!);
  }

  /** Of what that is the number. */
  get item(): number {
    return this.#slots[0]!;
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  add(number: number, of: number): void {
    if (this.#length === this.#keys.length) this.#grow();
    const key = this.#sign * number;
    let place = this.#length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#keys[place] = key;
    this.#slots[place] = of;
  }

  /** Takes the first away. */
  removeFirst(): void {
    const length = --this.#length;
    const key = this.#keys[length]!;
    let place = 0;
    for (let child = 1; child < length; child = 2 * place + 1) {
      if (child + 1 < length && this.#keys[child + 1]! < this.#keys[child]!) child++;
      if (this.#keys[child]! >= key) break;
      this.#move(child, place);
      place = child;
    }
    this.#keys[place] = key;
    this.#slots[place] = this.#slots[length]!;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from]!;
    this.#slots[to] = this.#slots[from]!;
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    const slots = new Uint32Array(keys.length);
    slots.set(this.#slots);
    this.#slots = slots;
  }
}

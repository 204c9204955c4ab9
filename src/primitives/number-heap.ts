/** Binary heap of integer items with numeric keys, such as orders by price. The first item has the lowest or the highest key. */
export class NumberHeap {
  /** 1 if the lowest key is first, -1 if the highest is. */
  readonly #sign: 1 | -1;
  #keys = new Float64Array(8);
  #items = new Uint32Array(8);
  #length = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Key of the first item. For an empty heap it is Infinity, or -Infinity if the highest key is first. */
  get key(): number {
    return this.#sign * (this.#length === 0 ? Infinity : this.#keys[0]!);
  }

  /** The first item. */
  get item(): number {
    return this.#items[0]!;
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  add(key: number, item: number): void {
    if (this.#length === this.#keys.length) this.#grow();
    const signed = this.#sign * key;
    let place = this.#length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#keys[parent]! <= signed) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#keys[place] = signed;
    this.#items[place] = item;
  }

  /** Removes the first item. */
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
    this.#items[place] = this.#items[length]!;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from]!;
    this.#items[to] = this.#items[from]!;
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    const items = new Uint32Array(keys.length);
    items.set(this.#items);
    this.#items = items;
  }
}

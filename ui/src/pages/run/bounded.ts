import { type Kind, Rows } from './rows';

/**
 * Rows over time in memory that is taken once and neither grows nor leaves anything behind. When it is full, each two neighbours of the older half
 * become one: what is long ago is kept coarser, what is new stays as it was, and nothing is ever forgotten wholly.
 */
export class Bounded<K extends string> {
  private readonly room: Float64Array;
  private list: Rows<K>;

  /** @param limit most rows that are kept */
  constructor(
    private readonly kind: Kind<K>,
    private readonly limit: number,
  ) {
    this.room = new Float64Array(limit * kind.width);
    this.list = this.seen(0);
  }

  /** The rows now; another object after each push, so that who draws them sees that they have changed. Former ones must not be read any more. */
  get rows(): Rows<K> {
    return this.list;
  }

  push(row: Readonly<Record<K, number>>): void {
    const length = this.list.length < this.limit ? this.list.length : this.thinned();
    this.kind.columns.forEach((column, i) => (this.room[length * this.kind.width + i] = row[column]));
    this.list = this.seen(length + 1);
  }

  private seen(length: number): Rows<K> {
    return new Rows(this.kind, this.room.subarray(0, length * this.kind.width));
  }

  /** Makes room. An older half of an odd number leaves its last row as it is. */
  private thinned(): number {
    const half = Math.floor(this.limit / 2);
    const made = Math.ceil(half / 2);
    for (let i = 0; i < made; i++) this.kind.merge(this.room, 2 * i, Math.min(2 * i + 2, half), i);
    this.room.copyWithin(made * this.kind.width, half * this.kind.width);
    return made + this.limit - half;
  }
}

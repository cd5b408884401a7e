/**
 * Points over time in bounded memory. When it is full, each two neighbours of the older half become one: what is long ago is kept coarser, what
 * is new stays as it was, and nothing is ever forgotten wholly.
 */
export class Bounded<T> {
  private list: T[] = [];

  /**
   * @param limit most points that are kept
   * @param merge makes one point of two neighbours
   */
  constructor(
    private readonly limit: number,
    private readonly merge: (older: T, newer: T) => T,
  ) {}

  get points(): readonly T[] {
    return this.list;
  }

  get last(): T | undefined {
    return this.list.at(-1);
  }

  /** Adds a point; the list of points is another one afterwards, so that who draws it sees that it has changed. */
  push(point: T): void {
    const kept = this.list.length >= this.limit ? this.thinned() : this.list;
    this.list = [...kept, point];
  }

  private thinned(): T[] {
    const half = Math.floor(this.list.length / 2);
    const made: T[] = [];
    for (let i = 0; i < half; i += 2) {
      const [older, newer] = this.list.slice(i, Math.min(i + 2, half));
      if (older !== undefined) made.push(newer === undefined ? older : this.merge(older, newer));
    }
    return [...made, ...this.list.slice(half)];
  }
}

/** The same with no more points than are worth drawing: each so many neighbours as one, the last point always as it is. */
export function condensed<T>(points: readonly T[], most: number, merge: (older: T, newer: T) => T): readonly T[] {
  if (points.length <= most) return points;
  const size = Math.ceil((points.length - 1) / (most - 1));
  const made: T[] = [];
  points.slice(0, -1).forEach((point, i) => {
    const last = made.at(-1);
    if (i % size === 0 || last === undefined) made.push(point);
    else made[made.length - 1] = merge(last, point);
  });
  return [...made, ...points.slice(-1)];
}

/** What several neighbours become: of their numbers, the oldest first, one. */
export type Merge = (values: Float64Array) => number;

export const oldest: Merge = values => values[0] ?? Number.NaN;
export const newest: Merge = values => values[values.length - 1] ?? Number.NaN;
export const mean: Merge = values => values.reduce((sum, value) => sum + value, 0) / values.length;
export const highest: Merge = values => Math.max(...values);

/** What the numbers of a row mean, and what becomes of them where several rows become one. The first column is the instant, in ms. */
export class Kind<K extends string> {
  readonly columns: readonly K[];
  private readonly merges: readonly Merge[];

  constructor(merges: Readonly<Record<K, Merge>>) {
    this.columns = Object.keys(merges) as K[];
    this.merges = Object.values<Merge>(merges);
  }

  get width(): number {
    return this.columns.length;
  }

  index(column: K): number {
    return this.columns.indexOf(column);
  }

  /** Makes one row of those from one to before another, in the place of a row that is not behind them. */
  merge(data: Float64Array, from: number, to: number, place: number): void {
    this.merges.forEach((merge, column) => {
      const values = Float64Array.from({ length: to - from }, (_, i) => data[(from + i) * this.width + column] ?? NaN);
      data[place * this.width + column] = merge(values);
    });
  }
}

/**
 * Rows of numbers in the order of their instants, one after another in one array: a row of objects takes ten times as much, and a page may be open
 * for hours. NaN: not known.
 */
export class Rows<K extends string> {
  constructor(
    readonly kind: Kind<K>,
    readonly data: Float64Array,
  ) {}

  static of<K extends string>(kind: Kind<K>, rows: readonly Readonly<Record<K, number>>[]): Rows<K> {
    return new Rows(kind, Float64Array.from(rows.flatMap(row => kind.columns.map(column => row[column]))));
  }

  get length(): number {
    return this.data.length / this.kind.width;
  }

  value(row: number, column: K): number {
    return this.data[row * this.kind.width + this.kind.index(column)] ?? Number.NaN;
  }

  row(row: number): Record<K, number> {
    return Object.fromEntries(this.kind.columns.map(column => [column, this.value(row, column)])) as Record<K, number>;
  }

  /** The instant of a row. */
  at(row: number): number {
    return this.data[row * this.kind.width] ?? Number.NaN;
  }

  /** The instant of the last row; before all others where there is none. */
  get end(): number {
    return this.length === 0 ? -Infinity : this.at(this.length - 1);
  }

  /** How many rows come before that instant. */
  before(at: number): number {
    return this.first(row => this.at(row) >= at);
  }

  /** How many rows come before that instant or at it. */
  until(at: number): number {
    return this.first(row => this.at(row) > at);
  }

  /** The first row for which it holds, as it does for all later ones; halving. */
  private first(holds: (row: number) => boolean): number {
    let low = 0;
    for (let high = this.length; low < high;) {
      const middle = (low + high) >> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The same memory, seen from one row to before another. */
  part(from: number, to = this.length): Rows<K> {
    return new Rows(this.kind, this.data.subarray(from * this.kind.width, to * this.kind.width));
  }

  /** These, then those. */
  with(others: Rows<K>): Rows<K> {
    if (others.length === 0) return this;
    const data = new Float64Array(this.data.length + others.data.length);
    data.set(this.data);
    data.set(others.data, this.data.length);
    return new Rows(this.kind, data);
  }

  /** What is within a span, and the last row before it so that lines begin at the edge. */
  within(span: { from: number; to: number }): Rows<K> {
    const first = this.before(span.from);
    return first === this.length ? this.part(0, 0) : this.part(Math.max(0, first - 1), this.until(span.to));
  }

  /** No more rows than are worth drawing: each so many neighbours as one, the last row always as it is. */
  condensed(most: number): Rows<K> {
    const last = this.length - 1;
    if (last < most) return this;
    const size = Math.ceil(last / (most - 1));
    const made = Math.ceil(last / size);
    const data = this.data.slice();
    for (let i = 0; i < made; i++) this.kind.merge(data, i * size, Math.min((i + 1) * size, last), i);
    data.copyWithin(made * this.kind.width, last * this.kind.width);
    return new Rows(this.kind, data.slice(0, (made + 1) * this.kind.width));
  }

  /** Some columns only, row by row as charts take them. */
  columns(...names: K[]): Float64Array {
    return this.made(names.length, row => names.map(name => this.value(row, name)));
  }

  /** The instant of each row and what is made of the row. */
  line(value: (row: number) => number): Float64Array {
    return this.made(2, row => [this.at(row), value(row)]);
  }

  private made(width: number, values: (row: number) => readonly number[]): Float64Array {
    const data = new Float64Array(this.length * width);
    for (let row = 0; row < this.length; row++) data.set(values(row), row * width);
    return data;
  }
}

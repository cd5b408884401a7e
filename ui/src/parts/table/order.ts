import type { Cell } from './sheet';

export interface Sort {
  column: string;
  descending: boolean;
}

/** Figures by size, words as the reader's language sorts them with numbers in them by size, what is missing last in either direction. */
export function compareCells(a: Cell, b: Cell, descending = false): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const order =
    typeof a === 'string' && typeof b === 'string'
      ? a.localeCompare(b, undefined, { numeric: true })
      : Number(a) - Number(b);
  return descending ? -order : order;
}

/** A new list; rows that are equal keep their order. */
export function sorted<T>(rows: readonly T[], value: (row: T) => Cell, descending: boolean): T[] {
  return rows
    .map(row => ({ row, key: value(row) }))
    .sort((a, b) => compareCells(a.key, b.key, descending))
    .map(({ row }) => row);
}

/** The rows in which every word of the query is in some of the texts. */
export function filtered<T>(rows: readonly T[], texts: (row: T) => string, query: string): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(row => {
    const text = texts(row).toLowerCase();
    return words.every(word => text.includes(word));
  });
}

/** The first click on a column of figures shows its largest, on one of words its first; the second turns the order round. */
export function nextSort(sort: Sort | null, column: string, numeric: boolean): Sort {
  return sort?.column === column ? { column, descending: !sort.descending } : { column, descending: numeric };
}

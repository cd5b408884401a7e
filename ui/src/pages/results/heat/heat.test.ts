import { describe, expect, it } from 'vitest';
import type { HeatMap } from '../../../api/types';
import { looks } from '../../../charts/themes';
import {
  cellAt,
  gridOf,
  HEAT_COLORS,
  heatSheet,
  moved,
  paint,
  placeAt,
  placeText,
  reference,
  rowHeight,
  spanOf,
  stepOf,
} from './heat';

const map: HeatMap = {
  from: '2026-11-21T10:00:00Z',
  to: '2026-11-21T10:01:00Z',
  columnSeconds: 15,
  columns: 4,
  sessions: [0, 5, 9],
  thresholdMs: 1000,
  row: [0, 1, 2, 2],
  column: [0, 3, 1, 2],
  p95Ms: [200, 1200, null, 999],
  count: [4, 5, 2, 8],
  failed: [0, 0, 2, 1],
};

describe('the heat map', () => {
  const grid = gridOf(map);

  it('finds what a place holds, and that it holds nothing', () => {
    expect(cellAt(grid, 1, 3)).toBe(1);
    expect(cellAt(grid, 1, 0)).toBe(-1);
    expect(placeText(grid, { row: 2, column: 1 })).toContain('Session 9');
    expect(placeText(grid, { row: 2, column: 1 })).toContain('no p95 (over 5 % failed)');
    expect(placeText(grid, { row: 0, column: 2 })).toContain('no operation');
  });

  it('puts a p95 into the step of its relation to the threshold; the threshold itself is kept', () => {
    expect([100, 500, 501, 1000, 1001, 1500, 1501].map(ms => stepOf(ms, 1000))).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(stepOf(null, 1000)).toBe(3);
  });

  it('relates to the median where there is no threshold', () => {
    expect(reference({ ...map, thresholdMs: null }).ms).toBe(999);
    expect(reference(map).ms).toBe(1000);
  });

  it('finds the place below a pointer, to its last pixel', () => {
    expect(placeAt(grid, 0, 0, 400, 30)).toEqual({ row: 0, column: 0 });
    expect(placeAt(grid, 399.9, 29.9, 400, 30)).toEqual({ row: 2, column: 3 });
    expect(placeAt(grid, 400, 5, 400, 30)).toBeNull();
  });

  it('walks by keys and stays inside', () => {
    expect(moved(grid, { row: 0, column: 0 }, 'ArrowUp')).toEqual({ row: 0, column: 0 });
    expect(moved(grid, { row: 0, column: 0 }, 'PageDown')).toEqual({ row: 2, column: 0 });
    expect(moved(grid, { row: 1, column: 3 }, 'ArrowRight')).toEqual({ row: 1, column: 3 });
    expect(moved(grid, { row: 1, column: 1 }, 'x')).toBeNull();
  });

  it('knows the span of a column', () => {
    expect(spanOf(map, 1)).toEqual({ from: '2026-11-21T10:00:15.000Z', to: '2026-11-21T10:00:30.000Z' });
  });

  it('gives every session a pixel at least', () => {
    expect(rowHeight(1000)).toBe(1);
    expect(rowHeight(1)).toBe(18);
  });

  it('exports a row per cell', () => {
    expect(heatSheet(map).rows[2]).toEqual([9, '2026-11-21T10:00:15.000Z', null, 2, 2]);
  });

  it('paints each of 120,000 cells once, in as many colours as there are steps', () => {
    const rows = 1000;
    const columns = 120;
    const all = Array.from({ length: rows * columns }, (_, i) => i);
    const large: HeatMap = {
      ...map,
      columns,
      sessions: Array.from({ length: rows }, (_, i) => i),
      row: all.map(i => Math.floor(i / columns)),
      column: all.map(i => i % columns),
      p95Ms: all.map(i => (i * 7) % 2000),
      count: all.map(() => 3),
      failed: all.map(i => (i % 1000 === 0 ? 1 : 0)),
    };
    let rectangles = 0;
    const colors: string[] = [];
    const context = {
      clearRect: () => undefined,
      fillRect: () => {
        rectangles++;
      },
      set fillStyle(color: string) {
        colors.push(color);
      },
    } as unknown as CanvasRenderingContext2D;
    paint(context, gridOf(large), { width: 1200, height: 1000 }, HEAT_COLORS.light, looks.light);
    expect(rectangles).toBe(rows * columns + 120);
    expect(colors).toEqual([...HEAT_COLORS.light, looks.light.bad]);
  });
});

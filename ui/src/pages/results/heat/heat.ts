import type { HeatMap } from '../../../api/types';
import type { Look } from '../../../charts/themes';
import { counted, number, response, time } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { texts } from '../../../texts/results';

/** The cells of a heat map where they can be found by row and column in no time; -1 where nothing ended. */
export interface Grid {
  map: HeatMap;
  cells: Int32Array;
}

export function gridOf(map: HeatMap): Grid {
  const cells = new Int32Array(map.sessions.length * map.columns).fill(-1);
  map.row.forEach((row, i) => {
    cells[row * map.columns + (map.column[i] ?? 0)] = i;
  });
  return { map, cells };
}

/** Index into the parallel lists of what a place holds; -1 for nothing. */
export const cellAt = (grid: Grid, row: number, column: number): number =>
  grid.cells[row * grid.map.columns + column] ?? -1;

/**
 * The steps of colour, by p95 in relation to the threshold: blue within, orange beyond it, so that the two are told apart with any eyes; darker is
 * further away from half of the threshold.
 */
export const STEPS = [
  { title: texts.upToHalfTheThreshold, below: 0.5 },
  { title: texts.withinTheThreshold, below: 1 },
  { title: texts.upToOneAndAHalf, below: 1.5 },
  { title: texts.overOneAndAHalf, below: Number.POSITIVE_INFINITY },
] as const;

export const HEAT_COLORS = {
  light: ['#a9d3f0', '#2f80bd', '#f2a154', '#a63d00'],
  dark: ['#29506e', '#5cb3ec', '#d98736', '#ffd0a1'],
} as const;

/** The step of a p95; one that is missing, as too many failed, is beyond all. */
export function stepOf(p95: number | null, thresholdMs: number): number {
  if (p95 === null) return STEPS.length - 1;
  const relation = p95 / thresholdMs;
  return STEPS.findIndex(step => relation <= step.below);
}

/** What colours stand for: the group's threshold, or without one (group C) the median of all cells. */
export function reference(map: HeatMap): { ms: number; title: string } {
  if (map.thresholdMs !== null) return { ms: map.thresholdMs, title: texts.thresholdOf(response(map.thresholdMs)) };
  const figures = map.p95Ms.filter(ms => ms !== null).sort((a, b) => a - b);
  const median = figures[Math.floor(figures.length / 2)] ?? 1;
  return { ms: median, title: texts.relativeToMedian(response(median)) };
}

/** Pixels of a row: all sessions in about 500 px, none higher than 18 px or lower than 1. */
export const rowHeight = (sessions: number): number =>
  Math.max(1, Math.min(18, Math.floor(520 / Math.max(1, sessions))));

export interface Place {
  row: number;
  column: number;
}

/** The place below a pointer; null outside of the map. */
export function placeAt(grid: Grid, x: number, y: number, width: number, height: number): Place | null {
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const { sessions, columns } = grid.map;
  return { row: Math.floor((y / height) * sessions.length), column: Math.floor((x / width) * columns) };
}

const KEYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/** Where a key leads; it stays inside the map. */
export function moved(grid: Grid, place: Place, key: string): Place | null {
  const step = KEYS[key];
  if (!step) return null;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return {
    row: within(place.row + step[0], grid.map.sessions.length),
    column: within(place.column + step[1], grid.map.columns),
  };
}

/** The span of time of a column. */
export function spanOf(map: HeatMap, column: number): { from: string; to: string } {
  const at = (n: number) => new Date(Date.parse(map.from) + 1000 * map.columnSeconds * n).toISOString();
  return { from: at(column), to: at(column + 1) };
}

/** What lies at a place, in words. */
export function placeText(grid: Grid, { row, column }: Place): string {
  const { map } = grid;
  const cell = cellAt(grid, row, column);
  const where = texts.sessionFrom(map.sessions[row], time(spanOf(map, column).from));
  if (cell < 0) return texts.noOperation(where);
  const p95 = map.p95Ms[cell] ?? null;
  const failed = map.failed[cell] ?? 0;
  const words = p95 === null ? texts.noP95Over5Failed : `p95 ${response(p95)}`;
  return texts.placeFigures(where, words, counted(map.count[cell] ?? 0, 'operation'), number(failed));
}

/** Paints all cells. 1,000 sessions in 120 columns are 120,000 rectangles: a few milliseconds, against seconds of a chart with an object for each. */
export function paint(
  canvas: CanvasRenderingContext2D,
  grid: Grid,
  size: { width: number; height: number },
  colors: readonly string[],
  look: Look,
): void {
  const { map } = grid;
  const w = size.width / map.columns;
  const h = size.height / Math.max(1, map.sessions.length);
  const { ms } = reference(map);
  canvas.clearRect(0, 0, size.width, size.height);
  // One colour after the other: changing the colour is what costs.
  const steps: number[][] = colors.map(() => []);
  map.p95Ms.forEach((p95, i) => steps[stepOf(p95, ms)]?.push(i));
  const gap = h >= 6 ? 1 : 0;
  steps.forEach((cells, step) => {
    canvas.fillStyle = colors[step] ?? look.text;
    for (const i of cells) canvas.fillRect((map.column[i] ?? 0) * w, (map.row[i] ?? 0) * h, w - gap, h - gap);
  });
  canvas.fillStyle = look.bad;
  map.failed.forEach((failed, i) => {
    if (failed > 0) paintFailure(canvas, (map.column[i] ?? 0) * w, (map.row[i] ?? 0) * h, w - gap, h - gap, look);
  });
}

/** A failure is a bar of another colour in the left half of its cell, framed where there is room: seen on any step. */
function paintFailure(canvas: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, look: Look): void {
  const width = Math.max(1.5, Math.min(w / 2, 6));
  if (h >= 6) {
    canvas.fillStyle = look.ground;
    canvas.fillRect(x, y, width + 1, h);
    canvas.fillStyle = look.bad;
  }
  canvas.fillRect(x, y, width, h);
}

export function heatSheet(map: HeatMap): Sheet {
  return {
    head: ['session', 'from', 'p95Ms', 'count', 'failed'],
    rows: map.row.map((row, i) => [
      map.sessions[row] ?? null,
      spanOf(map, map.column[i] ?? 0).from,
      map.p95Ms[i] ?? null,
      map.count[i] ?? null,
      map.failed[i] ?? null,
    ]),
  };
}

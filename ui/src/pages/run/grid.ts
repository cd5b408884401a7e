/** Where the cells of the grid lie: pure arithmetic, so that drawing, pointer and keys agree. */
export interface GridLayout {
  count: number;
  columns: number;
  rows: number;
  /** Edge of a cell with the gap after it, in CSS pixels. */
  pitch: number;
  gap: number;
  width: number;
  height: number;
}

const GAP = 2;

/** Few sessions get large cells; a thousand fit on one screen. */
export function layout(count: number, width: number): GridLayout {
  const pitch = count <= 60 ? 40 : count <= 250 ? 30 : count <= 600 ? 24 : 20;
  const columns = Math.max(1, Math.min(Math.max(count, 1), Math.floor((width + GAP) / pitch)));
  const rows = Math.ceil(count / columns);
  return {
    count,
    columns,
    rows,
    pitch,
    gap: GAP,
    width: columns * pitch - GAP,
    height: Math.max(0, rows * pitch - GAP),
  };
}

export function cellAt(grid: GridLayout, index: number): { x: number; y: number; size: number } {
  const row = Math.floor(index / grid.columns);
  return { x: (index - row * grid.columns) * grid.pitch, y: row * grid.pitch, size: grid.pitch - grid.gap };
}

/** The cell under a point; null in the gaps and outside. */
export function hit(grid: GridLayout, x: number, y: number): number | null {
  if (x < 0 || y < 0) return null;
  const column = Math.floor(x / grid.pitch);
  const row = Math.floor(y / grid.pitch);
  if (column >= grid.columns || x - column * grid.pitch >= grid.pitch - grid.gap) return null;
  if (y - row * grid.pitch >= grid.pitch - grid.gap) return null;
  const index = row * grid.columns + column;
  return index < grid.count ? index : null;
}

/** Where a key leads from a cell; null for keys that lead nowhere. */
export function walk(grid: GridLayout, from: number, key: string): number | null {
  const to = target(grid, from, key);
  return to === null ? null : Math.max(0, Math.min(grid.count - 1, to));
}

function target(grid: GridLayout, from: number, key: string): number | null {
  const row = Math.floor(from / grid.columns) * grid.columns;
  switch (key) {
    case 'ArrowRight':
      return from + 1;
    case 'ArrowLeft':
      return from - 1;
    case 'ArrowDown':
      return from + grid.columns < grid.count ? from + grid.columns : from;
    case 'ArrowUp':
      return from >= grid.columns ? from - grid.columns : from;
    case 'Home':
      return row;
    case 'End':
      return row + grid.columns - 1;
    case 'PageUp':
      return 0;
    case 'PageDown':
      return grid.count - 1;
    default:
      return null;
  }
}

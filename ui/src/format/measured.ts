import { NONE, number, response } from './format';

/** The unit of plain numbers, which is not written. */
const PLAIN = '1';

/** A value of a metric with its unit: durations as responses, others with four significant digits at most. */
export function measured(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  if (unit === 'ms') return response(value);
  const text = number(value, decimalsOf(value));
  return unit === PLAIN ? text : `${text} ${unit}`;
}

/** So that four digits say something: 0.9731, 31.25, 1,250. */
function decimalsOf(value: number): number {
  if (value === 0) return 0;
  return Math.min(8, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
}

import type { Trend, TrendRun } from '../../api/types';
import { NONE, number, withInterval } from '../../format/format';
import { texts } from '../../texts/trend';

/** What is followed over time: the capacity, or the p95 of a group at load points of one size. */
export type Figure = 'capacity' | 'A' | 'B';

export const FIGURES: readonly Figure[] = ['capacity', 'A', 'B'];

/** A run in the line. */
export interface Mark {
  run: TrendRun;
  /** Null where so much failed that there is none. */
  value: number | null;
  low: number | null;
  /** Null where the interval has no upper end. */
  high: number | null;
}

/** A run that is not in the line, and why. */
export interface Apart {
  run: TrendRun;
  reasons: readonly string[];
}

/** The runs in the line and those apart, both the oldest first. */
export function arranged(trend: Trend, figure: Figure): { marks: Mark[]; apart: Apart[] } {
  const marks: Mark[] = [];
  const apart: Apart[] = [];
  for (const run of trend.runs) {
    const mark = run.refusals.length > 0 ? null : markOf(run, figure);
    if (mark) marks.push(mark);
    else apart.push({ run, reasons: reasonsOf(run) });
  }
  return { marks, apart };
}

function reasonsOf({ refusals, remarks }: TrendRun): readonly string[] {
  if (refusals.length > 0) return refusals;
  return remarks.length > 0 ? remarks : [texts.noSuchFigure];
}

function markOf(run: TrendRun, figure: Figure): Mark | null {
  if (figure === 'capacity') {
    if (run.capacity === null) return null;
    const [low, high] = run.capacityInterval ?? [null, null];
    return { run, value: run.capacity, low: low ?? run.capacity, high };
  }
  const group = run.groups[figure];
  if (!group || group.count + group.failed + group.skipped === 0) return null;
  return { run, value: group.p95Ms, low: group.p95Ci[0], high: group.p95Ci[1] };
}

/** The capacity says most where a load failed; where none did, as with a fixed load, the p95 does. */
export function tellingFigure(trend: Trend): Figure {
  const bounded = trend.runs.some(
    ({ refusals, capacity, capacityInterval }) =>
      refusals.length === 0 && capacity !== null && capacityInterval !== null && capacityInterval[1] !== null,
  );
  return bounded || arranged(trend, 'A').marks.length === 0 ? 'capacity' : 'A';
}

export interface Expected {
  /** As the run profile says it. */
  words: string;
  bound: number;
  /** `met`, `not met` or another word of the report. */
  state: string;
}

const METRICS: Record<Figure, string> = { capacity: 'capacity', A: 'groupA.p95', B: 'groupB.p95' };

/** What a run was expected to reach in this figure; null where nothing was. */
export function expectedOf(run: TrendRun | undefined, figure: Figure): Expected | null {
  const found = run?.expectations.find(({ metric }) => metric === METRICS[figure]);
  const bound = Number(/[\d.]+/.exec(found?.expected ?? '')?.[0] ?? Number.NaN);
  return found && Number.isFinite(bound) ? { words: found.expected, bound, state: found.state } : null;
}

/** `12 (11 – 14)`, `420 ms (390 ms – 450 ms)` */
export function figureText({ value, low, high }: Mark, figure: Figure): string {
  if (value === null) return '∞';
  if (figure !== 'capacity') return withInterval(value, low, high);
  return `${number(value)} (${low === null ? NONE : number(low)} – ${high === null ? '∞' : number(high)})`;
}

/** Where two runs are compared, the earlier one as the baseline. */
export const comparison = (before: string, run: string): string =>
  `/compare?runs=${encodeURIComponent(before)}&runs=${encodeURIComponent(run)}`;

import type { Timing } from '../../api/types';

/** A timing as a bar: where, how wide, in which lane. */
export interface Bar {
  timing: Timing;
  x: number;
  width: number;
  lane: number;
}

export interface TimeLine {
  bars: Bar[];
  lanes: string[];
  from: number;
  to: number;
  /** Timings without an instant, such as skipped ones, have no place on it; they are in the table. */
  without: number;
}

const NARROWEST_PX = 2;

/** The latest operations of a session as bars over time, a lane for each group. One that has no response gets the narrowest bar. */
export function timeLine(timings: readonly Timing[], width: number): TimeLine {
  const placed = timings.filter(timing => timing.firedAt !== null);
  const lanes = [...new Set(placed.map(timing => timing.group))].sort();
  const starts = placed.map(timing => Date.parse(timing.firedAt ?? ''));
  const ends = placed.map((timing, i) => (starts[i] ?? 0) + (timing.responseMs ?? 0));
  const from = Math.min(...starts);
  const to = Math.max(...ends);
  const scale = to > from ? width / (to - from) : 0;
  const bars = placed.map((timing, i) => {
    const wide = Math.max(NARROWEST_PX, (timing.responseMs ?? 0) * scale);
    const x = Math.min(((starts[i] ?? from) - from) * scale, width - wide);
    return { timing, x, width: wide, lane: lanes.indexOf(timing.group) };
  });
  return { bars, lanes, from, to, without: timings.length - placed.length };
}

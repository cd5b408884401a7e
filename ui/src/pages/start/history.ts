import type { RunSummary } from '../../api/types';

/** A run that has a capacity. */
export type Found = RunSummary & { capacity: NonNullable<RunSummary['capacity']> };

/** What the runs of a profile have found, the oldest first. */
export interface History {
  profile: string;
  title: string;
  runs: Found[];
}

/** So many results make a line that can be read. */
const MOST_RUNS = 20;

/** The results of each run profile, the profile with the latest result first. What an invalid or interrupted run has found is no result. */
export function histories(runs: readonly RunSummary[]): History[] {
  const found = runs.filter((run): run is Found => run.state === 'finished' && run.capacity !== null);
  const byProfile = new Map<string, Found[]>();
  for (const run of [...found].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))) {
    byProfile.set(run.profile, [...(byProfile.get(run.profile) ?? []), run]);
  }
  return [...byProfile].map(([profile, latest]) => ({
    profile,
    title: latest[0]?.title || profile,
    runs: latest.slice(0, MOST_RUNS).reverse(),
  }));
}

/** The latest capacity against the one before it, in sessions; null where there is none before. */
export function change({ runs }: History): number | null {
  const [before, latest] = runs.slice(-2);
  return before && latest ? latest.capacity.sessions - before.capacity.sessions : null;
}

export interface SparkPoint {
  x: number;
  y: number;
  /** The ends of the interval; an open one ends at the capacity. */
  low: number;
  high: number;
}

/** Capacities as places in a picture of that size, from left to right in equal steps. The scale begins at 0, so that a small change looks small. */
export function sparkPoints(runs: readonly Found[], width: number, height: number, margin = 4): SparkPoint[] {
  const most = Math.max(1, ...runs.map(({ capacity: c }) => Math.max(c.sessions, c.high ?? 0)));
  const step = runs.length > 1 ? (width - 2 * margin) / (runs.length - 1) : 0;
  const at = (sessions: number) => height - margin - (sessions / most) * (height - 2 * margin);
  return runs.map(({ capacity: c }, i) => ({
    x: runs.length > 1 ? margin + i * step : width / 2,
    y: at(c.sessions),
    low: at(c.low),
    high: at(c.high ?? c.sessions),
  }));
}

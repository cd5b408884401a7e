import type { Report, RunSummary } from '../../api/types';
import { filtered } from '../../parts/table/order';

export const MOST_RUNS = 6;
export const FEWEST_RUNS = 2;

/** The runs that an address names, each once, no more than can be compared. */
export function readRuns(address: URLSearchParams): string[] {
  const ids = address.getAll('runs').flatMap(value => value.split(','));
  return [...new Set(ids.filter(Boolean))].slice(0, MOST_RUNS);
}

/** Those of the runs that an address makes the baseline together; fewer than all. None: the first run is the baseline, and each other is compared with it. */
export function readBaselines(address: URLSearchParams, runs: string[]): string[] {
  const named = address.getAll('baselines').flatMap(value => value.split(','));
  const baselines = runs.filter(run => named.includes(run));
  return baselines.length < runs.length ? baselines : [];
}

/** With this run as the first, which is the baseline. */
export const withBaseline = (runs: string[], id: string): string[] => [id, ...runs.filter(run => run !== id)];

/** Runs that can be added: those that ended, of the profiles that are chosen already first, the newest first; all words of the query in them. */
export function candidates(runs: RunSummary[], chosen: string[], query: string): RunSummary[] {
  const profiles = new Set(runs.filter(run => chosen.includes(run.id)).map(run => run.profile));
  const free = runs.filter(run => run.ended && !chosen.includes(run.id));
  const kept = filtered(free, run => `${run.title} ${run.id} ${run.profile} ${run.load} ${run.stateTitle}`, query);
  const rank = (run: RunSummary) => (profiles.has(run.profile) ? 0 : 1);
  return [...kept].sort((a, b) => rank(a) - rank(b) || Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Numbers of sessions that were measured in all runs. */
export function commonSizes(reports: Report[]): number[] {
  const [first, ...others] = reports.map(report => new Set(report.loadPoints.map(point => point.sessions)));
  return [...(first ?? [])].filter(size => others.every(sizes => sizes.has(size))).sort((a, b) => a - b);
}

/** The load point of a size in a run; the last one where there are several. One that ended early holds only the beginning: it is taken if there is no other. */
export function pointOfSize(report: Report, sessions: number): number | null {
  const points = report.loadPoints.filter(point => point.sessions === sessions);
  const whole = points.filter(point => !point.endedEarly);
  return (whole.at(-1) ?? points.at(-1))?.index ?? null;
}

/** Short names of runs: their titles, with the id where two are alike. */
export function names(reports: Report[]): Record<string, string> {
  const titles = reports.map(report => report.run.title);
  return Object.fromEntries(
    reports.map(({ run }) => {
      const alone = titles.filter(title => title === run.title).length === 1;
      return [run.id, alone ? run.title : `${run.title} (${run.id})`];
    }),
  );
}

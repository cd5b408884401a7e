import type { Report, ReportMetric, Sample, SamplePage } from '../../../api/types';
import type { Sheet } from '../../../parts/table/sheet';

/** A metric with bands, and those of the same operations that tell of events. */
export interface BandPanel {
  metric: ReportMetric;
  events: ReportMetric[];
}

/** One for each source: metrics that judge the same samples in another way show the same. */
export function bandPanels(report: Pick<Report, 'metrics'>): BandPanel[] {
  return firstOfSource(report.metrics.filter(metric => metric.bands.length > 0)).map(metric => ({
    metric,
    events: firstOfSource(
      report.metrics.filter(one => one.events && one.operations.some(name => metric.operations.includes(name))),
    ),
  }));
}

const firstOfSource = (metrics: ReportMetric[]): ReportMetric[] =>
  metrics.filter((metric, n) => metrics.findIndex(one => one.source === metric.source) === n);

/** The samples of a session, by the id of their metric. */
export type SessionSamples = Record<string, SamplePage>;

/** Whether a sample tells of an event. */
export const isEvent = (sample: Sample): boolean => sample.value !== null && sample.value > 0;

const begin = (sample: Sample): number => Date.parse(sample.at ?? '');
export const fromOf = begin;
export const toOf = (sample: Sample): number => begin(sample) + sample.durationMs;

/** Samples without an instant cannot be placed in time. */
export const placed = (page: SamplePage | undefined): Sample[] =>
  page?.samples.filter(sample => sample.at !== null) ?? [];

/** Unknown samples that follow each other for the same reason. */
export interface UnknownRun {
  first: Sample;
  from: number;
  to: number;
  count: number;
  reason: string;
}

/** Samples whose times differ by less than this follow each other. */
const GAP_MS = 100;

export function unknownRuns(samples: Sample[]): UnknownRun[] {
  const runs: UnknownRun[] = [];
  for (const sample of samples) {
    if (sample.value !== null) continue;
    const last = runs.at(-1);
    if (last && last.reason === sample.unknown && Math.abs(fromOf(sample) - last.to) < GAP_MS) {
      last.to = toOf(sample);
      last.count++;
    } else {
      runs.push({ first: sample, from: fromOf(sample), to: toOf(sample), count: 1, reason: sample.unknown });
    }
  }
  return runs;
}

/** Reasons why samples are unknown, the most frequent first. */
export function unknownReasons(samples: Sample[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { value, unknown } of samples) if (value === null) counts.set(unknown, (counts.get(unknown) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/** All samples, those of one instant in one row. */
export function secondsSheet({ metric, events }: BandPanel, samples: SessionSamples): Sheet {
  const of = (id: string) => samples[id]?.samples ?? [];
  const byTime = events.map(event => new Map(of(event.id).map(sample => [sample.at, sample])));
  return {
    head: ['at', metric.id, 'uncertainty', 'unknown', ...events.flatMap(({ id }) => [id, `${id} unknown`]), 'counts'],
    rows: of(metric.id).map(sample => [
      sample.at,
      sample.value,
      sample.uncertainty,
      sample.unknown,
      ...byTime.flatMap(times => [times.get(sample.at)?.value ?? null, times.get(sample.at)?.unknown ?? '']),
      sample.steady ? 'yes' : 'no',
    ]),
  };
}

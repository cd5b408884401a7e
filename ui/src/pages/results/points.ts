import type { Report, ReportPoint } from '../../api/types';
import { CROSS } from '../../charts/look';
import { verdictWords } from '../../format/verdict';

/** A group at a load point: one mark of the chart over sessions. */
export interface PointMark {
  index: number;
  sessions: number;
  group: string;
  /** Null where so many failed that there is none. */
  p95: number | null;
  low: number | null;
  high: number | null;
  verdict: string;
  count: number;
  /** What the platform lost: failed by itself, with its session, or not reached. */
  failed: number;
  discarded: number;
}

/** What a mark looks like in every chart: a dot passed, a cross failed, an open circle is uncertain or was not judged, a triangle has no p95. */
export function markSymbol({ p95, verdict }: PointMark): string {
  if (p95 === null) return 'triangle';
  if (verdict === 'fail') return CROSS;
  return verdict === 'pass' ? 'circle' : 'emptyCircle';
}

/** Groups that are judged, in their order. */
export function judgedGroups(report: Report): string[] {
  return Object.keys(report.thresholds).sort();
}

/** All groups that were worked at any load point, in their order. */
export function workedGroups(report: Report): string[] {
  const groups = new Set<string>(report.operations.map(operation => operation.group));
  report.loadPoints.forEach(point => Object.keys(point.groups).forEach(group => groups.add(group)));
  return [...groups].sort();
}

/** The marks of all judged groups, by sessions; of points of the same size the earlier one first. */
export function pointMarks(report: Report): PointMark[] {
  return judgedGroups(report).flatMap(group =>
    report.loadPoints
      .flatMap(point => {
        const figures = point.groups[group];
        return figures && figures.count + figures.failed > 0
          ? [
              {
                index: point.index,
                sessions: point.sessions,
                group,
                p95: figures.p95Ms,
                low: figures.p95Ci[0],
                high: figures.p95Ci[1],
                verdict: verdictWords(point),
                count: figures.count,
                failed: figures.failed + figures.skipped,
                discarded: point.discarded,
              },
            ]
          : [];
      })
      .sort((a, b) => a.sessions - b.sessions || a.index - b.index),
  );
}

/**
 * The load point that speaks for the run, as the controller takes it: of those with as many sessions as the capacity the last one that passed, else the last one;
 * where there is none of that size, the last of all. Null where nothing was measured.
 */
export function speakingPoint(report: Report): ReportPoint | null {
  const { capacity } = report.verdict;
  const speaking = report.loadPoints.filter(point => carried(point) === capacity);
  const passed = speaking.filter(point => point.pass);
  return (
    passed[passed.length - 1] ??
    speaking[speaking.length - 1] ??
    report.loadPoints[report.loadPoints.length - 1] ??
    null
  );
}

/** Sessions of a point that passed and were there to its end are what a capacity counts. */
const carried = (point: ReportPoint): number => (point.pass ? point.sessions - point.discarded : point.sessions);

/** `3: 12 sessions, pass` */
export function pointTitle(point: ReportPoint): string {
  return `${point.index}: ${point.sessions} ${point.sessions === 1 ? 'session' : 'sessions'}, ${verdictWords(point)}`;
}

/** An interval that reaches far beyond all marks is cut there, so that it does not press the rest flat. */
const HEADROOM = 1.6;

/** The highest response that the chart has room for. */
export function ceiling(marks: PointMark[], thresholds: Record<string, number>): number {
  const figures = [...marks.map(mark => mark.p95 ?? 0), ...Object.values(thresholds)];
  return HEADROOM * Math.max(1, ...figures);
}

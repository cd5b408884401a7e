import type { Report } from '../../../api/types';
import type { TimingFilter } from '../filter';
import type { By } from '../charted';
import type { Select } from '../selection';
import { texts } from '../../../texts/results';

export interface ChartProps {
  report: Report;
  select: Select;
}

/** What stands at every chart of a run whose figures must not be used. */
export const unusable = (report: Report): string | null => (report.verdict.valid ? null : texts.invalidRunDoNotUse);

/** The timings behind a line. */
export const ofLine = (by: By, key: string): Partial<TimingFilter> =>
  by === 'group' ? { group: key } : { operation: key };

/** The one line that is looked at, or all. */
export function chosenLines<T extends { key: string }>(lines: T[], by: By, operation: string | null): T[] {
  return by === 'operation' && operation !== null ? lines.filter(line => line.key === operation) : lines;
}

/** Charts that show the same time move together. */
export const TIME_GROUP = 'results-time';

/** The time that charts over time show: that of the chosen load point, or of the whole run. */
export function viewSpan(report: Report, point: number | null): { from: string; to: string } {
  const chosen = report.loadPoints.find(one => one.index === point);
  if (chosen) return { from: chosen.startedAt, to: chosen.endedAt };
  return { from: report.run.startedAt, to: report.run.endedAt ?? new Date().toISOString() };
}

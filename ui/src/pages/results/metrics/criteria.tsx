import { Badge } from '@mantine/core';
import type { Report, ReportCriterion } from '../../../api/types';
import { measured } from '../../../format/measured';
import type { Column } from '../../../parts/table/DataTable';
import { texts } from '../../../texts/metrics';

/** A criterion at a load point. */
export interface CriterionRow extends ReportCriterion {
  loadPoint: number;
  sessions: number;
}

/** All criteria of all load points, in the order in which the points were measured. */
export function criterionRows(report: Report): CriterionRow[] {
  return report.loadPoints.flatMap(point =>
    point.criteria.map(criterion => ({ ...criterion, loadPoint: point.index, sessions: point.sessions })),
  );
}

/** Whether a criterion is the limit of a metric; groups have a dot in their names, metrics have none. */
export const ofMetric = (criterion: string): boolean => !criterion.includes('.');

export function criterionVerdict(criterion: Pick<ReportCriterion, 'judged' | 'kept' | 'verdict'>): string {
  if (!criterion.judged) return texts.notJudged;
  if (criterion.verdict === 'UNDECIDED') return texts.undecided;
  return criterion.kept ? texts.passed : texts.failedVerdict;
}

const COLORS: Record<string, string> = {
  [texts.passed]: 'green',
  [texts.failedVerdict]: 'red',
  [texts.undecided]: 'orange',
};

/** `at least 0.95` */
export function limitText(better: string, limit: number | null, unit: string): string {
  if (limit === null) return texts.noLimit;
  return better === 'higher' ? texts.atLeast(measured(limit, unit)) : texts.atMost(measured(limit, unit));
}

/** A figure in the unit of its row: the value as it is for the export, readable for people. */
const figure = (id: string, title: string, value: (row: CriterionRow) => number | null): Column<CriterionRow> => ({
  id,
  title,
  numeric: true,
  value,
  show: row => measured(value(row), row.unit),
});

export const CRITERION_COLUMNS: Column<CriterionRow>[] = [
  { id: 'loadPoint', title: texts.loadPoint, numeric: true, value: row => row.loadPoint },
  { id: 'sessions', title: texts.sessions, numeric: true, value: row => row.sessions },
  { id: 'criterion', title: texts.criterion, value: row => row.title },
  {
    id: 'verdict',
    title: texts.verdict,
    value: criterionVerdict,
    show: row => (
      <Badge color={COLORS[criterionVerdict(row)] ?? 'gray'} variant="light">
        {criterionVerdict(row)}
      </Badge>
    ),
  },
  { id: 'statistic', title: texts.statistic, value: row => row.statistic },
  {
    id: 'limit',
    title: texts.limit,
    numeric: true,
    value: row => row.limit,
    show: row => limitText(row.better, row.limit, row.unit),
  },
  figure('value', texts.value, row => row.value),
  figure('low', texts.low, row => row.interval[0] ?? null),
  figure('high', texts.high, row => row.interval[1] ?? null),
  { id: 'count', title: texts.count, numeric: true, value: row => row.count },
  { id: 'failed', title: texts.failed, numeric: true, value: row => row.failed },
  { id: 'unknown', title: texts.unknown, numeric: true, value: row => row.unknown },
  { id: 'reason', title: texts.reason, value: row => row.reason },
];

import { Badge, Paper, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Comparison, MetricDifference } from '../../api/types';
import { counted } from '../../format/format';
import { measured } from '../../format/measured';
import { type Column, DataTable } from '../../parts/table/DataTable';
import { certaintyFigure } from './certainty';
import { texts } from '../../texts/metrics';
import { texts as compareTexts } from '../../texts/compare';

/** A metric of a run beside that of the baseline. */
interface Row extends MetricDifference {
  runId: string;
  title: string;
  runName: string;
}

function rowsOf(comparison: Comparison, names: Record<string, string>): Row[] {
  return comparison.runs.flatMap(run =>
    run.metrics.map(metric => ({ ...metric, runId: run.run, runName: names[run.run] ?? run.title })),
  );
}

export function verdictOf({ finding }: Pick<MetricDifference, 'finding'>): string {
  return {
    WORSE: texts.clearlyWorse,
    BETTER: texts.clearlyBetter,
    NO_CLEAR_DIFFERENCE: texts.noClearDifference,
    NOT_DECIDED: compareTexts.notDecided,
    NOT_COMPARABLE: compareTexts.notComparable,
  }[finding];
}

const COLORS: Record<string, string> = { [texts.clearlyWorse]: 'red', [texts.clearlyBetter]: 'green' };

/** A difference with its sign; an end without a figure is beyond all bounds. */
function signed(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '∞';
  return value > 0 ? `+${measured(value, unit)}` : measured(value, unit);
}

const figure = (id: string, title: string, value: (row: Row) => number | null): Column<Row> => ({
  id,
  title,
  numeric: true,
  value,
  show: row => measured(value(row), row.unit),
});

const COLUMNS: Column<Row>[] = [
  { id: 'metric', title: texts.metric, value: row => row.title },
  { id: 'statistic', title: texts.statistic, value: row => row.statistic },
  { id: 'run', title: texts.run, value: row => row.runName },
  {
    id: 'verdict',
    title: texts.verdict,
    value: verdictOf,
    show: row => (
      <Badge color={COLORS[verdictOf(row)] ?? 'gray'} variant="light" title={row.reason || undefined}>
        {verdictOf(row)}
      </Badge>
    ),
  },
  {
    id: 'worse',
    title: texts.worse,
    numeric: true,
    value: row => row.worse,
    show: row => certaintyFigure(row.worse),
  },
  figure('baseline', texts.baseline, row => row.baseline),
  figure('other', texts.value, row => row.other),
  {
    id: 'difference',
    title: texts.difference,
    numeric: true,
    value: row => row.difference,
    show: row =>
      `${signed(row.difference, row.unit)} (${signed(row.differenceCi[0], row.unit)} – ${signed(row.differenceCi[1], row.unit)})`,
  },
];

/** How each metric that runs have in common differs from the baseline; nothing where they have none. */
export function MetricDifferences({ comparison, names }: { comparison: Comparison; names: Record<string, string> }) {
  const rows = useMemo(() => rowsOf(comparison, names), [comparison, names]);
  if (rows.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.metrics}>
      <Title order={2} size="h5">
        {texts.metrics}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {compareTexts.certaintyExplained(counted(comparison.sessions, 'session'))}
      </Text>
      <DataTable
        label={texts.metrics}
        rows={rows}
        columns={COLUMNS}
        rowKey={row => `${row.runId} ${row.metric}`}
        file="metric-differences"
        one="difference"
      />
    </Paper>
  );
}

import { Badge, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Comparison, Difference } from '../../api/types';
import { Chart } from '../../charts/Chart';
import { ChartBox } from '../../charts/ChartBox';
import { useLook } from '../../charts/look';
import { counted, response } from '../../format/format';
import { type Column, DataTable, sheetOf } from '../../parts/table/DataTable';
import { responseColumn } from '../results/tables/columns';
import { certainty, CERTAINTY_COLORS, certaintyFigure, certaintyRank } from './certainty';
import { allDifferences, forestOption, quantileTitle, ratioText, type RunDifference } from './forest';
import type { RunLine } from './overlay';

const signed = (ms: number | null): string => (ms !== null && ms > 0 ? `+${response(ms)}` : response(ms));

const edge = (ms: number | null): string => (ms === null ? '∞' : signed(ms));

/** An end of an interval: the page shows it beside its figure, the export in a field of its own. */
const endColumn = (id: string, value: (difference: Difference) => number | null): Column<RunDifference> => ({
  id,
  title: id,
  numeric: true,
  exportOnly: true,
  value: ({ difference }) => value(difference),
});

export function differenceColumns(names: Record<string, string>): Column<RunDifference>[] {
  return [
    { id: 'what', title: 'What', value: ({ difference }) => difference.what },
    { id: 'group', title: 'Group', value: ({ difference }) => difference.group },
    { id: 'quantile', title: 'Percentile', value: ({ difference }) => quantileTitle(difference.quantile) },
    { id: 'run', title: 'Run', value: ({ run }) => names[run.run] ?? run.title },
    {
      id: 'certainty',
      title: 'Certainty',
      value: ({ difference }) => certainty(difference),
      show: ({ difference }) => (
        <Badge color={CERTAINTY_COLORS[certainty(difference)]} variant="light">
          {certainty(difference)}
        </Badge>
      ),
    },
    {
      id: 'slower',
      title: 'How sure',
      numeric: true,
      value: ({ difference }) => certaintyRank(difference),
      show: ({ difference }) => certaintyFigure(difference.slower),
    },
    responseColumn('baselineMs', 'Baseline', ({ difference }) => difference.baselineMs),
    responseColumn('otherMs', 'Run’s', ({ difference }) => difference.otherMs),
    {
      id: 'differenceMs',
      title: 'Difference',
      numeric: true,
      value: ({ difference }) => difference.differenceMs,
      show: ({ difference: d }) =>
        `${signed(d.differenceMs)} (${edge(d.differenceCi[0])} – ${edge(d.differenceCi[1])})`,
    },
    {
      id: 'ratio',
      title: 'Ratio',
      numeric: true,
      value: ({ difference }) => difference.ratio,
      show: ({ difference }) => ratioText(difference),
    },
    endColumn('differenceLowMs', d => d.differenceCi[0]),
    endColumn('differenceHighMs', d => d.differenceCi[1]),
    endColumn('ratioLow', d => d.ratioCi[0]),
    endColumn('ratioHigh', d => d.ratioCi[1]),
  ];
}

interface DifferencesProps {
  comparison: Comparison;
  runs: RunLine[];
  names: Record<string, string>;
}

/** How each group and operation differs from the baseline, as ratios in a chart and as figures in a table. */
export function Differences({ comparison, runs, names }: DifferencesProps) {
  const look = useLook();
  const [quantile, setQuantile] = useState(0.95);
  const differences = useMemo(() => allDifferences(comparison), [comparison]);
  const columns = useMemo(() => differenceColumns(names), [names]);
  const option = useMemo(() => forestOption(differences, runs, quantile, look), [differences, runs, quantile, look]);
  if (differences.length === 0) return null;
  const own = differences.filter(({ difference }) => difference.quantile === quantile);
  const rows = new Set(own.map(({ difference }) => difference.what)).size;
  const height = 110 + rows * Math.max(24, 8 * runs.length);
  return (
    <>
      <ChartBox
        title="Ratios to the baseline"
        how={`At ${counted(comparison.sessions, 'session')}. A square is how many times the baseline's response the run took, its line the 95 % interval. A line that does not cross 1 is a sure difference. Of forty operations one or two differ by chance: trust the groups first.`}
        sheet={() => sheetOf(own, columns)}
        file="ratios"
        controls={
          <SegmentedControl
            size="xs"
            aria-label="Percentile: ratios"
            data={[
              { value: '0.5', label: 'p50' },
              { value: '0.95', label: 'p95' },
            ]}
            value={String(quantile)}
            onChange={value => setQuantile(Number(value))}
          />
        }
      >
        <Chart
          option={option}
          height={height}
          label={`Ratios of ${quantileTitle(quantile)} to the baseline; the same figures are in the table below.`}
        />
      </ChartBox>
      <Paper withBorder p="md" component="section" aria-label="Differences">
        <Title order={2} size="h5">
          Differences
        </Title>
        <Text size="xs" c="dimmed" mb="xs">
          “Surely” is what the whole 95 % interval of the ratio says, “probably” what nine of ten resamples say. Steady
          operations at {counted(comparison.sessions, 'session')}.
        </Text>
        <DataTable
          label="Differences"
          rows={differences}
          columns={columns}
          rowKey={({ run, difference }) => `${run.run} ${difference.what} ${difference.group} ${difference.quantile}`}
          file="differences"
          one="difference"
          sort={{ column: 'slower', descending: true }}
        />
      </Paper>
    </>
  );
}

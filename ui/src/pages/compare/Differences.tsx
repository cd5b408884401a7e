import { Badge, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Comparison, Difference } from '../../api/types';
import { Chart } from '../../charts/Chart';
import { ChartBox } from '../../charts/ChartBox';
import { useLook } from '../../charts/look';
import { counted, response } from '../../format/format';
import { type Column, DataTable, sheetOf } from '../../parts/table/DataTable';
import { responseColumn } from '../results/tables/columns';
import { certainty, CERTAINTY_COLORS, certaintyFigure, certaintyRank, certaintyText } from './certainty';
import { allDifferences, forestOption, quantileTitle, ratioText, type RunDifference } from './forest';
import type { RunLine } from './overlay';
import { texts } from '../../texts/compare';

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
    { id: 'what', title: texts.what, value: ({ difference }) => difference.what },
    { id: 'group', title: texts.group, value: ({ difference }) => difference.group },
    { id: 'quantile', title: texts.percentile, value: ({ difference }) => quantileTitle(difference.quantile) },
    { id: 'run', title: texts.run, value: ({ run }) => names[run.run] ?? run.title },
    {
      id: 'certainty',
      title: texts.certainty,
      value: ({ difference }) => certaintyText(certainty(difference)),
      show: ({ difference }) => (
        <Badge color={CERTAINTY_COLORS[certainty(difference)]} variant="light" title={difference.reason || undefined}>
          {certaintyText(certainty(difference))}
        </Badge>
      ),
    },
    {
      id: 'slower',
      title: texts.confidence,
      numeric: true,
      value: ({ difference }) => certaintyRank(difference),
      show: ({ difference }) => certaintyFigure(difference.slower),
    },
    responseColumn('baselineMs', texts.baselineColumn, ({ difference }) => difference.baselineMs),
    responseColumn('otherMs', 'Run’s', ({ difference }) => difference.otherMs),
    {
      id: 'differenceMs',
      title: texts.difference,
      numeric: true,
      value: ({ difference }) => difference.differenceMs,
      show: ({ difference: d }) =>
        `${signed(d.differenceMs)} (${edge(d.differenceCi[0])} – ${edge(d.differenceCi[1])})`,
    },
    {
      id: 'ratio',
      title: texts.ratio,
      numeric: true,
      value: ({ difference }) => difference.ratio,
      show: ({ difference }) => ratioText(difference),
    },
    endColumn('differenceLowMs', d => d.differenceCi[0]),
    endColumn('differenceHighMs', d => d.differenceCi[1]),
    endColumn('ratioLow', d => d.ratioCi[0]),
    endColumn('ratioHigh', d => d.ratioCi[1]),
    endColumn('spread', d => d.spread),
    { id: 'reason', title: 'reason', exportOnly: true, value: ({ difference }) => difference.reason },
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
        title={texts.ratiosToTheBaseline}
        how={texts.ratioChartHelp(counted(comparison.sessions, 'session'))}
        sheet={() => sheetOf(own, columns)}
        file="ratios"
        controls={
          <SegmentedControl
            size="xs"
            aria-label={texts.percentileRatios}
            data={[
              { value: '0.5', label: 'p50' },
              { value: '0.95', label: 'p95' },
            ]}
            value={String(quantile)}
            onChange={value => setQuantile(Number(value))}
          />
        }
      >
        <Chart option={option} height={height} label={texts.ratiosOfToTheBaseline(quantileTitle(quantile))} />
      </ChartBox>
      <Paper withBorder p="md" component="section" aria-label={texts.differences}>
        <Title order={2} size="h5">
          {texts.differences}
        </Title>
        <Text size="xs" c="dimmed" mb="xs">
          {texts.certaintyExplained(counted(comparison.sessions, 'session'))}
        </Text>
        <DataTable
          label={texts.differences}
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

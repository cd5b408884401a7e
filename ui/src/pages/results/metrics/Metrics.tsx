import { Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Report, ReportMetric, ReportPoint } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { duration, number } from '../../../format/format';
import { measured } from '../../../format/measured';
import { type Column, DataTable } from '../../../parts/table/DataTable';
import { fileName } from '../../../parts/table/sheet';
import type { MetricSession } from '../../../api/types';
import { type ChartProps, unusable, viewSpan } from '../charts/common';
import { Waiting } from '../charts/Waiting';
import { pointTitle } from '../points';
import { useMetric } from '../queries';
import { CRITERION_COLUMNS, criterionRows, limitText } from './criteria';
import {
  distributionOption,
  distributionSheet,
  markIndex,
  metricMarks,
  overSessionsOption,
  overSessionsSheet,
  overTimeOption,
  overTimeSheet,
  statisticUnit,
} from './options';
import { PanelTitle } from '../../../parts/PanelTitle';
import { texts } from '../../../texts/metrics';

const HEIGHT = 300;
const EMPTY = { head: [], rows: [] };

/** What its workloads measured beside responses; nothing where they measured nothing. */
export function Metrics({ report, select, point }: ChartProps & { point: ReportPoint }) {
  const [id, setId] = useState<string | null>(null);
  const metric = report.metrics.find(one => one.id === id) ?? report.metrics[0];
  if (!metric) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.metrics}>
      <Stack gap="md">
        <PanelTitle>{texts.metrics}</PanelTitle>
        <Select
          label={texts.metric}
          data={report.metrics.map(one => ({ value: one.id, label: one.title }))}
          value={metric.id}
          onChange={setId}
          allowDeselect={false}
          maw={520}
          description={`${metric.statistic}, ${limitText(metric.better, metric.limit, statisticUnit(metric))}`}
        />
        <OfMetric report={report} select={select} point={point} metric={metric} />
      </Stack>
    </Paper>
  );
}

/** The criteria of all load points; A and B stand among them, so that one table tells what limits. Nothing for reports of earlier versions. */
export function Criteria({ report }: { report: Report }) {
  const rows = useMemo(() => criterionRows(report), [report]);
  if (rows.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.criteria}>
      <PanelTitle>{texts.criteria}</PanelTitle>
      <Text size="xs" c="dimmed" my={4} maw={900}>
        {texts.criteriaHow}
      </Text>
      <DataTable
        label={texts.criteria}
        rows={rows}
        columns={CRITERION_COLUMNS}
        rowKey={row => `${row.loadPoint} ${row.criterion}`}
        file={fileName(report.run.id, 'criteria')}
        one="line"
      />
    </Paper>
  );
}

interface MetricProps extends ChartProps {
  point: ReportPoint;
  metric: ReportMetric;
}

function OfMetric({ report, select, point, metric }: MetricProps) {
  const look = useLook();
  const marks = useMemo(() => metricMarks(report, metric.id), [report, metric]);
  const option = useMemo(() => overSessionsOption(marks, metric, look), [marks, metric, look]);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        <ChartBox
          title={texts.overSessions(metric.title)}
          how={texts.overSessionsHow(metric.statistic)}
          sheet={() => overSessionsSheet(marks)}
          file={fileName(report.run.id, metric.id, 'over-sessions')}
          unusable={unusable(report)}
        >
          <Chart
            option={option}
            height={HEIGHT}
            label={texts.overSessionsLabel(metric.title)}
            onPoint={({ data }) => {
              const index = markIndex(data);
              if (index !== undefined) select.set({ point: index });
            }}
          />
        </ChartBox>
        <DistributionOfMetric report={report} select={select} point={point} metric={metric} />
      </SimpleGrid>
      <OverTime report={report} select={select} point={point} metric={metric} />
      <PerSession report={report} select={select} point={point} metric={metric} />
    </>
  );
}

function DistributionOfMetric({ report, select, point, metric }: MetricProps) {
  const look = useLook();
  const query = useMetric(report.run.id, metric.id, point.index, select.selection.steady);
  const option = useMemo(() => (query.data ? distributionOption(query.data, look) : {}), [query.data, look]);
  return (
    <ChartBox
      title={texts.distribution(metric.title)}
      how={texts.distributionHow(pointTitle(point))}
      sheet={() => (query.data ? distributionSheet(query.data) : EMPTY)}
      file={fileName(report.run.id, metric.id, 'distribution')}
      unusable={unusable(report)}
    >
      <Waiting query={query} empty={data => (data.distribution.steps.length === 0 ? texts.noSamples : null)}>
        {() => (
          <Chart option={option} height={HEIGHT} label={texts.distributionLabel(metric.title, pointTitle(point))} />
        )}
      </Waiting>
    </ChartBox>
  );
}

function OverTime({ report, select, point, metric }: MetricProps) {
  const look = useLook();
  const query = useMetric(report.run.id, metric.id, point.index, select.selection.steady);
  const span = useMemo(() => viewSpan(report, select.selection.point), [report, select.selection.point]);
  const option = useMemo(() => (query.data ? overTimeOption(query.data, span, look) : {}), [query.data, span, look]);
  return (
    <ChartBox
      title={texts.overTime(metric.title)}
      how={texts.overTimeHow(query.data ? duration(query.data.series.bucketSeconds) : texts.aTimeInterval)}
      sheet={() => (query.data ? overTimeSheet(query.data) : EMPTY)}
      file={fileName(report.run.id, metric.id, 'over-time')}
      unusable={unusable(report)}
    >
      <Waiting query={query} empty={data => (data.series.points.length === 0 ? texts.noSamples : null)}>
        {() => <Chart option={option} height={HEIGHT} label={texts.overTimeLabel(metric.title)} />}
      </Waiting>
    </ChartBox>
  );
}

function PerSession({ report, select, point, metric }: MetricProps) {
  const query = useMetric(report.run.id, metric.id, point.index, select.selection.steady);
  const columns = useMemo(() => sessionColumns(metric), [metric]);
  return (
    <section aria-label={texts.perSession(metric.title)}>
      <Title order={3} size="h6">
        {texts.perSession(metric.title)}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.perSessionHow(pointTitle(point))}
      </Text>
      <Waiting query={query} empty={data => (data.sessions.length === 0 ? texts.noSamples : null)}>
        {data => (
          <DataTable
            label={texts.perSession(metric.title)}
            rows={data.sessions}
            columns={columns}
            rowKey={row => `${row.session}`}
            file={fileName(report.run.id, metric.id, 'sessions')}
            one="session"
            onPick={row => void select.pick({ session: row.session, loadPoint: point.index })}
          />
        )}
      </Waiting>
    </section>
  );
}

const sessionColumns = (metric: ReportMetric): Column<MetricSession>[] => {
  const figure = (
    id: string,
    title: string,
    unit: string,
    value: (row: MetricSession) => number | null,
  ): Column<MetricSession> => ({ id, title, numeric: true, value, show: row => measured(value(row), unit) });
  const count = (id: string, title: string, value: (row: MetricSession) => number): Column<MetricSession> => ({
    id,
    title,
    numeric: true,
    value,
    show: row => number(value(row)),
  });
  return [
    count('session', texts.session, row => row.session),
    count('count', texts.count, row => row.count),
    count('failed', texts.failed, row => row.failed),
    count('unknown', texts.unknown, row => row.unknown),
    figure('value', metric.statistic, statisticUnit(metric), row => row.value),
    // The statistic that judges has a column already.
    ...[
      figure('p5', 'p5', metric.unit, row => row.p5),
      figure('p50', texts.median, metric.unit, row => row.p50),
      figure('p95', 'p95', metric.unit, row => row.p95),
    ].filter(column => column.id !== metric.statistic),
  ];
};

import { Group, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Series } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { duration } from '../../../format/format';
import { fileName } from '../../../parts/table/sheet';
import { useSeries } from '../queries';
import { ScaleSwitch } from './CapacityChart';
import { type ChartProps, chosenLines, ofLine, TIME_GROUP, unusable, viewSpan } from './common';
import { type Metric, MOST_LINES, pointOf, seriesOption, seriesSheet, slowest, worstOf } from './series';
import { Waiting } from './Waiting';
import { texts } from '../../../texts/results';

const EMPTY = { head: [], rows: [] };

/** Responses over the run's time; a click on a point leads to its timings. */
export function SeriesChart({ report, select }: ChartProps) {
  const { by, operation, point, steady } = select.selection;
  const [metric, setMetric] = useState<Metric>('p95Ms');
  const [log, setLog] = useState(true);
  const query = useSeries(report.run.id, by, point, steady);
  const lines = useMemo(() => chosenLines(query.data?.lines ?? [], by, operation), [query.data, by, operation]);
  return (
    <ChartBox
      title={texts.responseOverTime}
      how={texts.eachPointAggregatesOperationsStarted(
        query.data ? duration(query.data.bucketSeconds) : texts.aTimeInterval,
        steady ? texts.onlySteadyOperations : texts.allOperations,
      )}
      sheet={() => (query.data ? seriesSheet(lines) : EMPTY)}
      file={fileName(report.run.id, 'response-over-time')}
      unusable={unusable(report)}
      controls={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={texts.statisticResponseOverTime}
            data={[
              { value: 'p50Ms', label: 'p50' },
              { value: 'p95Ms', label: 'p95' },
              { value: 'maxMs', label: texts.maximum },
            ]}
            value={metric}
            onChange={value => setMetric(value as Metric)}
          />
          <ScaleSwitch log={log} onChange={setLog} of={texts.ofResponseOverTime} />
        </Group>
      }
    >
      <Waiting query={query} empty={() => (lines.length === 0 ? texts.noOperationsInThisTime : null)}>
        {series => <Lines report={report} select={select} series={series} lines={lines} metric={metric} log={log} />}
      </Waiting>
    </ChartBox>
  );
}

interface LinesProps extends ChartProps {
  series: Series;
  lines: Series['lines'];
  metric: Metric;
  log: boolean;
}

function Lines({ report, select, series, lines, metric, log }: LinesProps) {
  const look = useLook();
  const { by, point, steady } = select.selection;
  const shown = useMemo(() => slowest(lines, worstOf(metric)), [lines, metric]);
  const option = useMemo(
    () => seriesOption(series, shown, metric, report.loadPoints, viewSpan(report, point), by === 'group', log, look),
    [series, shown, metric, report, point, by, log, look],
  );
  return (
    <>
      <Chart
        option={option}
        height={340}
        group={TIME_GROUP}
        label={texts.responseOverTimeLinesSelect(shown.length)}
        onPoint={({ series: seriesId, index, data }) => {
          const found = pointOf(shown, { seriesId, dataIndex: index, data });
          if (!found) return;
          const from = Date.parse(found.point.at);
          void select.pick({
            ...ofLine(by, found.line.key),
            ...(point === null ? {} : { loadPoint: point }),
            ...(steady ? { steady } : {}),
            from: new Date(from).toISOString(),
            to: new Date(from + 1000 * series.bucketSeconds).toISOString(),
          });
        }}
      />
      {shown.length < lines.length ? (
        <Text size="xs" c="dimmed">
          {texts.showingTheSlowestOfSelect(MOST_LINES, lines.length)}
        </Text>
      ) : null}
    </>
  );
}

import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { ReportPoint } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { fileName } from '../../../parts/table/sheet';
import { texts } from '../../../texts/bands';
import { type ChartProps, unusable } from '../charts/common';
import { Waiting } from '../charts/Waiting';
import { useMetric } from '../queries';
import { BadSeconds } from './BadSeconds';
import { type BandPanel, bandPanels } from './seconds';
import { SecondsChart } from './SecondsChart';
import { bandRows, sharesHeight, sharesOption, sharesSheet } from './shares';

const EMPTY = { head: [], rows: [] };

/** Each metric of which publications say what is good: over time, and over load points. Nothing where the run measured none. */
export function BandPanels({ report, select, point }: ChartProps & { point: ReportPoint }) {
  const panels = useMemo(() => bandPanels(report), [report]);
  if (panels.length === 0) return null;
  return (
    <Stack gap="md">
      {panels.map(panel => (
        <SecondsChart key={panel.metric.id} report={report} select={select} point={point} panel={panel} />
      ))}
      {panels.map(panel => (
        <Shares key={panel.metric.id} report={report} select={select} point={point} panel={panel} />
      ))}
      <BadSeconds report={report} select={select} />
    </Stack>
  );
}

function Shares({ report, select, point, panel }: ChartProps & { point: ReportPoint; panel: BandPanel }) {
  const { metric } = panel;
  const look = useLook();
  const query = useMetric(report.run.id, metric.id, point.index, select.selection.steady);
  const rows = useMemo(() => bandRows(report, panel, query.data?.bands ?? []), [report, panel, query.data]);
  const option = useMemo(() => sharesOption(rows, look), [rows, look]);
  return (
    <ChartBox
      title={texts.shares(metric.title)}
      how={texts.sharesHow}
      sheet={() => (query.data ? sharesSheet(rows) : EMPTY)}
      file={fileName(report.run.id, metric.id, 'bands')}
      unusable={unusable(report)}
    >
      <Waiting query={query} empty={() => (rows.length === 0 ? texts.noSamples : null)}>
        {() => (
          <Chart
            option={option}
            height={sharesHeight(rows)}
            label={texts.sharesLabel(metric.title)}
            onPoint={({ index }) => {
              const row = rows[index];
              if (row) select.set({ point: row.index });
            }}
          />
        )}
      </Waiting>
    </ChartBox>
  );
}

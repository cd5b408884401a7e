import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ReportPoint } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { fileName } from '../../../parts/table/sheet';
import { pointTitle } from '../points';
import { useDistribution } from '../queries';
import { type ChartProps, chosenLines, ofLine, unusable } from './common';
import { ecdfOption, ecdfSheet } from './distribution';
import { MOST_LINES, slowest } from './series';
import { Waiting } from './Waiting';
import { texts } from '../../../texts/results';

/** What share was answered within which time, at one load point. */
export function DistributionChart({ report, select, point }: ChartProps & { point: ReportPoint }) {
  const look = useLook();
  const { by, operation } = select.selection;
  const query = useDistribution(report.run.id, by, point.index);
  const lines = useMemo(() => chosenLines(query.data?.lines ?? [], by, operation), [query.data, by, operation]);
  const shown = useMemo(() => slowest(lines, line => line.p95Ms ?? Number.POSITIVE_INFINITY), [lines]);
  const option = useMemo(() => ecdfOption(shown, report.thresholds, by === 'group', look), [shown, report, by, look]);
  return (
    <ChartBox
      title={texts.distribution}
      how={texts.distributionChartHelp(pointTitle(point))}
      sheet={() => ecdfSheet(lines)}
      file={fileName(report.run.id, 'distribution', `${point.index}`)}
      unusable={unusable(report)}
    >
      <Waiting query={query} empty={() => (lines.length === 0 ? texts.noSteadyOperations : null)}>
        {() => (
          <Chart
            option={option}
            height={340}
            label={texts.responseDistributionAtLoadPoint(pointTitle(point))}
            onPoint={({ series, index }) => {
              const line = shown.find(one => one.key === series);
              const step = line?.ecdf[index];
              if (line && step) {
                void select.pick({
                  ...ofLine(by, line.key),
                  loadPoint: point.index,
                  steady: true,
                  minMs: step.ms,
                  desc: false,
                });
              }
            }}
          />
        )}
      </Waiting>
      {shown.length < lines.length ? (
        <Text size="xs" c="dimmed">
          {texts.onlySlowestShown(MOST_LINES, lines.length)}
        </Text>
      ) : null}
    </ChartBox>
  );
}

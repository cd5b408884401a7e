import { useMemo } from 'react';
import type { ReportPoint } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { fileName } from '../../../parts/table/sheet';
import { pointTitle } from '../points';
import { useDistribution } from '../queries';
import { type ChartProps, chosenLines, unusable } from './common';
import { byP95, percentilesOption, percentilesSheet } from './distribution';
import { Waiting } from './Waiting';
import { texts } from '../../../texts/results';

const ROW_PX = 24;
const AROUND_PX = 96;

/** p50, p95 and p99 of each operation at one load point, the slowest on top. */
export function PercentilesChart({ report, select, point }: ChartProps & { point: ReportPoint }) {
  const look = useLook();
  const { operation } = select.selection;
  const query = useDistribution(report.run.id, 'operation', point.index);
  const lines = useMemo(() => chosenLines(query.data?.lines ?? [], 'operation', operation), [query.data, operation]);
  const rows = useMemo(() => byP95(lines), [lines]);
  const option = useMemo(() => percentilesOption(lines, report.thresholds, look), [lines, report, look]);
  return (
    <ChartBox
      title={texts.percentilesPerOperation}
      how={texts.operationChartHelp(pointTitle(point))}
      sheet={() => percentilesSheet({ loadPoint: point.index, sessions: point.sessions, lines })}
      file={fileName(report.run.id, 'percentiles', `${point.index}`)}
      unusable={unusable(report)}
    >
      <Waiting query={query} empty={() => (lines.length === 0 ? texts.noSteadyOperations : null)}>
        {() => (
          <Chart
            option={option}
            height={AROUND_PX + ROW_PX * rows.length}
            label={texts.operationChartLabel(rows.length, pointTitle(point))}
            onPoint={({ data }) => {
              const row = rows[(data as number[])[1] ?? -1];
              if (row) void select.pick({ operation: row.key, loadPoint: point.index, steady: true });
            }}
          />
        )}
      </Waiting>
    </ChartBox>
  );
}

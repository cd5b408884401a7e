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
      title="Percentiles per operation"
      how={`Load point ${pointTitle(point)}; steady operations, exact percentiles of all single responses. The slowest p95 is on top. A percentile that failures have taken away has no mark. Click a mark for the operation's timings.`}
      sheet={() => percentilesSheet({ loadPoint: point.index, sessions: point.sessions, lines })}
      file={fileName(report.run.id, 'percentiles', `${point.index}`)}
      unusable={unusable(report)}
    >
      <Waiting query={query} empty={() => (lines.length === 0 ? 'No steady operation at this load point.' : null)}>
        {() => (
          <Chart
            option={option}
            height={AROUND_PX + ROW_PX * rows.length}
            label={`Percentiles of ${rows.length} operations at load point ${pointTitle(point)}; the same figures are in its table.`}
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

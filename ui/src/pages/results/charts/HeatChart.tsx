import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { ChartBox } from '../../../charts/ChartBox';
import { counted, duration } from '../../../format/format';
import { fileName } from '../../../parts/table/sheet';
import { heatSheet, spanOf } from '../heat/heat';
import { HeatCanvas } from '../heat/HeatCanvas';
import { workedGroups } from '../points';
import { useHeatMap } from '../queries';
import { type ChartProps, unusable } from './common';
import { Waiting } from './Waiting';
import { texts } from '../../../texts/results';

/** Which session was slow when: a slow platform colours columns, a slow desktop its row. */
export function HeatChart({ report, select }: ChartProps) {
  const { steady } = select.selection;
  const groups = workedGroups(report);
  const [group, setGroup] = useState(groups[0] ?? 'A');
  const query = useHeatMap(report.run.id, group, steady);
  return (
    <ChartBox
      title={texts.sessionsOverTime}
      how={texts.rowsSessionsColumnsAColumn(
        query.data ? duration(query.data.columnSeconds) : texts.aTimeInterval,
        steady ? texts.andSteadyOnly : '',
      )}
      sheet={() => (query.data ? heatSheet(query.data) : { head: [], rows: [] })}
      file={fileName(report.run.id, 'sessions-over-time', group)}
      unusable={unusable(report)}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={texts.groupSessionsOverTime}
          data={groups.map(value => ({ value, label: texts.groupNamed(value) }))}
          value={group}
          onChange={setGroup}
        />
      }
    >
      <Waiting query={query} empty={map => (map.row.length === 0 ? texts.noCompletedOperationsInGroup(group) : null)}>
        {map => (
          <HeatCanvas
            map={map}
            label={texts.p95OfOverTimeGroup(counted(map.sessions.length, 'session'), group)}
            onPick={(session, column) =>
              void select.pick({ session, group, ...(steady ? { steady } : {}), ...spanOf(map, column) })
            }
          />
        )}
      </Waiting>
    </ChartBox>
  );
}

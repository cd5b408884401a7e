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

/** Which session was slow when: a slow platform colours columns, a slow desktop its row. */
export function HeatChart({ report, select }: ChartProps) {
  const { steady } = select.selection;
  const groups = workedGroups(report);
  const [group, setGroup] = useState(groups[0] ?? 'A');
  const query = useHeatMap(report.run.id, group, steady);
  return (
    <ChartBox
      title="Sessions over time"
      how={`A row is a session, a column ${query.data ? duration(query.data.columnSeconds) : 'a span of time'}${steady ? ', of what counts only' : ''}. Columns that turn orange in all rows tell of the platform, a row alone of its desktop. Click a cell for its timings.`}
      sheet={() => (query.data ? heatSheet(query.data) : { head: [], rows: [] })}
      file={fileName(report.run.id, 'sessions-over-time', group)}
      unusable={unusable(report)}
      controls={
        <SegmentedControl
          size="xs"
          aria-label="Group: sessions over time"
          data={groups.map(value => ({ value, label: `Group ${value}` }))}
          value={group}
          onChange={setGroup}
        />
      }
    >
      <Waiting query={query} empty={map => (map.row.length === 0 ? `No operation of group ${group} ended.` : null)}>
        {map => (
          <HeatCanvas
            map={map}
            label={`p95 of ${counted(map.sessions.length, 'session')} over time, group ${group}.`}
            onPick={(session, column) =>
              void select.pick({ session, group, ...(steady ? { steady } : {}), ...spanOf(map, column) })
            }
          />
        )}
      </Waiting>
    </ChartBox>
  );
}

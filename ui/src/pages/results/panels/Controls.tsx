import { Group, SegmentedControl, Select as Choice, Switch } from '@mantine/core';
import type { Report } from '../../../api/types';
import { pointTitle } from '../points';
import type { Select } from '../selection';
import classes from './panels.module.css';

/** What all charts and tables below look at. */
export function Controls({ report, select }: { report: Report; select: Select }) {
  const { point, by, steady, operation } = select.selection;
  const operations = [...new Set(report.operations.map(o => `${o.workload}/${o.operation}`))].sort();
  return (
    <Group className={classes.controls} gap="md" role="group" aria-label="What is shown below">
      <Choice
        size="xs"
        w={240}
        aria-label="Load point"
        placeholder="The whole run"
        clearable
        clearButtonProps={{ 'aria-label': 'The whole run' }}
        data={report.loadPoints.map(one => ({ value: `${one.index}`, label: `Load point ${pointTitle(one)}` }))}
        value={point === null ? null : `${point}`}
        onChange={value => select.set({ point: value })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Lines"
        data={[
          { value: 'group', label: 'By group' },
          { value: 'operation', label: 'By operation' },
        ]}
        value={by}
        onChange={value => select.set({ by: value === 'operation' ? value : null, only: null })}
      />
      <Switch
        size="xs"
        label="Over time: steady only"
        checked={steady}
        onChange={event => select.set({ counted: event.currentTarget.checked ? 'true' : null })}
      />
      <Choice
        size="xs"
        w={280}
        aria-label="Operation"
        placeholder="All operations"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All operations' }}
        data={operations}
        value={operation}
        onChange={value => select.set(value === null ? { only: null } : { only: value, by: 'operation' })}
      />
    </Group>
  );
}

import { Group, SegmentedControl, Select as Choice, Switch } from '@mantine/core';
import type { Report } from '../../../api/types';
import { pointTitle } from '../points';
import type { Select } from '../selection';
import classes from './panels.module.css';
import { texts } from '../../../texts/results';

/** What all charts and tables below look at. */
export function Controls({ report, select }: { report: Report; select: Select }) {
  const { point, by, steady, operation } = select.selection;
  const operations = [...new Set(report.operations.map(o => `${o.workload}/${o.operation}`))].sort();
  return (
    <Group className={classes.controls} gap="md" role="group" aria-label={texts.filters}>
      <Choice
        size="xs"
        w={240}
        aria-label={texts.loadPointColumn}
        placeholder={texts.wholeRun}
        clearable
        clearButtonProps={{ 'aria-label': texts.wholeRun }}
        data={report.loadPoints.map(one => ({ value: `${one.index}`, label: texts.loadPointNamed(pointTitle(one)) }))}
        value={point === null ? null : `${point}`}
        onChange={value => select.set({ point: value })}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts.groupBy}
        data={[
          { value: 'group', label: texts.byGroup },
          { value: 'operation', label: texts.byOperation },
        ]}
        value={by}
        onChange={value => select.set({ by: value === 'operation' ? value : null, only: null })}
      />
      <Switch
        size="xs"
        label={texts.steadySwitch}
        checked={steady}
        onChange={event => select.set({ counted: event.currentTarget.checked ? 'true' : null })}
      />
      <Choice
        size="xs"
        w={280}
        aria-label={texts.operation}
        placeholder={texts.allOperationsOption}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': texts.allOperationsOption }}
        data={operations}
        value={operation}
        onChange={value => select.set(value === null ? { only: null } : { only: value, by: 'operation' })}
      />
    </Group>
  );
}

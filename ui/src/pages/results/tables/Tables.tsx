import { Paper, Tabs, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { DataTable } from '../../../parts/table/DataTable';
import { fileName } from '../../../parts/table/sheet';
import type { ChartProps } from '../charts/common';
import { OPERATION_COLUMNS, pointColumns, SESSION_COLUMNS } from './columns';
import { RawTimings } from './RawTimings';

/** The figures as tables, down to each single timing. */
export function Tables({ report, select }: ChartProps) {
  const { tab, point, operation } = select.selection;
  const id = report.run.id;
  const points = useMemo(() => pointColumns(report), [report]);
  const sessions = useMemo(
    () => (point === null ? report.sessions : report.sessions.filter(session => session.loadPoint === point)),
    [report, point],
  );
  return (
    <Paper withBorder p="md" component="section" aria-label="Tables" id="tables">
      <Title order={2} size="h5" mb="xs">
        Tables
      </Title>
      <Tabs value={tab} onChange={value => select.set({ tab: value })} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="points">Load points</Tabs.Tab>
          <Tabs.Tab value="operations">Operations</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
          <Tabs.Tab value="timings">Raw timings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="points">
          <DataTable
            label="Load points"
            rows={report.loadPoints}
            columns={points}
            rowKey={row => `${row.index}`}
            file={fileName(id, 'load-points')}
            one="load point"
            onPick={row => select.set({ point: row.index })}
            chosen={row => row.index === point}
          />
        </Tabs.Panel>
        <Tabs.Panel value="operations">
          <Note>
            Steady operations of all load points of a size together, as in the report. A click shows the timings.
          </Note>
          <DataTable
            label="Operations"
            rows={report.operations}
            columns={OPERATION_COLUMNS}
            rowKey={row => `${row.workload}/${row.operation} ${row.group} ${row.sessions}`}
            file={fileName(id, 'operations')}
            one="line"
            sort={{ column: 'p95Ms', descending: true }}
            onPick={row => void select.pick({ operation: `${row.workload}/${row.operation}`, steady: true })}
            chosen={row => `${row.workload}/${row.operation}` === operation}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <Note>Steady operations of each session. What a session was to work and has no timing counts as failed.</Note>
          <DataTable
            label="Sessions"
            rows={sessions}
            columns={SESSION_COLUMNS}
            rowKey={row => `${row.loadPoint}.${row.session}`}
            file={fileName(id, 'sessions')}
            one="session"
            onPick={row => void select.pick({ session: row.session, loadPoint: row.loadPoint })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="timings">
          <RawTimings report={report} select={select} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" mb="xs">
      {children}
    </Text>
  );
}

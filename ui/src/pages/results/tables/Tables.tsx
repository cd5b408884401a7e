import { Paper, Tabs, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { DataTable } from '../../../parts/table/DataTable';
import { fileName } from '../../../parts/table/sheet';
import type { ChartProps } from '../charts/common';
import { OPERATION_COLUMNS, pointColumns, sessionColumns } from './columns';
import { namesOf } from '../names';
import { RawTimings } from './RawTimings';
import { texts } from '../../../texts/results';

/** The figures as tables, down to each single timing. */
export function Tables({ report, select }: ChartProps) {
  const { tab, point, operation } = select.selection;
  const id = report.run.id;
  const names = useMemo(() => namesOf(report), [report]);
  const points = useMemo(() => pointColumns(report), [report]);
  const sessions = useMemo(
    () => (point === null ? report.sessions : report.sessions.filter(session => session.loadPoint === point)),
    [report, point],
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.tables} id="tables">
      <Title order={2} size="h5" mb="xs">
        {texts.tables}
      </Title>
      <Tabs value={tab} onChange={value => select.set({ tab: value })} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="points">{texts.loadPoints}</Tabs.Tab>
          <Tabs.Tab value="operations">{texts.operations}</Tabs.Tab>
          <Tabs.Tab value="sessions">{texts.sessionsColumn}</Tabs.Tab>
          <Tabs.Tab value="timings">{texts.rawTimings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="points">
          <DataTable
            label={texts.loadPoints}
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
          <Note>{texts.steadyOperationsLoadPointsWith}</Note>
          <DataTable
            label={texts.operations}
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
          <Note>{texts.steadyOperationsPerSessionPlanned}</Note>
          <DataTable
            label={texts.sessionsColumn}
            rows={sessions}
            columns={sessionColumns(names)}
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

import { Paper, Tabs, Text } from '@mantine/core';
import { useMemo } from 'react';
import { PanelTitle } from '../../../parts/PanelTitle';
import { DataTable } from '../../../parts/table/DataTable';
import { fileName } from '../../../parts/table/sheet';
import type { ChartProps } from '../charts/common';
import { OPERATION_COLUMNS, pointColumns, sessionColumns } from './columns';
import { namesOf } from '../names';
import { RawTimings } from './RawTimings';
import { texts } from '../../../texts/results';

/** Every load point with all its figures; a click chooses it. */
export function LoadPointsTable({ report, select }: ChartProps) {
  const columns = useMemo(() => pointColumns(report), [report]);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.loadPoints}>
      <PanelTitle mb="xs">{texts.loadPoints}</PanelTitle>
      <DataTable
        label={texts.loadPoints}
        rows={report.loadPoints}
        columns={columns}
        rowKey={row => `${row.index}`}
        file={fileName(report.run.id, 'load-points')}
        one="load point"
        onPick={row => select.set({ point: row.index })}
        chosen={row => row.index === select.selection.point}
      />
    </Paper>
  );
}

/** Every operation, the slowest first; a click leads to its timings. */
export function OperationsTable({ report, select }: ChartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.operations}>
      <PanelTitle>{texts.operations}</PanelTitle>
      <Note>{texts.operationsTableHelp}</Note>
      <DataTable
        label={texts.operations}
        rows={report.operations}
        columns={OPERATION_COLUMNS}
        rowKey={row => `${row.workload}/${row.operation} ${row.group} ${row.sessions}`}
        file={fileName(report.run.id, 'operations')}
        one="line"
        sort={{ column: 'p95Ms', descending: true }}
        onPick={row => void select.pick({ operation: `${row.workload}/${row.operation}`, steady: true })}
        chosen={row => `${row.workload}/${row.operation}` === select.selection.operation}
      />
    </Paper>
  );
}

/** Every session and every single timing, down to its pictures. */
export function Tables({ report, select }: ChartProps) {
  const { tab, point } = select.selection;
  const names = useMemo(() => namesOf(report), [report]);
  const sessions = useMemo(
    () => (point === null ? report.sessions : report.sessions.filter(session => session.loadPoint === point)),
    [report, point],
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.tables}>
      <PanelTitle mb="xs">{texts.tables}</PanelTitle>
      <Tabs value={tab} onChange={value => select.set({ tab: value })} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="sessions">{texts.sessionsColumn}</Tabs.Tab>
          <Tabs.Tab value="timings">{texts.rawTimings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sessions">
          <Note>{texts.steadyOperationsPerSessionPlanned}</Note>
          <DataTable
            label={texts.sessionsColumn}
            rows={sessions}
            columns={sessionColumns(names)}
            rowKey={row => `${row.loadPoint}.${row.session}`}
            file={fileName(report.run.id, 'sessions')}
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

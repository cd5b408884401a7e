import { Badge } from '@mantine/core';
import type { Report, ReportOperation, ReportPoint, ReportSession } from '../../../api/types';
import { number, percent, response } from '../../../format/format';
import type { Column } from '../../../parts/table/DataTable';
import { judgedGroups, verdictWord } from '../points';

/** A column of responses: figures in milliseconds for the export, readable ones for people. */
export function responseColumn<T>(id: string, title: string, value: (row: T) => number | null): Column<T> {
  return { id, title, numeric: true, value, show: row => response(value(row)) };
}

export function figureColumn<T>(id: string, title: string, value: (row: T) => number | null, decimals = 0): Column<T> {
  return { id, title, numeric: true, value, show: row => number(value(row), decimals) };
}

const VERDICT_COLORS: Record<string, string> = { passed: 'green', failed: 'red', undecided: 'orange' };

export function pointColumns(report: Report): Column<ReportPoint>[] {
  return [
    figureColumn('index', 'Load point', point => point.index),
    figureColumn('sessions', 'Sessions', point => point.sessions),
    {
      id: 'verdict',
      title: 'Verdict',
      value: verdictWord,
      show: point => (
        <Badge color={VERDICT_COLORS[verdictWord(point)] ?? 'gray'} variant="light">
          {verdictWord(point)}
        </Badge>
      ),
    },
    ...judgedGroups(report).flatMap(group => [
      responseColumn<ReportPoint>(`p95${group}`, `p95 ${group}`, point => point.groups[group]?.p95Ms ?? null),
      responseColumn<ReportPoint>(`low${group}`, `low ${group}`, point => point.groups[group]?.p95Ci[0] ?? null),
      responseColumn<ReportPoint>(`high${group}`, `high ${group}`, point => point.groups[group]?.p95Ci[1] ?? null),
      figureColumn<ReportPoint>(`failed${group}`, `failed ${group}`, point => point.groups[group]?.failed ?? null),
    ]),
    figureColumn('within', 'Desktops within thresholds', point => point.desktopsWithinThresholds),
    figureColumn('discarded', 'Discarded', point => point.discarded),
    figureColumn('leastWorking', 'Least working', point => point.leastWorking),
    figureColumn('missingTimings', 'Timings that never came', point => point.missingTimings),
    figureColumn('extensions', 'Extensions', point => point.extensions),
    responseColumn('lag', 'Lag p95', point => point.scheduleLagP95Ms),
    {
      id: 'limitedBy',
      title: 'Limited by',
      value: ({ limitedBy, failure }) =>
        failure !== null
          ? failure.words
          : limitedBy === null
            ? null
            : [limitedBy.group, [limitedBy.workload, limitedBy.operation].filter(Boolean).join('/')]
                .filter(Boolean)
                .join(' '),
    },
    {
      id: 'cpu',
      title: 'Processor',
      numeric: true,
      value: point => point.resources['cpuPct'] ?? null,
      show: point => percent(point.resources['cpuPct']),
    },
    {
      id: 'harness',
      title: "Deskmeter's",
      numeric: true,
      value: point => point.harness.cpuPct,
      show: point => percent(point.harness.cpuPct, 1),
    },
  ];
}

export const OPERATION_COLUMNS: Column<ReportOperation>[] = [
  { id: 'operation', title: 'Operation', value: row => `${row.workload}/${row.operation}` },
  { id: 'group', title: 'Group', value: row => row.group },
  figureColumn('sessions', 'Sessions', row => row.sessions),
  figureColumn('count', 'Count', row => row.count),
  figureColumn('failed', 'Failed', row => row.failed),
  responseColumn('p50Ms', 'p50', row => row.p50Ms),
  responseColumn('p95Ms', 'p95', row => row.p95Ms),
  responseColumn('p99Ms', 'p99', row => row.p99Ms),
  responseColumn('resolutionP95Ms', 'Resolution p95', row => row.resolutionP95Ms),
];

export const SESSION_COLUMNS: Column<ReportSession>[] = [
  figureColumn('session', 'Session', row => row.session),
  figureColumn('loadPoint', 'Load point', row => row.loadPoint),
  { id: 'agent', title: 'Agent', value: row => row.agent },
  {
    id: 'discarded',
    title: 'Discarded',
    value: row => (row.discarded ? 'discarded' : 'counts'),
  },
  figureColumn('missing', 'Without a timing', row => row.missing),
  figureColumn('operations', 'Operations', row => row.operations),
  figureColumn('failed', 'Failed', row => row.failed),
  responseColumn('p50AMs', 'p50 A', row => row.p50AMs),
  responseColumn('p95AMs', 'p95 A', row => row.p95AMs),
  responseColumn('p50BMs', 'p50 B', row => row.p50BMs),
  responseColumn('p95BMs', 'p95 B', row => row.p95BMs),
  responseColumn('logonMs', 'Logon', row => row.logonMs),
];

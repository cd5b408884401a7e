import { Badge } from '@mantine/core';
import type { Report, ReportOperation, ReportPoint, ReportSession } from '../../../api/types';
import { agentName } from '../../../format/agentNames';
import { number, percent, response } from '../../../format/format';
import type { Column } from '../../../parts/table/DataTable';
import { verdictColor, verdictWords } from '../../../format/verdict';
import { judgedGroups } from '../points';
import { texts } from '../../../texts/results';

/** A column of responses: figures in milliseconds for the export, readable ones for people. */
export function responseColumn<T>(id: string, title: string, value: (row: T) => number | null): Column<T> {
  return { id, title, numeric: true, value, show: row => response(value(row)) };
}

/** A percentile. Where so much was lost that it has no end it is infinite, so that it stands beyond all others where the table is sorted by it. */
function percentileColumn<T>(
  id: string,
  title: string,
  value: (row: T) => number | null,
  count: (row: T) => number,
): Column<T> {
  const infinite = (row: T) => value(row) === null && count(row) > 0;
  return {
    id,
    title,
    numeric: true,
    value: row => (infinite(row) ? Number.POSITIVE_INFINITY : value(row)),
    show: row => (infinite(row) ? '∞' : response(value(row))),
  };
}

export function figureColumn<T>(id: string, title: string, value: (row: T) => number | null, decimals = 0): Column<T> {
  return { id, title, numeric: true, value, show: row => number(value(row), decimals) };
}

export function pointColumns(report: Report): Column<ReportPoint>[] {
  return [
    figureColumn('index', texts.loadPointColumn, point => point.index),
    figureColumn('sessions', texts.sessionsColumn, point => point.sessions),
    {
      id: 'verdict',
      title: texts.verdict,
      value: verdictWords,
      show: point => (
        <Badge color={verdictColor(point)} variant="light">
          {verdictWords(point)}
        </Badge>
      ),
    },
    ...judgedGroups(report).flatMap(group => [
      percentileColumn<ReportPoint>(
        `p95${group}`,
        `p95 ${group}`,
        point => point.groups[group]?.p95Ms ?? null,
        point => point.groups[group]?.count ?? 0,
      ),
      responseColumn<ReportPoint>(`low${group}`, texts.p95Low(group), point => point.groups[group]?.p95Ci[0] ?? null),
      responseColumn<ReportPoint>(`high${group}`, texts.p95High(group), point => point.groups[group]?.p95Ci[1] ?? null),
      figureColumn<ReportPoint>(
        `failed${group}`,
        texts.failedOfGroup(group),
        point => point.groups[group]?.failed ?? null,
      ),
      figureColumn<ReportPoint>(
        `skipped${group}`,
        texts.notReachedOfGroup(group),
        point => point.groups[group]?.skipped ?? null,
      ),
    ]),
    percentileColumn(
      'logonP95',
      texts.p95OfLogons,
      point => point.logons?.p95Ms ?? null,
      point => point.logons?.count ?? 0,
    ),
    figureColumn('within', texts.desktopsWithinThresholds, point => point.desktopsWithinThresholds),
    figureColumn('discarded', texts.discarded, point => point.discarded),
    figureColumn('leastWorking', texts.fewestWorkingSessions, point => point.leastWorking),
    figureColumn('missingTimings', texts.missingTimings, point => point.missingTimings),
    figureColumn('extensions', texts.extensions, point => point.extensions),
    { id: 'endedEarly', title: texts.endedEarly, value: point => point.endedEarly },
    responseColumn('lag', texts.lagP95, point => point.scheduleLagP95Ms),
    {
      id: 'limitedBy',
      title: texts.limitedBy,
      value: ({ limitedBy, failure, notJudged }) =>
        notJudged !== null
          ? notJudged
          : failure !== null
            ? failure.words
            : limitedBy === null
              ? null
              : [
                  limitedBy.group ?? limitedBy.criterion,
                  [limitedBy.workload, limitedBy.operation].filter(Boolean).join('/'),
                ]
                  .filter(Boolean)
                  .join(' '),
    },
    {
      id: 'cpu',
      title: texts.cpu,
      numeric: true,
      value: point => point.resources['cpuPct'] ?? null,
      show: point => percent(point.resources['cpuPct']),
    },
    {
      id: 'harness',
      title: texts.deskmeterCpu,
      numeric: true,
      value: point => point.harness.cpuPct,
      show: point => percent(point.harness.cpuPct, 1),
    },
  ];
}

export const OPERATION_COLUMNS: Column<ReportOperation>[] = [
  { id: 'operation', title: texts.operation, value: row => `${row.workload}/${row.operation}` },
  { id: 'group', title: texts.groupColumn, value: row => row.group },
  figureColumn('sessions', texts.sessionsColumn, row => row.sessions),
  figureColumn('count', texts.count, row => row.count),
  figureColumn('failed', texts.failedColumn, row => row.failed),
  figureColumn('skipped', texts.notReached, row => row.skipped),
  figureColumn('notDelivered', texts.notDelivered, row => row.notDelivered),
  figureColumn('handled', texts.handledWindows, row => row.handled),
  ...(['p50', 'p95', 'p99'] as const).map(name =>
    percentileColumn<ReportOperation>(
      `${name}Ms`,
      name,
      row => row[`${name}Ms`],
      row => row.count,
    ),
  ),
  responseColumn('resolutionP95Ms', texts.resolutionP95, row => row.resolutionP95Ms),
];

export const sessionColumns = (names: ReadonlyMap<string, string>): Column<ReportSession>[] => [
  figureColumn('session', texts.sessionColumn, row => row.session),
  figureColumn('loadPoint', texts.loadPointColumn, row => row.loadPoint),
  { id: 'agent', title: texts.agentColumn, value: row => agentName(names, row.agent) },
  {
    id: 'discarded',
    title: texts.discarded,
    value: row => (row.discarded ? texts.sessionDiscarded : texts.sessionCounts),
  },
  figureColumn('missing', texts.missingTimings, row => row.missing),
  figureColumn('operations', texts.operations, row => row.operations),
  figureColumn('failed', texts.failedColumn, row => row.failed),
  figureColumn('skipped', texts.notReached, row => row.skipped),
  figureColumn('notDelivered', texts.notDelivered, row => row.notDelivered),
  responseColumn('p50AMs', 'p50 A', row => row.p50AMs),
  responseColumn('p95AMs', 'p95 A', row => row.p95AMs),
  responseColumn('p50BMs', 'p50 B', row => row.p50BMs),
  responseColumn('p95BMs', 'p95 B', row => row.p95BMs),
  responseColumn('logonMs', texts.logon, row => row.logonMs),
];

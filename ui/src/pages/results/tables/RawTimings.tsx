import { Button, Group, Pagination, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Timing } from '../../../api/types';
import { counted, number, time } from '../../../format/format';
import { Failure } from '../../../parts/Failure';
import { Loading } from '../../../parts/Loading';
import { type Column, sheetOf } from '../../../parts/table/DataTable';
import { nextSort } from '../../../parts/table/order';
import { download, fileName, toCsv } from '../../../parts/table/sheet';
import { SortHeader } from '../../../parts/table/SortHeader';
import classes from '../../../parts/table/table.module.css';
import type { ChartProps } from '../charts/common';
import { SORT_KEYS, type SortKey } from '../filter';
import { PAGE_SIZE, useTimings } from '../queries';
import { OutcomeBadge } from '../timing/TimingDrawer';
import { figureColumn, responseColumn } from './columns';
import { TimingFilters } from './TimingFilters';
import { texts } from '../../../texts/results';

export const TIMING_COLUMNS: Column<Timing>[] = [
  { id: 'firedAt', title: texts.inputSent, value: row => row.firedAt, show: row => time(row.firedAt) },
  figureColumn('session', texts.sessionColumn, row => row.session),
  figureColumn('sequence', texts.number, row => row.sequence),
  { id: 'operation', title: texts.operation, value: row => `${row.workload}/${row.operation}` },
  { id: 'group', title: texts.groupColumn, value: row => row.group },
  {
    id: 'outcome',
    title: texts.outcome,
    value: row => row.outcome,
    show: row => <OutcomeBadge outcome={row.outcome} />,
  },
  responseColumn('responseMs', texts.response, row => row.responseMs),
  responseColumn('resolutionMs', texts.resolution, row => row.resolutionMs),
  responseColumn('lagMs', texts.lag, row => row.lagMs),
  figureColumn('loadPoint', texts.loadPointColumn, row => row.loadPoint),
  figureColumn('iteration', texts.iteration, row => row.iteration + 1),
  {
    id: 'steady',
    title: texts.counted,
    value: row => row.steady,
    show: row => (row.steady ? texts.steady : texts.notSteady),
  },
  { id: 'detail', title: texts.detail, value: row => row.detail },
];

const sortable = (id: string): id is SortKey => (SORT_KEYS as readonly string[]).includes(id);

/** Every single timing: the controller sorts, filters and pages them, as a run may have a million. */
export function RawTimings({ report, select }: ChartProps) {
  const { filter, timing } = select.selection;
  const query = useTimings(report.run.id, filter);
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE_SIZE);
  const sort = (id: SortKey) => {
    const next = nextSort({ column: filter.sort, descending: filter.desc }, id, id !== 'session' && id !== 'firedAt');
    select.setFilter({ ...filter, sort: id, desc: next.descending, page: 0 });
  };
  return (
    <div>
      <TimingFilters report={report} filter={filter} onChange={select.setFilter} />
      {query.isPending ? <Loading /> : null}
      {query.error ? (
        <Failure title={texts.couldNotLoadTheTimings} error={query.error} again={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <>
          <Group justify="space-between" mb="xs">
            <Text size="xs" c="dimmed" role="status">
              {counted(query.data.total, 'timing')}
              {query.isPlaceholderData ? ', loading …' : ''}
            </Text>
            <ExportPage run={report.run.id} page={filter.page} timings={query.data.timings} />
          </Group>
          {query.data.total === 0 ? (
            <Text size="sm">{texts.noMatchingTimings}</Text>
          ) : (
            <div
              className={classes.scroll}
              style={{ maxHeight: 520 }}
              tabIndex={0}
              role="region"
              aria-label={texts.rawTimingsScrollable}
            >
              <table className={classes.table} aria-label={texts.rawTimings}>
                <thead>
                  <tr>
                    {TIMING_COLUMNS.map(column =>
                      sortable(column.id) ? (
                        <SortHeader
                          key={column.id}
                          title={column.title}
                          numeric={column.numeric ?? false}
                          direction={filter.sort === column.id ? (filter.desc ? 'descending' : 'ascending') : 'none'}
                          onSort={() => sort(column.id as SortKey)}
                        />
                      ) : (
                        <th key={column.id} scope="col" className={column.numeric ? classes.numeric : undefined}>
                          {column.title}
                        </th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {query.data.timings.map(row => (
                    <tr
                      key={`${row.session}.${row.sequence}`}
                      data-pick
                      data-chosen={(timing?.session === row.session && timing.sequence === row.sequence) || undefined}
                      onClick={() => select.openTiming(row)}
                    >
                      {TIMING_COLUMNS.map((column, c) => (
                        <td key={column.id} className={column.numeric ? classes.numeric : undefined}>
                          {c === 0 ? (
                            <button
                              type="button"
                              className={classes.open}
                              aria-label={texts.openTimingOfSession(time(row.firedAt), row.sequence, row.session)}
                            >
                              {time(row.firedAt)}
                            </button>
                          ) : (
                            (column.show?.(row) ?? String(column.value(row) ?? ''))
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {pages > 1 ? (
            <Pagination
              mt="sm"
              size="sm"
              total={pages}
              value={filter.page + 1}
              onChange={page => select.setFilter({ ...filter, page: page - 1 })}
              getControlProps={control => ({ 'aria-label': texts.pageControl(control) })}
              getItemProps={page => ({ 'aria-label': texts.pageNumber(number(page)) })}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** What is in view; all timings of the run are among the downloads of the page. */
function ExportPage({ run, page, timings }: { run: string; page: number; timings: Timing[] }) {
  const [done, setDone] = useState(false);
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed" role="status">
        {done ? texts.exportedThisPageToExport : ''}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => {
          download(`${fileName(run, 'timings', `page-${page + 1}`)}.csv`, toCsv(sheetOf(timings, TIMING_COLUMNS)));
          setDone(true);
        }}
      >
        {texts.exportPageAsCsv}
      </Button>
    </Group>
  );
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/client';
import { useRuns } from '../../api/queries';
import type { Query, RunSummary } from '../../api/types';
import { asks, filtered, merged, type RunsFilter } from './filter';

/** So many runs the controller tells at once; the live list holds no more. */
export const PAGE = 100;

/** A run's summary names its state as a text. */
type RunState = NonNullable<Query<'/runs'>['state']>;

export interface RunList {
  runs: RunSummary[];
  /** Null where there are no more. */
  more: (() => void) | null;
  loading: boolean;
  error: Error | null;
}

/** The runs that a filter lets through: of few all are here; of many the controller looks for them, page by page, and the live list keeps them fresh. */
export function useRunList(filter: RunsFilter): RunList {
  const live = useRuns().data;
  const many = (live?.length ?? 0) >= PAGE;
  const older = useInfiniteQuery({
    queryKey: ['runs', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      read(
        '/runs',
        {},
        {
          ...filter,
          state: filter.state as RunState | null,
          text: filter.text || null,
          offset: pageParam,
          limit: PAGE,
        },
        signal,
      ),
    initialPageParam: 0,
    // Runs that began meanwhile move the pages: what two of them hold is shown once, and nothing is left out.
    getNextPageParam: ({ total, offset, runs }) => (offset + runs.length < total ? offset + runs.length : null),
    enabled: many,
    placeholderData: keepPreviousData,
  });
  const runs = useMemo(() => {
    const told = many ? merged(older.data?.pages.flatMap(page => page.runs) ?? [], live ?? []) : (live ?? []);
    return filtered(told, filter);
  }, [many, older.data, live, filter]);
  return {
    runs,
    more: many && older.hasNextPage ? () => void older.fetchNextPage() : null,
    loading: older.isFetching && (older.isFetchingNextPage || (older.isPending && asks(filter))),
    error: older.error,
  };
}

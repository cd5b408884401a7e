import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/client';
import { useRuns } from '../../api/queries';
import type { RunSummary } from '../../api/types';
import { asks, filtered, merged, type RunsFilter } from './filter';

/** So many runs the controller tells at once; the live list holds no more. */
export const PAGE = 100;

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
      read('/runs', {}, { ...filter, text: filter.text || null, before: pageParam, limit: PAGE }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: last => (last.length < PAGE ? null : (last.at(-1)?.id ?? null)),
    enabled: many,
    placeholderData: keepPreviousData,
  });
  const runs = useMemo(() => {
    const told = many ? merged(older.data?.pages.flat() ?? [], live ?? []) : (live ?? []);
    return filtered(told, filter);
  }, [many, older.data, live, filter]);
  return {
    runs,
    more: many && older.hasNextPage ? () => void older.fetchNextPage() : null,
    loading: older.isFetching && (older.isFetchingNextPage || (older.isPending && asks(filter))),
    error: older.error,
  };
}

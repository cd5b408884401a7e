import type { Query } from '../../api/types';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../../api/client';
import { filterQuery, type TimingFilter } from './filter';
import type { By, Charted } from './charted';

/** What has ended does not change any more: asked for once. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

export const useReport = (id: string, enabled: boolean) => useQuery({ ...reportQuery(id), enabled });

export const reportQuery = (id: string) => ({
  queryKey: ['run', id, 'report'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read('/runs/{id}/report', { id }, {}, signal),
  ...FOREVER,
});

/** `steady`: only what counts in figures. */
export const useSeries = (id: string, by: By, loadPoint: number | null, steady: boolean) =>
  useQuery({ ...seriesQuery(id, by, loadPoint, steady), placeholderData: keepPreviousData });

const seriesQuery = (id: string, by: By, loadPoint: number | null, steady: boolean) => ({
  queryKey: ['run', id, 'series', by, loadPoint, steady],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read('/runs/{id}/series', { id }, { by, loadPoint, steady: steady || null, buckets: 200 }, signal),
  ...FOREVER,
});

export const useDistribution = (id: string, by: By, loadPoint: number) =>
  useQuery({ ...distributionQuery(id, by, loadPoint), placeholderData: keepPreviousData });

export const distributionQuery = (id: string, by: By, loadPoint: number) => ({
  queryKey: ['run', id, 'distribution', by, loadPoint],
  queryFn: ({ signal }: { signal: AbortSignal }) => read('/runs/{id}/distribution', { id }, { by, loadPoint }, signal),
  ...FOREVER,
});

export const useMetric = (id: string, metric: string, loadPoint: number, steady: boolean) =>
  useQuery({
    queryKey: ['run', id, 'metric', metric, loadPoint, steady],
    queryFn: ({ signal }) =>
      read('/runs/{id}/metrics/{metric}', { id, metric }, { loadPoint, steady: steady || null, buckets: 200 }, signal),
    placeholderData: keepPreviousData,
    ...FOREVER,
  });

/** The most samples of one session that are asked for at once: hours. */
const MOST_SAMPLES = 10_000;

/** Samples of one session at a load point, by the id of their metric; asked for only where there is a session. */
export const useSessionSamples = (
  id: string,
  metrics: string[],
  session: number | null,
  loadPoint: number,
  steady: boolean,
) =>
  useQuery({
    queryKey: ['run', id, 'samples', metrics, session, loadPoint, steady],
    queryFn: async ({ signal }) => {
      const which = { session, loadPoint, steady: steady || null, limit: MOST_SAMPLES };
      const pages = await Promise.all(
        metrics.map(metric => read('/runs/{id}/samples', { id }, { ...which, metric }, signal)),
      );
      return Object.fromEntries(pages.map((page, n) => [metrics[n] ?? '', page]));
    },
    enabled: session !== null,
    placeholderData: keepPreviousData,
    ...FOREVER,
  });

export const useEvidence = (id: string) =>
  useQuery({
    queryKey: ['run', id, 'evidence'],
    queryFn: ({ signal }) => read('/runs/{id}/evidence', { id }, {}, signal),
    ...FOREVER,
  });

/** A report names its groups as texts. */
type HeatGroup = NonNullable<Query<'/runs/{id}/heatmap'>['group']>;

export const HEAT_COLUMNS = 120;

export const useHeatMap = (id: string, group: string, steady: boolean) =>
  useQuery({ ...heatMapQuery(id, group, steady), placeholderData: keepPreviousData });

const heatMapQuery = (id: string, group: string, steady: boolean) => ({
  queryKey: ['run', id, 'heatmap', group, steady],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(
      '/runs/{id}/heatmap',
      { id },
      { group: group as HeatGroup, steady: steady || null, columns: HEAT_COLUMNS },
      signal,
    ),
  ...FOREVER,
});

export const useResources = (id: string) => useQuery(resourcesQuery(id));

const resourcesQuery = (id: string) => ({
  queryKey: ['run', id, 'resources'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read('/runs/{id}/resources', { id }, { buckets: 300 }, signal),
  ...FOREVER,
});

/** Asks for what charts need while the report is still under way, and being drawn; they find it there. Only of a run that has ended. */
export function useAhead(id: string, { by, point, steady }: Charted, ended: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!ended) return;
    void client.prefetchQuery(seriesQuery(id, by, point, steady));
    void client.prefetchQuery(heatMapQuery(id, 'A', steady));
    void client.prefetchQuery(resourcesQuery(id));
  }, [client, id, by, point, steady, ended]);
}

export const PAGE_SIZE = 100;

export const timingsQuery = (id: string, filter: TimingFilter, limit = PAGE_SIZE) => ({
  queryKey: ['run', id, 'timings', filter, limit],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read('/runs/{id}/timings', { id }, filterQuery(filter, limit), signal),
  ...FOREVER,
});

export const useTimings = (id: string, filter: TimingFilter) =>
  useQuery({ ...timingsQuery(id, filter), placeholderData: keepPreviousData });

export const useTiming = (id: string, session: number, sequence: number) =>
  useQuery({
    queryKey: ['run', id, 'timing', session, sequence],
    queryFn: ({ signal }) => read('/runs/{id}/timings/{session}/{sequence}', { id, session, sequence }, {}, signal),
    ...FOREVER,
  });

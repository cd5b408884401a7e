import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { address, getJson } from '../../api/client';
import type { Distribution, HeatMap, Report, ResourceSeries, Series, TimingDetail, TimingPage } from '../../api/types';
import { filterQuery, type TimingFilter } from './filter';

/** What has ended does not change any more: asked for once. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

export type By = 'group' | 'operation';

export const useReport = (id: string, enabled: boolean) => useQuery({ ...reportQuery(id), enabled });

export const reportQuery = (id: string) => ({
  queryKey: ['run', id, 'report'],
  queryFn: ({ signal }: { signal: AbortSignal }) => getJson<Report>(address(['runs', id, 'report']), signal),
  ...FOREVER,
});

export const useSeries = (id: string, by: By, loadPoint: number | null) =>
  useQuery({
    queryKey: ['run', id, 'series', by, loadPoint],
    queryFn: ({ signal }) => getJson<Series>(address(['runs', id, 'series'], { by, loadPoint, buckets: 200 }), signal),
    placeholderData: keepPreviousData,
    ...FOREVER,
  });

export const useDistribution = (id: string, by: By, loadPoint: number) =>
  useQuery({ ...distributionQuery(id, by, loadPoint), placeholderData: keepPreviousData });

export const distributionQuery = (id: string, by: By, loadPoint: number) => ({
  queryKey: ['run', id, 'distribution', by, loadPoint],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    getJson<Distribution>(address(['runs', id, 'distribution'], { by, loadPoint }), signal),
  ...FOREVER,
});

export const HEAT_COLUMNS = 120;

export const useHeatMap = (id: string, group: string) =>
  useQuery({
    queryKey: ['run', id, 'heatmap', group],
    queryFn: ({ signal }) =>
      getJson<HeatMap>(address(['runs', id, 'heatmap'], { group, columns: HEAT_COLUMNS }), signal),
    placeholderData: keepPreviousData,
    ...FOREVER,
  });

export const useResources = (id: string) =>
  useQuery({
    queryKey: ['run', id, 'resources'],
    queryFn: ({ signal }) => getJson<ResourceSeries>(address(['runs', id, 'resources'], { buckets: 300 }), signal),
    ...FOREVER,
  });

export const PAGE_SIZE = 100;

export const timingsQuery = (id: string, filter: TimingFilter, limit = PAGE_SIZE) => ({
  queryKey: ['run', id, 'timings', filter, limit],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    getJson<TimingPage>(address(['runs', id, 'timings'], { ...filterQuery(filter, limit) }), signal),
  ...FOREVER,
});

export const useTimings = (id: string, filter: TimingFilter) =>
  useQuery({ ...timingsQuery(id, filter), placeholderData: keepPreviousData });

export const useTiming = (id: string, session: number, sequence: number) =>
  useQuery({
    queryKey: ['run', id, 'timing', session, sequence],
    queryFn: ({ signal }) => getJson<TimingDetail>(address(['runs', id, 'timings', session, sequence]), signal),
    ...FOREVER,
  });

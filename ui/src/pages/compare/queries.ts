import { useQueries, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client';
import { distributionQuery, reportQuery } from '../results/queries';
import { FEWEST_RUNS } from './choice';

/** Runs against the first of them, or against several; of two at least. */
export const useComparison = (runs: string[], baselines: string[], at: number | null) =>
  useQuery({
    queryKey: ['comparison', runs, baselines, at],
    queryFn: ({ signal }) => read('/comparisons', {}, { runs, baselines, at }, signal),
    enabled: runs.length >= FEWEST_RUNS,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useReports = (runs: string[]) => useQueries({ queries: runs.map(reportQuery) });

export const useDistributions = (points: { run: string; point: number }[]) =>
  useQueries({ queries: points.map(({ run, point }) => distributionQuery(run, 'group', point)) });

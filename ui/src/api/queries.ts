import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError, read } from './client';
import { loginAddress } from './login';
import type { RunSummary } from './types';

const UNAUTHORIZED = 401;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: error => {
      // The session has ended, or was ended. On the controller's own machine the page that opens says how to get in.
      if (error instanceof ApiError && error.status === UNAUTHORIZED) {
        window.location.assign(loginAddress(window.location.pathname + window.location.search));
      }
    },
  }),
  defaultOptions: {
    queries: {
      // What the controller refuses it refuses again; what cannot be reached may come back.
      retry: (count, error) => !(error instanceof ApiError && error.status > 0) && count < 3,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
  },
});

/** Lists that the stream of the whole controller keeps fresh, see `app/Shell`. */
export const keys = {
  runs: ['runs'],
  agents: ['agents'],
  installations: ['installations'],
  workloads: ['workloads'],
  profiles: ['profiles'],
} as const;

export const useRuns = () =>
  useQuery({ queryKey: keys.runs, queryFn: async ({ signal }) => (await read('/runs', {}, {}, signal)).runs });

/** What a list of runs says of one: the latest are known already, another is asked for. `pending` until it is known whether there is one. */
export function useSummary(id: string): { summary: RunSummary | undefined; pending: boolean } {
  const runs = useRuns();
  const listed = runs.data?.find(run => run.id === id);
  const older = useQuery({
    queryKey: ['run', id, 'summary'],
    // An id is a word of its run and of no other.
    queryFn: async ({ signal }) =>
      (await read('/runs', {}, { text: id, limit: 1 }, signal)).runs.find(run => run.id === id) ?? null,
    enabled: runs.isSuccess && listed === undefined,
  });
  return {
    summary: listed ?? older.data ?? undefined,
    pending: runs.isPending || (runs.isSuccess && listed === undefined && older.isPending),
  };
}

export const useAgents = () =>
  useQuery({ queryKey: keys.agents, queryFn: ({ signal }) => read('/agents', {}, {}, signal) });

export const useInstallations = () =>
  useQuery({ queryKey: keys.installations, queryFn: ({ signal }) => read('/installations', {}, {}, signal) });

export const useWorkloads = () =>
  useQuery({ queryKey: keys.workloads, queryFn: ({ signal }) => read('/workloads', {}, {}, signal) });

export const useWorkloadProfiles = () =>
  useQuery({
    queryKey: ['workload-profiles'],
    queryFn: ({ signal }) => read('/workload-profiles', {}, {}, signal),
    staleTime: 60_000,
  });

/** Who is logged in. */
export const useMe = () =>
  useQuery({ queryKey: ['me'], queryFn: ({ signal }) => read('/me', {}, {}, signal), staleTime: 60_000 });

/** Where agents dial: the same as long as the controller runs. */
export const useLink = () =>
  useQuery({ queryKey: ['link'], queryFn: ({ signal }) => read('/link', {}, {}, signal), staleTime: Infinity });

export const useProfiles = () =>
  useQuery({
    queryKey: keys.profiles,
    queryFn: ({ signal }) => read('/run-profiles', {}, {}, signal),
  });

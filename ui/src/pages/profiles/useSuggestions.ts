import { useMemo } from 'react';
import { useAgents, useWorkloadProfiles, useWorkloads } from '../../api/queries';
import type { WorkloadProfile } from '../../api/types';

/** What the controller has of what a profile names. */
export interface Suggestions {
  workloads: string[];
  profiles: WorkloadProfile[];
  labels: string[];
}

export function useSuggestions(): Suggestions {
  const workloads = useWorkloads().data;
  const profiles = useWorkloadProfiles().data;
  const agents = useAgents().data;
  return useMemo(
    () => ({
      workloads: (workloads ?? []).map(w => w.id),
      profiles: profiles ?? [],
      labels: [...new Set((agents ?? []).flatMap(a => a.labels ?? []))].sort(),
    }),
    [workloads, profiles, agents],
  );
}

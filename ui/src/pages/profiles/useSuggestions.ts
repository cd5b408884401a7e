import { useMemo } from 'react';
import { useAgents, useWorkloads } from '../../api/queries';

/** What the controller has of what a profile names. */
export function useSuggestions(): { workloads: string[]; labels: string[] } {
  const workloads = useWorkloads().data;
  const agents = useAgents().data;
  return useMemo(
    () => ({
      workloads: (workloads ?? []).map(w => w.id),
      labels: [...new Set((agents ?? []).flatMap(a => a.labels ?? []))].sort(),
    }),
    [workloads, agents],
  );
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/client';
import { useAgents } from '../../api/queries';
import type { RunSnapshot } from '../../api/types';
import { agentName, agentNames, type Named } from '../../format/agentNames';
import { useSame } from './live';

/** Says the name of an agent by its id; of one that is not known any more, its host where that is known. */
export type NameOf = (agent: string, host?: string) => string;

/** The names of the agents of a run. The run itself knows the hosts of those that have left the list of agents. */
export function useNameOf(run: RunSnapshot): NameOf {
  const listed = useAgents().data;
  const missing = useMemo(() => {
    const known = new Set(listed?.map(agent => agent.id));
    return listed !== undefined && run.sessions.some(session => !known.has(session.agent));
  }, [listed, run.sessions]);
  const stored = useQuery({
    queryKey: ['run', run.id, 'hosts'],
    queryFn: async ({ signal }) =>
      (await read('/runs/{id}/resources', { id: run.id }, { buckets: 1 }, signal)).agents.map(
        ({ agent, host }): Named => ({ id: agent, host }),
      ),
    enabled: missing,
    staleTime: Infinity,
  }).data;
  // Agents tell their load all the time; their names stay.
  const names = useSame(
    useMemo(() => {
      const ids = new Set(listed?.map(agent => agent.id));
      return [...agentNames([...(listed ?? []), ...(stored ?? []).filter(agent => !ids.has(agent.id))])];
    }, [listed, stored]),
  );
  return useMemo(() => {
    const byId = new Map(names);
    return (agent, host) => agentName(byId, agent, host);
  }, [names]);
}

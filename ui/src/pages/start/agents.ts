import type { Agent } from '../../api/types';
import { counted } from '../../format/format';

export interface AgentCounts {
  connected: number;
  busy: number;
  free: number;
  draining: number;
  lost: number;
}

/** How the agents stand; one that has a run is busy, one that drains gets no new run. */
export function countAgents(agents: readonly Agent[]): AgentCounts {
  const connected = agents.filter(a => a.connected);
  const busy = connected.filter(a => a.run !== null);
  const draining = connected.filter(a => a.run === null && a.draining);
  return {
    connected: connected.length,
    busy: busy.length,
    free: connected.length - busy.length - draining.length,
    draining: draining.length,
    lost: agents.length - connected.length,
  };
}

/** In one line. */
export function agentsInWords(c: AgentCounts): string {
  if (c.connected === 0) return 'No agent is connected.';
  const parts = [
    `${counted(c.free, 'free', 'free')}`,
    `${counted(c.busy, 'busy', 'busy')}`,
    c.draining > 0 ? counted(c.draining, 'draining', 'draining') : '',
    c.lost > 0 ? counted(c.lost, 'not connected', 'not connected') : '',
  ].filter(Boolean);
  return `${counted(c.connected, 'agent')}: ${parts.join(', ')}.`;
}

/** The profile that a first run is of: the smallest that comes with the program, else the first there is. */
export const FIRST_PROFILES = ['demo-quick', 'demo'] as const;

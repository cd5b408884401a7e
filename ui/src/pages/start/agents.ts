import type { Agent } from '../../api/types';
import { counted } from '../../format/format';
import { texts } from '../../texts/start';

export interface AgentCounts {
  /** Client agents, of those that are connected. */
  connected: number;
  busy: number;
  free: number;
  draining: number;
  /** Client agents that are known and not connected. */
  lost: number;
  /** Connected agents in users' sessions: they belong to a desktop, no run can be given to them. */
  desktops: number;
}

/** How the agents stand; one that has a run is busy, one that drains gets no new run. Only client agents are free or busy. */
export function countAgents(agents: readonly Agent[]): AgentCounts {
  const clients = agents.filter(a => a.role !== 'desktop');
  const connected = clients.filter(a => a.connected);
  const busy = connected.filter(a => a.run !== null);
  const draining = connected.filter(a => a.run === null && a.draining);
  return {
    connected: connected.length,
    busy: busy.length,
    free: connected.length - busy.length - draining.length,
    draining: draining.length,
    lost: clients.length - connected.length,
    desktops: agents.filter(a => a.role === 'desktop' && a.connected).length,
  };
}

/** In one line. */
export function agentsInWords(c: AgentCounts): string {
  const desktops = c.desktops > 0 ? ` ${texts.desktopAgents(counted(c.desktops, 'desktop agent'))}` : '';
  if (c.connected === 0) return texts.noAgentsConnected + desktops;
  const parts = [
    texts.freeAgents(c.free),
    texts.busyAgents(c.busy),
    c.draining > 0 ? texts.drainingAgents(c.draining) : '',
    c.lost > 0 ? texts.disconnectedAgents(c.lost) : '',
  ].filter(Boolean);
  return `${counted(c.connected, 'agent')}: ${parts.join(', ')}.${desktops}`;
}

/** The profile that a first run is of: the smallest that comes with the program, else the first there is. */
export const FIRST_PROFILES = ['demo-quick', 'demo'] as const;

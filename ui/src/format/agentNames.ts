import type { Agent } from '../api/types';
import { texts } from '../texts/common';

/** What an agent is named by. */
export type Named = Pick<Agent, 'id' | 'host'> & { role?: string; user?: string };

/**
 * Names for people, by id: host, role and user. Agents that share all three are numbered. Ids stay out of names: they are long, and say nothing of
 * the machine.
 */
export function agentNames(agents: readonly Named[]): Map<string, string> {
  const alike = new Map<string, Named[]>();
  for (const agent of [...agents].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = JSON.stringify([agent.host, roleOf(agent), agent.user ?? '']);
    alike.set(key, [...(alike.get(key) ?? []), agent]);
  }
  return new Map(
    [...alike.values()].flatMap(group =>
      group.map((agent, i) => [agent.id, named(agent, group.length > 1 ? i + 1 : null)] as const),
    ),
  );
}

/** The name of one agent; of one that is not known any more, its host where that is known. */
export const agentName = (names: ReadonlyMap<string, string>, id: string, host = ''): string =>
  names.get(id) ?? (host || texts.unknownAgent);

const roleOf = (agent: Named) => (agent.role === 'desktop' ? texts.roleDesktop : texts.roleClient);

function named(agent: Named, number: number | null): string {
  const role = number === null ? roleOf(agent) : `${roleOf(agent)} ${number}`;
  return `${agent.host} (${agent.user ? `${role}, ${agent.user}` : role})`;
}

import type { Endpoint } from '../../api/rights';
import type { Agent } from '../../api/types';
import { texts } from '../../texts/agents';

/** What an agent can be asked for, and what that means. */
export type Wish = 'drain' | 'resume' | 'forget' | 'revoke';

export const WISHES: Record<
  Wish,
  { calls: Endpoint; name: string; title: (host: string) => string; color: string; does: string[] }
> = {
  drain: {
    calls: 'POST /api/v1/agents/{id}/drain',
    name: texts.drain,
    title: host => texts.drainTitle(host),
    color: 'orange',
    does: [texts.drainNoNewRuns, texts.drainStaysDrained],
  },
  resume: {
    calls: 'POST /api/v1/agents/{id}/resume',
    name: texts.resume,
    title: host => texts.resumeTitle(host),
    color: 'blue',
    does: [texts.resumeNewRuns],
  },
  forget: {
    calls: 'DELETE /api/v1/agents/{id}',
    name: texts.forget,
    title: host => texts.forgetTitle(host),
    color: 'red',
    does: [texts.forgetRemoves, texts.forgetReappears],
  },
  revoke: {
    calls: 'POST /api/v1/enrolments/agents/{id}/revocation',
    name: texts.revoke,
    title: host => texts.revokeTitle(host),
    color: 'red',
    does: [texts.revokeEndsTheLink, texts.revokeIsForGood],
  },
};

/** What makes sense for an agent as it is: only one that is away can be forgotten, only one with a certificate revoked. */
export function wishesFor(agent: Agent): Wish[] {
  const takes: Wish = agent.draining ? 'resume' : 'drain';
  const ends: Wish[] = agent.joined ? ['revoke'] : [];
  return agent.connected ? [takes, ...ends] : [takes, 'forget', ...ends];
}

/** The version that most connected agents have; of equally many the higher one. Others are marked: runs should be measured by equal programs. */
export function usualVersion(agents: readonly Agent[]): string | null {
  const counts = new Map<string, number>();
  for (const agent of agents) if (agent.connected) counts.set(agent.version, (counts.get(agent.version) ?? 0) + 1);
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const order = [...counts].sort(([a, n], [b, m]) => m - n || compare(b, a));
  return order[0]?.[0] ?? null;
}

/** Connected ones first, then by host and id. */
export function ordered(agents: readonly Agent[]): Agent[] {
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  return [...agents].sort(
    (a, b) => Number(b.connected) - Number(a.connected) || compare(a.host, b.host) || compare(a.id, b.id),
  );
}

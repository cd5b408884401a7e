import type { WorkloadProfile } from '../../api/types';
import { counted, number } from '../../format/format';
import { texts } from '../../texts/profiles';

function shareOf(profile: WorkloadProfile, id: string, say: (value: number, decimals: number) => string): string {
  const share = profile.shares[id];
  return share === undefined ? '' : texts.ofTheSessions(say(share, 2));
}

/** What a workload profile has its users do, in a line. */
export function inWords(profile: WorkloadProfile, locale?: string): string {
  if (profile.problems.length > 0) return texts.invalidWorkloadProfile(profile.problems[0]?.message);
  const say = (value: number, decimals = 0) => number(value, decimals, locale);
  const left = [
    profile.skipFirst > 0 ? texts.theFirst(say(profile.skipFirst)) : '',
    profile.skipLast > 0 ? texts.theLast(say(profile.skipLast)) : '',
  ].filter(Boolean);
  return [
    `${profile.workloads.map(id => id + shareOf(profile, id, say)).join(', ')} (${profile.order})`,
    counted(profile.iterations, 'iteration', locale) + (left.length > 0 ? texts.without(left.join(texts.and)) : ''),
    texts.thinkTimeS(say(profile.thinkMs / 1000, 3), say(profile.thinkSpreadPct)),
  ].join('; ');
}

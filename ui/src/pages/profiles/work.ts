import type { WorkloadProfile } from '../../api/types';
import { counted, number } from '../../format/format';

/** What a workload profile has its users do, in a line. */
export function inWords(profile: WorkloadProfile, locale?: string): string {
  if (profile.problems.length > 0) return `It is broken: ${profile.problems[0]?.message}`;
  const say = (value: number, decimals = 0) => number(value, decimals, locale);
  const left = [
    profile.skipFirst > 0 ? `the first ${say(profile.skipFirst)}` : '',
    profile.skipLast > 0 ? `the last ${say(profile.skipLast)}` : '',
  ].filter(Boolean);
  return [
    `${profile.workloads.join(', ')} (${profile.order})`,
    counted(profile.iterations, 'iteration', 'iterations', locale) +
      (left.length > 0 ? `, without ${left.join(' and ')}` : ''),
    `think time ${say(profile.thinkMs / 1000, 3)} s ± ${say(profile.thinkSpreadPct)} %`,
  ].join('; ');
}

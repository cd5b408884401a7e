import { address } from '../../api/client';
import type { Operation, Workload } from '../../api/types';
import { texts } from '../../texts/workloads';

/** The address of something of a workload, whose id has parts: `office/writer`. */
export const addressOf = (id: string, ...rest: string[]) => address(['workloads', ...id.split('/'), ...rest]);

/** One that is broken may have no title. */
export const titleOf = (workload: Workload) => workload.title || workload.id;

/** How many timings one iteration gives, in all and by group. */
export function timesByGroup(operations: readonly Operation[]): { group: string; times: number }[] {
  const sums = new Map<string, number>();
  for (const { group, times } of operations) sums.set(group, (sums.get(group) ?? 0) + times);
  return [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([group, times]) => ({ group, times }));
}

/** What a group means to users. */
export const GROUP_WORDS: Record<string, string> = {
  A: 'interactive',
  B: texts.iOOpenAndSave,
  C: texts.backgroundNotJudged,
};

import { address } from '../../api/client';
import type { Operation, Workload } from '../../api/types';
import { texts } from '../../texts/workloads';

/** The address of the document of a workload, whose id may have any number of names. */
export const documentOf = (workload: string) => address(['workloads', 'document'], { workload });

/** The address of a landmark of a workload. */
export const landmarkOf = (workload: string, landmark: string) =>
  address(['workloads', 'landmark'], { workload, landmark });

/** One that is broken may have no title. */
export const titleOf = (workload: Workload) => workload.title || workload.id;

/** How many timings one iteration gives, in all and by group. */
export function timesByGroup(operations: readonly Operation[]): { group: string; times: number }[] {
  const sums = new Map<string, number>();
  for (const { group, times } of operations) sums.set(group, (sums.get(group) ?? 0) + times);
  return [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([group, times]) => ({ group, times }));
}

/** Workloads of one suite, the part of an id before its last slash; empty for an id without one. */
export interface Suite {
  suite: string;
  workloads: Workload[];
}

/** The suites in the order of their names; the workloads of each in the order in which they come. */
export function suitesOf(workloads: readonly Workload[]): Suite[] {
  const suites = new Map<string, Workload[]>();
  for (const workload of workloads) {
    const suite = workload.id.slice(0, Math.max(workload.id.lastIndexOf('/'), 0));
    suites.set(suite, [...(suites.get(suite) ?? []), workload]);
  }
  return [...suites].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([suite, of]) => ({ suite, workloads: of }));
}

/** What a group means to users. */
export const GROUP_WORDS: Record<string, string> = {
  A: 'interactive',
  B: texts.iOOpenAndSave,
  C: texts.backgroundNotJudged,
};

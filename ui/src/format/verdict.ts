import type { ReportPoint } from '../api/types';

type Verdict = Pick<ReportPoint, 'verdict' | 'pass' | 'notJudged'>;

/** The verdict in words; an uncertain one with what its estimates say: `pass, uncertain`. */
export function verdictWords({ verdict, pass, notJudged }: Verdict): string {
  if (notJudged !== null) return 'not judged';
  if (verdict !== 'UNDECIDED') return verdict.toLowerCase();
  return pass ? 'pass, uncertain' : 'fail, uncertain';
}

/** What a badge of a load point is coloured; neutral where the point says nothing of the platform. */
export const verdictColor = ({ pass, notJudged }: Pick<Verdict, 'pass' | 'notJudged'>): string =>
  notJudged !== null ? 'gray' : pass ? 'green' : 'red';

/** What limited a load point, in words; null where nothing did. */
export function limitWords({ notJudged, failure, limitedBy }: ReportPoint): string | null {
  if (notJudged !== null) return notJudged;
  if (failure !== null) return failure.words;
  if (limitedBy === null) return null;
  const operation = [limitedBy.workload.split('/').pop(), limitedBy.operation].filter(Boolean).join('/');
  return limitedBy.group !== null ? operation : [limitedBy.criterion, operation].filter(Boolean).join(', ');
}

/** Operations of the groups A and B that the platform lost: failed, not reached, lost with their session. */
export const losses = ({ groups }: Pick<ReportPoint, 'groups'>): number =>
  Object.values(groups).reduce((sum, group) => sum + group.failed + group.skipped, 0);

/** Operations that Deskmeter itself spoilt or lost; those without a timing in a report of an earlier version, which has no account. */
export const notDelivered = ({ account, missingTimings }: Pick<ReportPoint, 'account' | 'missingTimings'>): number =>
  account.length === 0
    ? missingTimings
    : account.filter(line => line.of.length === 1).reduce((sum, line) => sum + line.notDelivered, 0);

/** Texts about metrics, criteria and samples, on every page that shows them. */
export const texts = {
  // Criteria
  criteria: 'Criteria',
  criteriaHow:
    'What each load point was judged by: the p95 of groups A and B, the p95 of logons if the run profile sets its threshold, and each limit on a metric. An operation that failed, was not reached or was lost counts as worse than any value. Unknown values decide nothing: a limit is kept only if it is kept with them at their worst.',
  criterion: 'Criterion',
  statistic: 'Statistic',
  limit: 'Limit',
  value: 'Value',
  low: 'Low',
  high: 'High',
  count: 'Count',
  failed: 'Failed',
  unknown: 'Unknown',
  verdict: 'Verdict',
  reason: 'Reason',
  loadPoint: 'Load point',
  sessions: 'Sessions',
  session: 'Session',
  atLeast: (limit: string) => `at least ${limit}`,
  atMost: (limit: string) => `at most ${limit}`,
  noLimit: 'no limit',
  passed: 'pass',
  failedVerdict: 'fail',
  undecided: 'undecided',
  notJudged: 'not judged',

  // Metrics of the results page
  metrics: 'Metrics',
  metric: 'Metric',
  overSessions: (metric: string) => `${metric}: over sessions`,
  overSessionsHow: (statistic: string) =>
    `Each mark is the ${statistic} of all steady samples of a load point with its 95 % interval. Dashed: the limit.`,
  overSessionsLabel: (metric: string) => `${metric} over sessions`,
  overTime: (metric: string) => `${metric}: over time`,
  overTimeHow: (span: string) =>
    `Median, 5th and 95th percentile of the samples that began within ${span}. Unknown samples are in the table only.`,
  overTimeLabel: (metric: string) => `${metric} over time`,
  aTimeInterval: 'a time interval',
  distribution: (metric: string) => `${metric}: distribution`,
  distributionHow: (point: string) =>
    `Share of steady samples at load point ${point} that are at most this value. Failed operations count as worse than any value.`,
  distributionLabel: (metric: string, point: string) => `Distribution of ${metric} at load point ${point}`,
  perSession: (metric: string) => `${metric}: per session`,
  perSessionHow: (point: string) => `Steady samples of each session at load point ${point}.`,
  noSamples: 'No samples with a value.',
  median: 'median',
  samplesCsv: 'Samples (CSV)',
  stepWithin: (share: string, value: string) => `${share} at most ${value}`,
  countFailedAndUnknown: (count: string, failed: string, unknown: string) =>
    `${count}, ${failed} failed, ${unknown} unknown`,
  countAndUnknown: (count: string, unknown: string) => `${count}, ${unknown} unknown`,
  pointText: (sessions: string, statistic: string, value: string) => `${sessions}: ${statistic} ${value}`,
  intervalText: (low: string, high: string) => `95 % interval ${low} to ${high}`,
  limitedByMetric: (metric: string) => metric,

  // Live page
  liveLimits: 'Limits on metrics',
  samples: 'Samples of metrics',
  unknownSamples: 'Unknown samples',
  lateSamples: 'Late samples',
  soFar: (count: string, unknown: string) => `${count} so far, ${unknown} unknown`,

  // Comparison
  difference: 'Difference',
  baseline: 'Baseline',
  run: 'Run',
  worse: 'Probability worse',
  clearlyWorse: 'worse',
  clearlyBetter: 'better',
  noClearDifference: 'no clear difference',
  compareMetrics: (run: string) => `Metrics of ${run}`,
} as const;

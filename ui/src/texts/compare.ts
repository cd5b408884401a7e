/** The texts of pages/compare. */
export const texts = {
  // Capacities
  notComparableWithTheBaseline: (names: string) => `Not comparable with the baseline: ${names}`,
  otherDifferences: (names: string) => `Other differences: ${names}`,
  capacities: 'Capacities',
  run: 'Run',
  capacity: 'Capacity',
  interval: 'Interval',
  limitedBy: 'Limited by',
  comparedWithTheBaseline: 'Compared with the baseline',
  notFound: 'not found',
  invalidDoNotUse: 'invalid: do not use',
  baseline: 'baseline',

  // Choose
  runsToCompare: 'Runs to compare',
  baselineTheRunToCompare: 'Baseline: the run to compare the others with',
  selectedRuns: 'Selected runs',
  baselineColumn: 'Baseline',
  state: 'State',
  started: 'Started',
  remove: 'Remove',
  addRun: 'Add run',
  mostRunsCompared: (mostruns: string) => `You can compare up to ${mostruns}. Remove one to add another.`,
  baselineTogether: 'Same side',
  addToBaseline: (title: string) => `Put ${title} on the side of the baseline`,
  severalRunsASide:
    'Equal runs differ, too. To tell a difference from that, compare several runs a side: tick “Same side” for all runs of the baseline. Earlier runs of the same profile are used as well.',
  useAsBaseline: (title: string) => `Use ${title} as baseline`,
  unknown: 'unknown',
  removeRun: (title: string) => `Remove ${title}`,
  searchRuns: 'Search runs',
  searchByTitleProfileId: 'Search by title, profile, ID or state',
  noOtherEndedRunMatches: 'No other ended run matches.',
  noOtherRunHasEnded: 'No other run has ended yet. Start one from a run profile.',
  addNamed: (title: string, id: string) => `Add ${title}, ${id}`,
  addButton: 'Add',
  sameProfile: 'same profile',
  candidateFacts: (id: string, createdAt: string, capacity: string) => `${id}, ${createdAt}, capacity ${capacity}`,
  moreRunsBySearch: (found: string) => `${found}. Use the search to find them.`,

  // ComparePage
  compare: 'Compare',
  comparePageDescription: 'Compare two to six runs with a baseline.',
  couldNotLoadRuns: 'Could not load runs',
  selectTwoRuns: 'Select two runs',
  selectOneMoreRun: 'Select one more run',
  firstRunIsBaseline:
    'The first run is the baseline. The others are compared with it at a number of sessions that all runs measured.',
  couldNotLoadAReport: 'Could not load a report',
  removeRunOrRetry: 'Remove the run above or try again.',
  theseRunsAreNotComparable: 'These runs are not comparable',
  noCommonLoadPoint: 'The runs have no load point in common. Select runs with the same load or remove one.',
  selectAnotherNumberOfSessions: 'Select another number of sessions below or remove a run.',
  compareAt: 'Compare at',
  commonLoadPointsHelp: 'Load points that all selected runs measured.',

  // Differences
  what: 'What',
  group: 'Group',
  percentile: 'Percentile',
  certainty: 'Certainty',
  confidence: 'Confidence',
  difference: 'Difference',
  ratio: 'Ratio',
  ratiosToTheBaseline: 'Ratios to the baseline',
  ratioChartHelp: (sessions: string) =>
    `At ${sessions}. A square shows the ratio of the run's response to the baseline's, with its 95 % confidence interval. It includes the variation between runs, if that is known. Of forty operations, the intervals of one or two exclude 1 by chance: the table says which differences are clear.`,
  percentileRatios: 'Percentile: ratios',
  ratiosOfToTheBaseline: (quantile: string) =>
    `Ratios of ${quantile} to the baseline. The table below shows the same values.`,
  differences: 'Differences',
  certaintyExplained: (sessions: string) =>
    `“Slower” and “faster”: by more than chance, the variation between runs and the number of figures explain. “Probably”: the probability is at least 90 %, which is not enough. “No clear difference” does not mean equal. “Not decided”: something that is not known could change the answer. Steady operations at ${sessions}.`,

  // Overlays
  groupOf: (ofText: string) => `Group: ${ofText}`,
  groupNamed: (group: string) => `Group ${group}`,
  p95OverSessions: 'p95 over sessions',
  eachMarkIsTheP95:
    'Each mark is the p95 of a load point with its 95 % confidence interval. Cross: failed. Open circle: uncertain or not judged. Triangle: no p95, too many operations failed. Dashed: threshold of the baseline.',
  p95OfGroupByNumber: (group: string, runs: number) =>
    `p95 of group ${group} by number of sessions, ${runs} runs. Select Table for the values.`,
  distribution: 'Distribution',
  distributionChartHelp: (sessions: string) =>
    `Share of steady operations that responded within a time, at ${sessions}. Further left is faster. A line that ends below 100 % had failures.`,
  ofDistribution: 'distribution',
  distributionChartLabel: (group: string, lines: number) =>
    `Response distribution of group ${group}, ${lines} runs. Select Table for the values.`,
  couldNotLoadTheDistribution: (missing: string) => `Could not load the distribution of ${missing}. Reload the page.`,

  // certainty
  undecided: 'no clear difference',
  notDecided: 'not decided',
  notComparable: 'not comparable',
  surelySlower: 'slower',
  surelyFaster: 'faster',
  sureSlower: (share: string) => `${share} slower`,
  sureFaster: (share: string) => `${share} faster`,
  probablySlower: 'probably slower',
  probablyFaster: 'probably faster',

  // Surroundings
  aroundTheRuns: 'Around the runs',
  variationBetweenRuns: (name: string, variation: string) => `${name}: variation between runs ${variation}.`,
  nothingElseWasDifferent: 'The reports show nothing else that was different around the runs.',
  differentAround: (name: string) => `Different around ${name}`,

  // forest
  ratioToTheBaselineBelow: 'ratio to the baseline (below 1: faster)',
  ratioOf: (difference: string) => `ratio ${difference}`,

  // overlay
  sessions: 'sessions',
  limit: (ms: string) => `threshold ${ms}`,
  noneOver5Failed: 'none (over 5 % failed)',
  loadPoint: 'load point',
  shareWithin: (percent: string, ms: string) => `${percent} within ${ms}`,
  countAndFailed: (count: string, failed: string) => `${count}, ${failed} failed`,
} as const;

/** The texts of pages/results. */
export const texts = {
  // ResultsPage
  resultsOf: (title: string) => `Results of ${title}`,
  duration: (startedAt: string) => `, duration ${startedAt}`,
  started: (id: string, profile: string, startedAt: string, endedAt: string) =>
    `${profile}, started ${startedAt}${endedAt}, ${id}`,
  stagesAndLog: 'Stages and log',
  compare: 'Compare',
  noLoadPointMeasured: 'No load point measured',
  openTheRun: 'Open the run',
  endedBeforeSteady:
    'The run ended before its sessions completed a steady iteration. Open the run to see its stages. The table under Evidence shows the timings received.',
  runInProgress: 'Run in progress',
  openLiveView: 'Open live view',
  resultsAppearAtTheEnd: 'Results appear here when the run ends.',
  results: 'Results',
  runNotFound: (id: string) => `Run ${id} not found`,
  couldNotLoadTheReport: 'Could not load the report',
  theRunMayHaveBeen: 'The run may have been deleted. Open Runs to see all runs.',

  // sections
  contents: 'Contents',
  sectionOutcome: 'What came out',
  sectionTrust: 'Can I believe it',
  sectionLimit: 'What limited it',
  sectionGrowth: 'How it grew with load',
  sectionTime: 'Where the time went',
  sectionEvidence: 'Evidence',
  sectionSetup: 'Set-up and configuration',
  sectionFiles: 'Files and exports',
  limitedSentence: (limit: string, operation: string | null) =>
    operation === null ? `Limited by ${limit}.` : `Limited by ${limit}; slow most often: ${operation}.`,
  nothingLimited: 'No load failed, so nothing is known of a limit.',
  limitUnknown: 'The run has no verdict, so nothing is known of a limit.',
  limitHow:
    'The criteria below say by how much each load point failed. Where processors or memory of the machines of the desktops are full at that load, these are the likely cause; where they are not, look at the slow operations.',
  allPictures: 'All pictures of this run',
  allPicturesHow: 'Film strips of operations that failed or were slow, and of others if the run profile says so.',

  // CapacityChart
  p95OverSessions: 'p95 over sessions',
  eachMarkIsTheP95:
    'Each mark is the p95 of a load point with its 95 % confidence interval. Cross: failed. Open circle: uncertain or not judged. Triangle: no p95, too many operations failed. Dashed: thresholds. Vertical line: capacity with its interval. Click a mark to select its load point.',
  capacityChartLabel: (sentence: string) => `p95 over sessions. ${sentence}`,
  scale: (ofText: string) => `Scale: ${ofText}`,
  logarithmic: 'Logarithmic',
  linear: 'Linear',

  // DistributionChart
  distribution: 'Distribution',
  distributionChartHelp: (point: string) =>
    `Share of steady operations that responded within a time, load point ${point}. A line crosses 95 % at its p95. A line that ends below 100 % had failures. Dashed: thresholds. Click a step to list slower timings.`,
  noSteadyOperations: 'No steady operations at this load point.',
  responseDistributionAtLoadPoint: (point: string) =>
    `Response distribution at load point ${point}. Select Table for the values.`,
  onlySlowestShown: (mostlines: number, lines: number) =>
    `Showing the ${mostlines} slowest of ${lines}. The table and the export contain all.`,

  // HeatChart
  sessionsOverTime: 'Sessions over time',
  aTimeInterval: 'a time interval',
  andSteadyOnly: ', steady operations only',
  rowsSessionsColumnsAColumn: (data: string, steady: string) =>
    `Rows: sessions. Columns: ${data}${steady}. A column that is orange in all rows indicates a slow platform, a single orange row a slow desktop. Click a cell to list its timings.`,
  groupSessionsOverTime: 'Group: sessions over time',
  groupNamed: (value: string) => `Group ${value}`,
  noCompletedOperationsInGroup: (group: string) => `No completed operations in group ${group}.`,
  p95OfOverTimeGroup: (sessions: string, group: string) => `p95 of ${sessions} over time, group ${group}.`,

  // PercentilesChart
  percentilesPerOperation: 'Percentiles per operation',
  operationChartHelp: (point: string) =>
    `Exact percentiles of steady operations, load point ${point}, slowest p95 first. A percentile has no mark if too many operations failed. Click a mark to list the timings of the operation.`,
  operationChartLabel: (rows: number, point: string) =>
    `Percentiles of ${rows} operations at load point ${point}. Select Table for the values.`,

  // ResourcesChart
  resourcesOverTime: 'Resources over time',
  resourceUsageOfTheAgents:
    "Resource usage of the agents' machines, including Deskmeter. Dashed CPU line: Deskmeter's share. Shaded: load points. Drag the slider below the chart to zoom.",
  resource: 'Resource',
  noResourceSamples: 'No resource samples. The run was too short or the agents cannot read resource usage.',
  ofMachinesOverTimeSelect: (title: string, agents: number) =>
    `${title} of ${agents} machines over time. Select Table for the values.`,

  // SeriesChart
  responseOverTime: 'Response over time',
  onlySteadyOperations: 'steady operations only',
  allOperations: 'all operations',
  eachPointAggregatesOperationsStarted: (data: string, steady: string) =>
    `Each point aggregates operations started within ${data} (${steady}). Crosses: some operations failed. Shaded: load points with their number of sessions. Drag the slider below the chart to zoom. Click a point to list its timings.`,
  statisticResponseOverTime: 'Statistic: response over time',
  maximum: 'Maximum',
  ofResponseOverTime: 'response over time',
  noOperationsInThisTime: 'No operations in this time range.',
  responseOverTimeLinesSelect: (shown: number) => `Response over time, ${shown} lines. Select Table for the values.`,
  showingTheSlowestOfSelect: (mostlines: number, lines: number) =>
    `Showing the ${mostlines} slowest of ${lines}. Select an operation above to see another one. The table and the export contain all.`,

  // Waiting
  couldNotLoadTheData: 'Could not load the data',

  // capacity
  p95OfGroup: (group: string) => `p95 of group ${group}`,
  sessionsAxis: 'sessions',
  loadPointVerdict: (index: number, sessions: string, verdict: string) =>
    `Load point ${index}, ${sessions}: ${verdict}`,
  noneOver5Failed: 'none (over 5 % failed)',
  groupP95: (group: string, p95: string) => `Group ${group}: p95 ${p95}`,
  failedDiscarded: (count: string, failed: string, discarded: string) =>
    `${count}, ${failed} failed, ${discarded} discarded`,
  clickSelectsLoadPoint: 'Click to select this load point.',
  limitOfGroup: (group: string, threshold: string) => `${group}: threshold ${threshold}`,
  capacityMark: (capacity: string) => `capacity ${capacity}`,
  oneLoadPoint: 'load point',

  // common
  invalidRunDoNotUse: 'invalid run: do not use',

  // distribution
  within: (key: string, percent: string, ms: string) => `${key}: ${percent} within ${ms}`,
  countAndFailed: (count: string, failed: string) => `${count}, ${failed} failed`,
  clickToListSlowerTimings: 'Click to list slower timings.',
  lineAndGroup: (key: string, group: string) => `${key}, group ${group}`,
  maximumFailed: (maxMs: string, count: string, failed: string) => `maximum ${maxMs}; ${count}, ${failed} failed`,
  clickToListItsTimings: 'Click to list its timings.',

  // resources
  cpu: 'CPU',
  mean: 'mean',
  peak: 'peak',
  deskmeter: 'Deskmeter',
  memory: 'Memory',
  used: 'used',
  total: 'total',
  gb: (value: string) => `${value} GB`,
  disk: 'Disk',
  read: 'read',
  written: 'written',
  network: 'Network',
  received: 'received',
  sent: 'sent',
  andMore: (rest: number) => `and ${rest} more`,

  // series
  bucketOf: (key: string, at: string, bucketSeconds: string) => `${key}, ${at} + ${bucketSeconds}`,
  p50P95Maximum: (p50Ms: string, p95Ms: string, maxMs: string) => `p50 ${p50Ms}, p95 ${p95Ms}, maximum ${maxMs}`,
  clickToListTheseTimings: 'Click to list these timings.',

  // HeatCanvas
  heatMapHelp: 'Point at a cell to see its values. Click it to list its timings.',
  heatMap: 'heat map',
  heatMapKeysHelp: (label: string) => `${label} Use the arrow keys to move and Enter to list the timings of a cell.`,
  someFailed: 'some failed',
  p95OfTheSession: (title: string) => `p95 of the session, ${title}:`,

  // heat
  upToHalfTheThreshold: 'up to half the threshold',
  withinTheThreshold: 'within the threshold',
  upToOneAndAHalf: 'up to 1.5 × the threshold',
  overOneAndAHalf: 'over 1.5 × the threshold',
  thresholdOf: (thresholdMs: string) => `threshold ${thresholdMs}`,
  relativeToMedian: (median: string) => `relative to the median ${median} (no threshold)`,
  sessionFrom: (session: number | undefined, from: string) => `Session ${session}, from ${from}`,
  noOperation: (where: string) => `${where}: no operation`,
  noP95Over5Failed: 'no p95 (over 5 % failed)',
  placeFigures: (where: string, words: string, count: string, failed: string) =>
    `${where}: ${words}, ${count}, ${failed} failed`,

  // Appendix
  configuration: 'Configuration',
  environment: 'Environment',
  agentTitle: (id = '') => `Agent ${id}`,
  noDetails: 'No details.',

  // Checks
  expectations: 'Expectations',
  validity: 'Validity',
  allBoundsMet: (validity: string) => `All ${validity} met.`,
  boundsViolated: (broken: string, validity: number) => `${broken} of ${validity} violated. The run is invalid.`,
  noExpectations: 'The run profile defines no expectations. Add “expect:” to use the run as a quality gate.',
  allExpectationsMet: (all: string) => `All ${all} met.`,
  ofNotMet: (unmet: number, all: string) => `${unmet} of ${all} not met.`,

  // Controls
  filters: 'Filters',
  loadPointColumn: 'Load point',
  wholeRun: 'Whole run',
  loadPointNamed: (oneText: string) => `Load point ${oneText}`,
  groupBy: 'Group by',
  byGroup: 'By group',
  byOperation: 'By operation',
  steadySwitch: 'Steady operations only',
  operation: 'Operation',
  allOperationsOption: 'All operations',

  // Downloads
  runFile: 'Export: the whole run, for another controller (ZIP)',
  reportPdf: 'Report (PDF)',
  reportHtml: 'Report (HTML)',
  reportJson: 'Report (JSON)',
  timingsCsv: 'Timings (CSV)',
  sessionsCsv: 'Sessions (CSV)',
  resourcesCsv: 'Resources (CSV)',
  junitXml: 'JUnit (XML)',
  runProfileYaml: 'Run profile (YAML)',
  evidencePictures: 'Evidence (pictures)',
  downloads: 'Downloads',

  // Verdict
  verdict: 'Verdict',
  capacityTitle: 'Capacity',
  notFound: 'not found',
  judgedBeforeTheEnd: (points: number) =>
    points === 0
      ? 'no load point was judged'
      : points === 1
        ? '1 load point was judged'
        : `${points} load points were judged`,
  limitedBy: 'Limited by',
  sessionsPerCore: 'Sessions per core',
  onSessionHosts: 'on the hosts of the sessions',
  intervalUnknown: 'interval unknown',
  atLeastNoLargerFailed: (low: string) => `at least ${low}: no larger load failed`,
  exactPassedOneMoreFailed: (low: string) => `exactly ${low}: ${low} passed, and one more failed`,
  betweenAnd: (low: string, high: string) => `between ${low} and ${high}`,
  limitedByGroup: (limitedBy: string) => `group ${limitedBy}`,
  unknown: 'unknown',
  noLoadFailed: 'nothing: no load failed',
  noVerdict: 'No verdict',
  invalidRunNotice: 'Invalid run: do not use its results',
  theRunWasStoppedBefore: 'The run was stopped before a load point was judged. Partial measurements are below.',
  endedBeforeJudged: 'The run ended before a load point was judged. Partial measurements are below.',

  // RawTimings
  inputSent: 'Input sent',
  sessionColumn: 'Session',
  number: 'Number',
  groupColumn: 'Group',
  outcome: 'Outcome',
  response: 'Response',
  resolution: 'Resolution',
  lag: 'Schedule lag',
  iteration: 'Iteration',
  counted: 'Counted',
  steady: 'steady',
  notSteady: 'not steady',
  detail: 'Detail',
  couldNotLoadTheTimings: 'Could not load the timings',
  noMatchingTimings: 'No matching timings. Remove a filter.',
  rawTimingsScrollable: 'Raw timings, scrollable',
  rawTimings: 'Raw timings',
  openTimingOfSession: (firedAt: string, sequence: number, session: number) =>
    `${firedAt}: open timing ${sequence} of session ${session}`,
  pageControl: (control: string) => `${control} page`,
  pageNumber: (page: string) => `Page ${page}`,
  exportedThisPageToExport: 'Exported this page. To export all timings, use Downloads above.',
  exportPageAsCsv: 'Export page as CSV',

  // Tables
  tables: 'Sessions and timings',
  loadPoints: 'Load points',
  operations: 'Operations',
  sessionsColumn: 'Sessions',
  operationsTableHelp:
    'Steady operations, load points with the same number of sessions combined, as in the report. Click a row to list its timings.',
  steadyOperationsPerSessionPlanned:
    'Steady operations per session. Planned operations without a timing count as failed if the session was lost; otherwise what they would say is not known.',

  // TimingFilters
  allGroups: 'All groups',
  allOutcomes: 'All outcomes',
  allLoadPoints: 'All load points',
  steadyOrNot: 'All',
  minimumResponseMs: 'Minimum response, ms',
  clearFilters: 'Clear filters',
  anyPlaceholder: 'all',

  // columns
  p95Low: (group: string) => `p95 ${group} low`,
  p95High: (group: string) => `p95 ${group} high`,
  failedOfGroup: (group: string) => `Failed ${group}`,
  notReachedOfGroup: (group: string) => `Not reached ${group}`,
  notReached: 'Not reached',
  notDelivered: 'Not delivered',
  handledWindows: 'Windows handled',
  p95OfLogons: 'p95 of logons',
  desktopsWithinThresholds: 'Desktops within thresholds',
  discarded: 'Discarded',
  fewestWorkingSessions: 'Fewest working sessions',
  missingTimings: 'Missing timings',
  extensions: 'Extensions',
  endedEarly: 'Ended early',
  lagP95: 'Schedule lag p95',
  deskmeterCpu: 'Deskmeter CPU',
  count: 'Count',
  failedColumn: 'Failed',
  resolutionP95: 'Resolution p95',
  agentColumn: 'Agent',
  sessionDiscarded: 'discarded',
  sessionCounts: 'counted',
  boundMet: 'met',
  boundViolated: 'violated',
  logon: 'Logon',

  // Film
  pictures: 'Pictures',
  screen: 'Screen',
  filmStripScrollable: 'Film strip, scrollable',
  worstSecond: 'Worst second',
  worstSecondOf: (second: number) => `Worst second of the clip: second ${second}`,
  nothingWrong: 'Nothing was wrong with it; the run keeps the worst second of every clip.',
  soundAround: (second: number) => `Sound around second ${second}`,
  downloadSound: 'Download the sound (WAV)',
  soundPictureScrollable: 'Picture of the sound, scrollable',
  soundPicture: (second: number) =>
    `What was heard around second ${second} and the sound of the clip at the same time, as waveforms and spectrograms`,
  framesAround: (second: number, frames: number) => `${frames} frames around second ${second}, listed below`,
  gesturePath: 'Path of the gesture',
  gesturePathScrollable: 'Path of the gesture, scrollable',
  gesturePathText:
    'Where the pointer was sent and where what it moves was seen, coloured by lag; below, the lag of each move over time',
  longestWaitScrollable: 'Frames until the move was seen that waited longest, scrollable',
  framesUntilLongestWait: (frames: number) =>
    `${frames} frames until the move was seen that waited longest, listed below`,
  gestureNotLate: 'It was not late; the run keeps the path of every gesture.',
  framesAndTheirTimeAfter: 'Frames and their time after the input:',
  screenOfSessionDuringFrames: (session: number, operation: string, frames: number) =>
    `Screen of session ${session} during ${operation}: ${frames} frames, listed below.`,
  openFilmStripInFull: 'Open the film strip in full size',
  beforeInput: 'Before input',
  atEnd: 'At end',

  // InstantLine
  timeLineOfThisTiming: 'Time line of this timing',

  // Neighbours
  neighbouringTimings: 'Neighbouring timings',
  neighbouringTimingsInSession: (session: number) => `Neighbouring timings in session ${session}`,
  neighbouringTimingsTable: 'Neighbouring timings, table',
  thisOne: (workload: string, operation: string) => `${workload}/${operation} (this one)`,

  // TimingDrawer
  timingOfSession: (sequence: number, session: number) => `Timing ${sequence} of session ${session}`,
  close: 'Close',
  couldNotLoadTheTiming: 'Could not load the timing',
  selectAnotherTiming: 'Select another timing in the Raw timings table.',
  timeLine: 'Time line',
  allTimingsOfSession: (session: number) => `All timings of session ${session}`,
  stagesOfThisRun: 'Stages of this run',
  groupBadge: (group: string) => `group ${group}`,
  notSteadyExcludedFromStatistics: 'not steady, excluded from statistics',
  detailsOfThisTiming: 'Details of this timing',
  resolutionEarliest: (responseMs: string, resolutionMs: string, max: string) =>
    `${responseMs} (resolution ${resolutionMs}, earliest ${max})`,
  thresholdTitle: 'Threshold',
  none: 'none',
  precedingThinkTime: 'Preceding think time',
  scheduledFor: 'Scheduled for',

  // instants
  instantInputSent: 'input sent',
  lastKnownWithoutTheResponse: 'last known without the response',
  responseVisible: 'response visible',
  lagInputSentLate: 'lag: input sent late',
  noResponseVisible: 'no response visible',
  responseVisibleWithin: 'response visible within',
  theOperationWasSkippedThere: 'The operation was skipped. There are no pictures.',
  theRunProfileSetsEvidence: (setting: string) => `The run profile sets “evidence: ${setting}”. `,
  failedOperations: 'failed',
  slowOperations: 'were slow',
  deskmeterKeepsPicturesOfOperations: (said: string, failed: string) =>
    `${said}Deskmeter keeps pictures of operations that ${failed}, up to 1,000 pictures or 100 MB per agent and five per slow operation. With “evidence: failed” it keeps none of slow operations. The evidence page shows how many were dropped.`,
  deskmeterDroppedThisPicture: (said: string) =>
    `${said}An agent keeps up to 1,000 pictures or 100 MB, and drops pictures while 16 film strips wait for its encoder. The evidence page shows how many were dropped.`,
  thisOperationTookThreshold: (responseMs: string, thresholdMs: string) =>
    ` This operation took ${responseMs} (threshold ${thresholdMs}).`,
  byDefaultDeskmeterKeepsPictures: (said: string, answered: string) =>
    `${said}By default, Deskmeter keeps pictures of operations that failed or exceeded their threshold.${answered} To keep pictures of all operations, set “evidence: all” in the run profile.`,
} as const;

/** The texts of pages/run. */
export const texts = {
  // Actions
  stopName: 'Stop',
  stopThisRun: 'Stop this run?',
  sessionsFinishTheirCurrentOperation: 'Sessions finish their current operation, then log off.',
  stopKeepsLoadPoints: 'Judged load points are kept. The current load point is not judged.',
  stopWritesReport:
    'Deskmeter writes the report. The run ends with state Stopped, or keeps its result if the measurement is complete.',
  abortName: 'Abort',
  abortThisRunNow: 'Abort this run now?',
  abortEndsSessions: 'Sessions end immediately. Operations in progress produce no timing.',
  judgedLoadPointsAndReceived:
    'Judged load points and received timings are kept. The current load point is not judged.',
  deskmeterWritesTheReportUse: 'Deskmeter writes the report. Use Abort if sessions hang, otherwise use Stop.',
  stopButton: 'Stop…',
  abortButton: 'Abort…',
  close: 'Close',
  theControllerRejectedTheRequest: 'The controller rejected the request',
  cancel: 'Cancel',
  confirmRun: (name: string) => `${name} run`,

  // Head
  warning: 'Warning:',
  duration: 'Duration',
  elapsed: 'Elapsed',
  timeLeft: 'Time left',
  about: (remainingSeconds: string) => `about ${remainingSeconds}`,
  loadPointTitle: 'Load point',
  sessionsTitle: 'Sessions',
  shareOfSessions: (percent: string) => `${percent} % of sessions`,
  ofSessions: (working: string, sessions: string) => `${working} of ${sessions}`,
  startedInTotal: (sessions: string) => `${sessions} started in total`,
  workingSessions: (working: string) => `${working} working`,
  over5Failed: 'over 5 % failed',
  /** Why a statistic has no value: a percentile stands up to so many failures at its bad end, any other statistic none. */
  noValue: (statistic: string) => {
    const percentile = Number(/^p(\d+)$/.exec(statistic)?.[1] ?? NaN);
    return Number.isNaN(percentile) ? 'operations failed' : `over ${Math.min(percentile, 100 - percentile)} % failed`;
  },
  p95OfGroup: (group: string) => `p95 of group ${group}`,
  intervalAndLimit: (interval: string, thresholdMs: string) => `${interval}threshold ${thresholdMs}`,
  operationsFailed: 'Operations failed',
  sessionsDiscarded: 'Sessions lost or failed',
  harnessErrors: 'Harness errors',
  operationsSkipped: 'Operations skipped',
  judgedCount: (points: string) => `${points} judged`,
  lateTimings: 'Late timings',
  unusableTimings: 'Unusable timings',
  duplicateTimings: 'Duplicate timings',
  unknownEvents: 'Unknown events',
  handledWindows: 'Windows handled',
  timings: 'Timings',
  messages: 'Messages',

  // LiveCharts
  responseTimesAndResources: 'Response times and resources',
  machine: 'Machine',
  timeRange: 'Time range',
  last5Minutes: '5 min',
  last30Minutes: '30 min',
  wholeRun: 'Whole run',
  liveChartHelp:
    'Line: running p95 of the current load point (accurate to 0.1 %) with its 95 % confidence interval. Dots: exact p95 of judged load points. Dashed: thresholds. Vertical lines: start of a load point and its number of sessions.',
  liveChartLabel: 'Running p95 of groups A and B over time, with thresholds',
  couldNotLoadTheResource: 'Could not load the resource usage',
  cpuAndMemoryLabel: "CPU and memory of the machine over time, with Deskmeter's share",
  diskAndNetworkLabel: 'Disk and network of the machine over time',

  // LoadPoints
  loadPointsTitle: 'Load points',
  noLoadPointJudgedYet:
    'No load point judged yet. A load point is judged when its sessions have completed the counted iterations.',
  judgedLoadPoints: 'Judged load points',
  no: 'No.',
  verdict: 'Verdict',
  p95OfA: 'p95 of A',
  p95OfB: 'p95 of B',
  p95OfLogons: 'p95 of logons',
  failed: 'Failed, not reached, lost',
  discarded: 'Discarded',
  workingColumn: 'Working',
  withinThresholds: 'Within thresholds',
  limitedBy: 'Limited by',
  mean: (leastWorking: string, meanWorking: string) => `${leastWorking} (mean ${meanWorking})`,
  extended: (extensions: string) => `extended ${extensions} ×`,
  endedEarly: 'ended early',
  operationsNotDelivered: (count: string) => `${count} operations not delivered`,

  // Log
  log: 'Log',
  logNewestFirst: 'Log, newest first',

  // RunPage
  runTitle: 'Run',
  couldNotLoadRun: (id: string) => `Could not load run ${id}`,
  openRunsHint: 'Open Runs to see all runs.',
  seedStarted: (profile: string, load: string, seed: number, createdAt: string, id: string) =>
    ` ${profile} · ${load} · seed ${seed} · started ${createdAt} · ${id}`,
  openResults: 'Open results',
  noConnectionToTheController: 'No connection to the controller',
  thisPageShowsTheLast: 'This page shows the last known state and reconnects automatically. The run continues.',
  runEnded: (toLowerCase: string) => `Run ended: ${toLowerCase}`,
  capacitySessions: (capacity: string) => `Capacity: ${capacity} sessions. `,
  openTheResultsForDetails: (capacity: string) => `${capacity}Open the results for details and evidence.`,

  // SessionDrawer
  sessionTitle: (session: number) => `Session ${session}`,
  closeSession: 'Close session',
  agent: 'Agent',
  state: 'State',
  iterationColumn: 'Iteration',
  workloads: 'Workloads',
  current: 'Current',
  logon: 'Logon',
  detail: 'Detail',
  screen: 'Screen',
  latestOperations: 'Latest operations',
  couldNotLoadTheSession: 'Could not load the session',
  noCompletedOperationsYet: 'No completed operations yet.',
  latestOperationsTable: 'Latest operations, table',
  started: 'Started',
  operation: 'Operation',
  group: 'Group',
  outcome: 'Outcome',
  response: 'Response',
  lag: 'Schedule lag',

  // Screenshot
  noPicture: 'No picture',
  pictureNotUpdated: 'Picture not updated',
  retriesEvery2S: 'Retries every 2 s.',
  thisIsTheLastPicture: '. This is the last picture',
  theSessionHasEnded: (data: string) => `The session has ended${data}.`,
  openScreenInNewPage: 'Open the current screen in a new page',
  screenOfSession: (session: number) => `Screen of session ${session}`,
  asOf: (dataUpdatedAt: string) => `as of ${dataUpdatedAt}`,

  // SessionGrid
  sessionGridLabel: (count: number) =>
    `Grid of ${count} sessions. Use the arrow keys to move and Enter to open. The table shows the same data.`,
  sessionAndState: (session: number, title: string) => `Session ${session} · ${title}`,
  agentAndIteration: (agent: string, iteration: number) => `${agent}, iteration ${iteration}`,
  tipNow: (session: string) => `Now: ${session}`,
  tipLast: (session: string) => `Last: ${session}`,

  // SessionTable
  sessionsTable: 'Sessions, table',
  sessionColumn: 'Session',
  lastColumn: 'Last',

  // SessionTimeLine
  fromToFailedTheTable: (bars: string, from: string, to: string, failed: number) =>
    `${bars} from ${from} to ${to}, ${failed} failed. The table below shows the same data.`,
  neverStartedSeeTheTable: (without: string) => `${without} never started. See the table.`,

  // Sessions
  colourBy: 'Colour by',
  lastResponse: 'Last response',
  view: 'View',
  grid: 'Grid',
  table: 'Table',
  noSessionsYet: 'No sessions yet',
  sessionsAppearWhenTheFirst: 'Sessions appear when the first load point starts them.',
  legend: 'Legend',

  // StageDrawer
  stageNamed: (number: number, title: string) => `Stage ${number}: ${title}`,
  stageTitle: 'Stage',
  closeStage: 'Close stage',
  couldNotLoadTheStages: 'Could not load the stages',
  ended: 'Ended',
  inProgress: 'in progress',
  done: 'Done',
  sessionsWhat: (what: string) => `Sessions ${what}`,
  progress: (done: string, ofText: string) => `${done} of ${ofText}`,
  fromSessions: (findings: string) => `${findings} from sessions`,
  noFindingsFromSessions: 'No findings from sessions.',
  sessionLink: (session: number) => `session ${session}`,

  // StageRow
  stages: 'Stages',
  before: 'Before',
  after: 'After',
  loadPointNumber: (point: number, sessions: string) => `Load point ${point}${sessions} `,
  pending: 'pending',
  progressWhat: (done: string, ofText: string, what: string) => `${done} of ${ofText} ${what} · `,

  // liveCharts
  loadPointsLegend: 'load points',
  cpu: 'CPU',
  cpuPeak: 'CPU, peak',
  memory: 'Memory',
  cpuDeskmeter: 'CPU, Deskmeter',
  diskReads: 'Disk reads',
  diskWrites: 'Disk writes',
  networkReceived: 'Network received',
  networkSent: 'Network sent',

  // looks
  upToHalfTheThreshold: 'up to half the threshold',
  withinTheThreshold: 'within the threshold',
  overTheThreshold: 'over the threshold',
  overTwiceTheThreshold: 'over twice the threshold',
  lastOperationFailed: 'last operation failed',
  noResponseWithAThreshold: 'no response with a threshold yet',
  workingFor: (working: string, since: string) => `${working} for ${since}`,
  sessionOn: (session: number, agent: string) => `Session ${session} on ${agent}`,
  iterationOf: (iteration: number) => `iteration ${iteration}`,
  spokenNow: (session: string) => `now ${session}`,
  spokenLast: (session: string) => `last ${session}`,
} as const;

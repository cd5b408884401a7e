/** The texts that several pages share. */
export const texts = {
  unknownAgent: 'unknown agent',
  roleClient: 'client',
  roleDesktop: 'desktop',

  // App
  pageNotFound: 'Page not found',
  thisPageDoesNotExist: 'This page does not exist',
  useTheNavigationToOpen: 'Use the navigation to open a page.',

  // Connection
  connection: 'Connection',
  noConnectionToTheController: 'No connection to the controller',

  // Guard
  thisPageFailedToLoad: 'This page failed to load',
  storedDataIsNotAffected:
    'Stored data is not affected. Reload the page. If the error persists, report it with the message above.',

  // Shell
  start: 'Start',
  runProfiles: 'Run profiles',
  runs: 'Runs',
  compare: 'Compare',
  trend: 'Trend',
  agents: 'Agents',
  installations: 'Installations',
  workloads: 'Workloads',
  access: 'Access',
  skipToContent: 'Skip to content',
  deskmeterStartPage: 'Deskmeter, start page',
  deskmeter: 'Deskmeter',
  pages: 'Pages',
  switchToLightTheme: 'Switch to light theme',
  switchToDarkTheme: 'Switch to dark theme',

  // ChartBox
  showChart: 'Show chart',
  showTable: 'Show table',
  chart: 'Chart',
  table: 'Table',
  exportCsvOf: (title: string) => `Export CSV: ${title}`,
  csv: 'CSV',
  tableOf: (title: string) => `${title} table`,

  // format
  minutes: (whole: number, whole2: string) => `${whole}:${whole2} min`,
  mb: (mega: string) => `${mega} MB`,
  gb: (mega: string) => `${mega} GB`,
  capacityOrMore: (sessions: string) => `${sessions} or more`,
  capacityFromLow: (sessions: string, low: string) => `${sessions} (${low} or more)`,

  // states
  created: 'Created',
  preparing: 'Preparing',
  rampingUp: 'Ramping up',
  steady: 'Steady',
  judging: 'Judging',
  rampingDown: 'Ramping down',
  ending: 'Ending',
  reporting: 'Reporting',
  finished: 'Finished',
  invalid: 'Invalid',
  failed: 'Failed',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  sessionRequested: 'requested',
  sessionLoggingOn: 'logging on',
  sessionLoggedOn: 'logged on',
  sessionWorking: 'working',
  sessionFinished: 'finished',
  sessionLoggedOff: 'logged off',
  sessionLost: 'lost',
  sessionFailed: 'failed',
  sessionFaulted: 'ended by an error of Deskmeter',
  sessionUnknown: 'end not reported',

  // AgentCommand
  couldNotLoadTheAgent: 'Could not load the agent port',
  clientAgent: 'On a machine that hosts the desktops or can reach them:',
  desktopAgent: 'In the session of a user on a measured desktop, for example from its autostart:',
  tokens:
    'Copy agent.token and desktop.token from the data folder of the controller. On the controller’s machine, the user who runs it can omit --token-file.',
  localOnly:
    'This controller accepts agents from its own machine only. For agents of other machines, start it with a port for them, with TLS; this page then makes the tokens with which they join:',
  otherMachines: (address: string) => `Other machines connect to ${address} with TLS. Each joins once, with a token:`,
  machines: 'Machines',
  joinTokenLabels: 'Labels',
  joinLabelsHint: 'separated by commas; run profiles select agents by them',
  createJoinToken: 'Create join token',
  couldNotCreateTheToken: 'Could not create the token',
  pasteOnTheMachine: (machines: number, until: string) =>
    `Paste this on ${machines === 1 ? 'the machine' : `each of the ${machines} machines`}. It works until ${until} and is not shown again.`,
  agentRetriesHint: 'The agent retries until it connects. It appears here within seconds.',
  copyOf: (text: string) => `Copy ${text}`,
  copied: 'Copied',
  copyButton: 'Copy',

  // Failure
  theControllerIsNotReachable: 'The controller is not reachable.',
  problemAtLine: (line: number, path: string, message: string) => `line ${line}: ${path}${message}`,
  controllerUnreachableHint: 'Check that the controller is running. This page retries automatically.',
  tryAgain: 'Try again',

  // Loading
  loading: 'Loading',

  // Explanation
  documentation: 'Documentation',
  documentationOf: (about: string) => `: ${about}, in a new tab`,

  // Page
  documentTitle: (title: string) => `${title} · Deskmeter`,

  // RunAgain
  runAgainButton: 'Run again…',
  runAgainTitle: 'Run again?',
  close: 'Close',
  runAgainExplained: (profile: string) =>
    `Starts a new run with the version of ${profile} that this run used: same load, thresholds, seed and target.`,
  theRunUsesTheCurrent:
    'The run uses the current workload files. If they have changed, the two runs are not comparable.',
  couldNotStartTheRun: 'Could not start the run',
  cancel: 'Cancel',
  startRun: 'Start run',

  // DataTable
  filterOf: (label: string) => `Filter: ${label}`,
  filterPlaceholder: 'Filter',
  shownOf: (shown: string, rows: string) => `${shown} of ${rows}`,
  scrollable: (label: string) => `${label}, scrollable`,

  // nouns that are counted: one, several
  nouns: {
    machine: ['machine', 'machines'],
    agent: ['agent', 'agents'],
    'desktop agent': ['desktop agent', 'desktop agents'],
    bound: ['bound', 'bounds'],
    difference: ['difference', 'differences'],
    error: ['error', 'errors'],
    expectation: ['expectation', 'expectations'],
    finding: ['finding', 'findings'],
    iteration: ['iteration', 'iterations'],
    line: ['line', 'lines'],
    'load point': ['load point', 'load points'],
    message: ['message', 'messages'],
    'more run': ['more run', 'more runs'],
    note: ['note', 'notes'],
    operation: ['operation', 'operations'],
    profile: ['profile', 'profiles'],
    row: ['row', 'rows'],
    run: ['run', 'runs'],
    sample: ['sample', 'samples'],
    session: ['session', 'sessions'],
    timing: ['timing', 'timings'],
    warning: ['warning', 'warnings'],
  },
} as const;

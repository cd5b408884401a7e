/** The texts of pages/start. */
export const texts = {
  // AgentsLine
  agents: 'Agents',

  // FirstSteps
  yourFirstRun: 'Your first run',
  noAgentConnected: 'No agent connected',
  agentConnected: 'Agent connected',
  startAnAgent: 'Start an agent',
  theAgentStartsDesktopsDrives: 'The agent starts desktops, drives them and measures responses.',
  checkAndStartProfile: 'Check and start a run profile',
  checkExplained:
    'The check verifies everything that the run needs and changes nothing. When it passes, start the run.',
  checkAndStartNamed: (id: string) => `Check and start ${id}`,
  checkAndStartButton: 'Check and start',
  noRunProfilesYet: 'No run profiles yet. ',
  createOne: 'Create one',
  done: 'Done',

  // LatestRuns
  latestResults: 'Latest results',
  allRuns: 'All runs',
  run: 'Run',
  capacity: 'Capacity',
  verdict: 'Verdict',
  startedAndDuration: 'Started, duration',
  noCapacity: 'No capacity: the load is not a search, or the run ended early.',
  noLargerLoadFailed: 'No larger load failed.',
  failedAbove: (sessions: string) => `Failed above ${sessions}.`,

  // CapacityHistory
  capacityByProfile: 'Capacity by run profile',
  noCapacityYet: 'No finished run has a capacity yet.',
  sessions: 'sessions',
  latestOf: (runs: string, at: string) => `${runs}, latest ${at}`,
  changeFromPrevious: (change: string) => `${change} from previous run`,
  trendOf: (title: string) => `Trend of ${title}`,
  capacityOverTime: (capacities: string) => `Capacity over time, oldest first: ${capacities}`,

  // RunningNow
  startedRunningFor: (createdAt: string, createdAt2: string) => `Started ${createdAt}, running for ${createdAt2}`,

  // StartPage
  start: 'Start',
  measureRemoteDesktopResponseTimes:
    'Measure remote desktop response times and find how many sessions a platform holds.',
  allRunProfiles: 'All run profiles',
  couldNotLoadAgents: 'Could not load agents',
  couldNotLoadRuns: 'Could not load runs',
  runningNow: 'Running now',
  couldNotLoadRunProfiles: 'Could not load run profiles',

  // agents
  noAgentsConnected: 'No agents connected.',
  freeAgents: (count: number) => `${count} free`,
  busyAgents: (count: number) => `${count} busy`,
  drainingAgents: (count: number) => `${count} draining`,
  disconnectedAgents: (count: number) => `${count} disconnected`,
  desktopAgents: (agents: string) => `${agents} in user sessions.`,
} as const;

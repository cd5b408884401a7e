/** The texts of pages/agents. */
export const texts = {
  // AgentDrawer
  agentOn: (host: string) => `Agent on ${host}`,
  closeAgent: 'Close agent',
  id: 'ID',
  version: 'Version',
  connectedSince: 'Connected since',
  disconnectedSince: 'Disconnected since',
  sessions: 'Sessions',
  ofLimit: (sessionLimit: string) => ` of ${sessionLimit}`,
  noLimit: ' (no limit)',
  cpu: 'CPU',
  cpuUse: (cpuPct: string, harnessCpuPct: string) => `${cpuPct} (Deskmeter ${harnessCpuPct})`,
  memory: 'Memory',
  memoryUse: (memUsedMb: string, memTotalMb: string, at: string) => `${memUsedMb} of ${memTotalMb} GB at ${at}`,
  machine: 'Machine',
  theAgentReportsNoMachine: 'The agent reports no machine details.',
  workloads: 'Workloads',
  noWorkloadsTheAgentCannot: 'No workloads. The agent cannot take part in a run.',

  // AgentsPage
  agents: 'Agents',
  connectedAgents: (connected: string) => `${connected} connected`,
  couldNotLoadAgents: 'Could not load agents',
  noAgentConnected: 'No agent connected',
  noAgentsYet: 'No agents yet',
  agentsStartDesktopsDriveThem: 'Agents start desktops, drive them and measure them. Start one:',
  addAgentButton: 'Add agent…',
  addAgentTitle: 'Add agent',
  close: 'Close',

  // AgentsTable
  host: 'Host',
  state: 'State',
  role: 'Role',
  load: 'Load',
  run: 'Run',
  actions: 'Actions',
  mostConnectedAgentsRunVersion: (version: string) => `Most connected agents run version ${version}`,
  versionDiffers: 'version differs',
  stateConnected: 'connected',
  stateDisconnected: 'disconnected',
  stateDraining: 'draining',
  since: (since: string) => `since ${since}`,

  // WishDialog
  theControllerRejectedTheRequest: 'The controller rejected the request',
  cancel: 'Cancel',

  // agents
  drain: 'Drain',
  drainTitle: (host: string) => `Drain ${host}?`,
  drainNoNewRuns: 'The agent takes part in no new runs. A run in progress continues to its end.',
  drainStaysDrained: 'The agent stays connected and stays drained across controller restarts. To undo, select Resume.',
  resume: 'Resume',
  resumeTitle: (host: string) => `Resume ${host}?`,
  resumeNewRuns: 'The agent takes part in new runs again.',
  forget: 'Forget',
  forgetTitle: (host: string) => `Forget ${host}?`,
  forgetRemoves: 'Removes the agent and its drain state from this list. Its measurements stay in their runs.',
  forgetReappears: 'If the agent connects again, it reappears.',
} as const;

/** The texts of pages/workloads. */
export const texts = {
  // WorkloadView
  checksum: 'Checksum: ',
  checksumNeeded: '. Only agents with the same checksum run this workload.',
  workloadInvalid: 'This workload is invalid and cannot run',
  lineColumn: (line: string, column: string, path: string, message: string) =>
    `line ${line}, column ${column}: ${path}${message}`,
  needs: 'Needs',
  platforms: 'Platforms',
  packages: 'Debian packages',
  noPackages: 'none named in workload.yaml',
  installedByTheLauncher: 'On the machine of an agent. ./deskmeter run, check, demo and agent try install them.',
  metrics: 'Metrics',
  measuredBesideResponseTimes: 'Measured beside response times. A run profile can set limits on them.',
  metric: 'Metric',
  measures: 'Measures',
  unit: 'Unit',
  better: 'Better',
  judgedBy: 'Judged by',
  operations: 'Operations',
  operation: 'Operation',
  group: 'Group',
  countPerIteration: 'Count per iteration',
  inGroup: (times: string, group: string, groupwords: string) => `${times} in group ${group}${groupwords}`,
  operationsPerIteration: (join: string) => `Operations per iteration: ${join}.`,
  latestFilmStrip: 'Film strip of the latest run that has one',
  filmStripOf: (operation: string, run: string, outcome: string) =>
    `Film strip of ${operation} in run ${run} (${outcome}): show the timing`,
  noFilmStripsYet:
    'No run has a film strip of these operations. By default, Deskmeter keeps those of slow and failed operations; “evidence: all” in a run profile keeps those of all.',
  couldNotLoadFilmStrips: 'Could not load the film strips',
  costOfAnIteration: 'Cost of an iteration',
  cpuTime: 'CPU time',
  memoryPerSession: 'Memory of a session',
  readFromDisk: 'Read from disk',
  writtenToDisk: 'Written to disk',
  displayProtocol: 'Display protocol (RFB)',
  measuredByBenchWorkloads: (machine: string) =>
    `On the machine of a session, without the agent. Measured by ./deskmeter bench workloads on ${machine}.`,
  landmarks: 'Landmarks',
  landmarksHelp: 'Images in the content that operations wait for, at the size they must have on the screen.',
  landmark: (name: string) => `Landmark ${name}`,
  px: (width: string, height: string) => `${width} × ${height} px`,
  workloadYaml: 'workload.yaml',
  workloadYamlOf: (id: string) => `workload.yaml of ${id}`,
  couldNotLoadWorkloadYaml: 'Could not load workload.yaml',

  // WorkloadsPage
  workloads: 'Workloads',
  workloadsPageDescription: 'Applications that sessions use and operations that Deskmeter measures.',
  suite: (suite: string) => `Suite ${suite}`,
  withoutSuite: 'Without a suite',
  noWorkloads: 'No workloads',
  aWorkloadIsAFolder:
    'A workload is a folder with a workload.yaml, its content and its landmarks. Copy a built-in workload into the folder that the controller option --workloads names, then reload this page.',
  couldNotLoadWorkloads: 'Could not load workloads',
  invalid: 'invalid',
  workloadNotFound: (id: string | null) => `Workload ${id} not found. Select a workload.`,

  // workloads
  iOOpenAndSave: 'I/O: open and save',
  backgroundNotJudged: 'background, not judged',
} as const;

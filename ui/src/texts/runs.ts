/** The texts of pages/runs. */
export const texts = {
  // DeleteRunDialog
  deletedOf: (title: string, createdAt: string) => `Deleted ${title} of ${createdAt}.`,
  deleteThisRun: 'Delete this run?',
  close: 'Close',
  deletesOfTimingsTheEvidence: (title: string, createdAt: string, timings: number) =>
    `Deletes ${title} of ${createdAt}: ${timings} timings, the evidence and the report. You cannot undo this. Download what you need first.`,
  freesWhenIdle: (bytes: string) => `Frees about ${bytes} when no run is in progress.`,
  couldNotDeleteTheRun: 'Could not delete the run',
  cancel: 'Cancel',
  deleteButton: 'Delete',

  // KeepDialog
  runRetention: 'Run retention',
  couldNotLoadTheRetention: 'Could not load the retention rules',
  maximumAgeDays: 'Maximum age, days',
  maximumNumberOfRuns: 'Maximum number of runs',
  maximumTotalSizeMb: 'Maximum total size, MB',
  retentionExplained:
    'Deskmeter deletes the oldest runs that exceed a limit: when you apply the rules and after each run. An empty field means no limit. Pinned runs and runs in progress are never deleted and do not count towards the number of runs.',
  couldNotSaveTheRetention: 'Could not save the retention rules',
  rulesDeleteNothing: 'Applying these rules deletes no runs.',
  theseRulesDeleteNow: (runs: string) => `Applying these rules deletes ${runs}.`,
  apply: 'Apply',
  preview: 'Preview',

  // RunDisk
  pinned: 'pinned',
  actionsForOf: (title: string, createdAt: string) => `Actions for ${title} of ${createdAt}`,
  unpin: 'Unpin',
  pinNeverDelete: 'Pin (never delete)',
  deleteMenu: 'Delete…',

  // RunsPage
  runs: 'Runs',
  runsPageDescription: 'Newest first. Select two to six runs to compare them.',
  noRunsYet: 'No runs yet',
  chooseARunProfile: 'Choose a run profile',
  aRunIsOneExecution: 'A run is one execution of a run profile. Choose a run profile, check it and start it.',
  couldNotLoadRuns: 'Could not load runs',
  search: 'Search',
  searchPlaceholder: 'title, profile, ID, message',
  state: 'State',
  anyPlaceholder: 'all',
  allStates: 'All states',
  profile: 'Profile',
  allProfiles: 'All profiles',
  olderRunsAvailable: ', older runs available',
  selected: (chosen: number) => `, ${chosen} selected`,
  couldNotLoadOlderRuns: 'Could not load older runs',
  noMatchingRuns: 'No matching runs',
  clearFilters: 'Clear filters',
  searchHelp: 'A run matches if its title, profile, ID, load or messages contain all words.',
  showOlderRuns: 'Show older runs',
  compareSelectTo: (least: number, most: number) => `Compare (select ${least} to ${most})`,
  compareRuns: (chosen: number) => `Compare ${chosen} runs`,

  // RunsTable
  select: 'Select',
  run: 'Run',
  startedDuration: 'Started, duration',
  load: 'Load',
  capacity: 'Capacity',
  disk: 'Disk',
  messages: 'Messages',
  compareOf: (title: string, createdAt: string) => `Compare ${title} of ${createdAt}`,

  // StorageLine
  deleting: (beingDeleted: number) => `, deleting ${beingDeleted}`,
  diskUsageFree: (storeBytes: string, deleting: string, freeBytes: string) =>
    `Disk usage: ${storeBytes}${deleting} (${freeBytes} free)`,
  retention: 'Retention…',

  // storage
  kilobytes: (count: number) => `${count} kB`,
  megabytes: (toFixed: string) => `${toFixed} MB`,
  gigabytes: (toFixed: string) => `${toFixed} GB`,
} as const;

/** Texts of the panels on metrics with bands. */
export const texts = {
  seconds: (metric: string) => `${metric}: each sample of a session`,
  how: (bands: string, events: string) =>
    `Each dot is one sample with its uncertainty. Shaded: ${bands}. ${events}Grey: unknown. Hollow: beyond the axis. Click a mark to open the operation.`,
  eventsHow: (events: string) => `Marks below: ${events} above 0. `,
  and: ', ',
  bandText: (title: string, low: string, high: string, source: string) => `${title} ${low} to ${high} (${source})`,
  label: (metric: string, session: string, known: number, unknown: number, events: string) =>
    `${metric} of session ${session} over time: ${known} known samples, ${unknown} unknown${events}`,
  eventCount: (count: number, event: string) => `, ${count} with ${event}`,
  session: 'Session',
  sessionOf: (metric: string) => `Session: ${metric}`,
  sessionOption: (session: string, statistic: string, value: string, unknown: number) =>
    `${session}: ${statistic} ${value}${unknown > 0 ? `, ${unknown} unknown` : ''}`,
  unknown: 'unknown',
  unknownText: (reason: string) => `unknown: ${reason}`,
  unknownRun: (from: string, to: string, seconds: number, reason: string) =>
    `${from} to ${to}, ${seconds} ${seconds === 1 ? 'sample' : 'samples'}\nunknown: ${reason}`,
  valueText: (metric: string, value: string, uncertainty: string) => `${metric} ${value} ± ${uncertainty}`,
  notSteady: 'does not count',
  noSamples: 'No samples of this load point.',
  cut: (shown: string, all: string) => `The first ${shown} of ${all} samples are shown; all are in samples.csv.`,
  reasons: 'Why samples are unknown',
  reason: (count: string, reason: string) => `${count} × ${reason}`,
  moreReasons: (count: number) => `and ${count} more, in the table`,

  shares: (metric: string) => `${metric}: load points`,
  sharesHow:
    'Each steady sample counts in the narrowest band that it lies in. A failed operation counts as many samples as the longest answered one has. Click a bar to select the load point.',
  sharesLabel: (metric: string) => `Shares of the samples of ${metric} by band, for each load point`,
  beyond: 'beyond',
  failed: 'failed',
  shareText: (point: string, part: string, share: string, count: string) => `${point}\n${part}: ${share} (${count})`,

  evidence: 'Sound and pictures of bad seconds',
  evidenceOf: (session: number, sequence: number, operation: string) =>
    `session ${session}, no. ${sequence}: ${operation}`,
  moreEvidence: (count: number) => `and ${count} more on the page of all pictures`,
  noEvidence: 'None were kept.',

  gestures: 'Paths of gestures',
  gesturesHow:
    'Grey: where the pointer was sent. Coloured by lag: where what it moves was seen. Below: the lag of each move over time. Click a picture to open the operation.',
  gesturePath: 'Path of the gesture, and the lag of its moves over time',
} as const;

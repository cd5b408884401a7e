/** The texts of what load points planned, and how it ended, on every page that shows it. */
export const texts = {
  account: 'What was planned, and how it ended',
  accountHow:
    'One line per load point for the operations of each group, the samples of each metric, and the logons. The ways add up to what was planned. Failed, not reached and lost count as worse than anything that was measured. What Deskmeter did not deliver, or what is unknown, never helps.',
  loadPoint: 'Load point',
  sessions: 'Sessions',
  of: 'Of',
  planned: 'Planned',
  ok: 'OK',
  slow: 'Slow',
  failed: 'Failed',
  notReached: 'Not reached',
  lost: 'Lost',
  notDelivered: 'Not delivered',
  unknown: 'Unknown',
  endedEarly: 'Ended early',
  group: (group: string) => `group ${group}`,
  logons: 'logons',
  remarks: 'What is to be known of this run',
};

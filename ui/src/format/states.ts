/** The states of a run in the order in which it passes through them, and the colours of all states: of runs, of stages, of sessions, of verdicts. */

export interface StateLook {
  title: string;
  /** A colour of the theme. */
  color: string;
}

export const STAGES = ['preparing', 'ramping-up', 'steady', 'judging', 'ramping-down', 'ending', 'reporting'] as const;

const RUN_STATES: Record<string, StateLook> = {
  created: { title: 'Created', color: 'gray' },
  preparing: { title: 'Preparing', color: 'violet' },
  'ramping-up': { title: 'Ramping up', color: 'blue' },
  steady: { title: 'Steady', color: 'teal' },
  judging: { title: 'Judging', color: 'yellow' },
  'ramping-down': { title: 'Ramping down', color: 'cyan' },
  ending: { title: 'Ending', color: 'indigo' },
  reporting: { title: 'Reporting', color: 'grape' },
  finished: { title: 'Finished', color: 'green' },
  invalid: { title: 'Invalid', color: 'red' },
  failed: { title: 'Failed', color: 'red' },
  stopped: { title: 'Stopped', color: 'orange' },
  interrupted: { title: 'Interrupted', color: 'red' },
};

const SESSION_STATES: Record<string, StateLook> = {
  asked: { title: 'asked for', color: 'gray' },
  starting: { title: 'logging on', color: 'violet' },
  ready: { title: 'logged on', color: 'blue' },
  working: { title: 'working', color: 'teal' },
  finished: { title: 'finished', color: 'gray' },
  stopped: { title: 'logged off', color: 'gray' },
  lost: { title: 'lost', color: 'red' },
  failed: { title: 'failed', color: 'red' },
};

/** All that are known. */
export const STATES = { run: Object.keys(RUN_STATES), session: Object.keys(SESSION_STATES) };

/** An unknown state is shown by its own word, so that a newer controller is not misread. */
export const runState = (state: string): StateLook => RUN_STATES[state] ?? { title: state, color: 'gray' };

export const sessionState = (state: string): StateLook => SESSION_STATES[state] ?? { title: state, color: 'gray' };

export const GROUP_COLORS: Record<string, string> = { A: 'blue', B: 'orange', C: 'gray' };

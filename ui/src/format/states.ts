import { texts } from '../texts/common';

/** The states of a run in the order in which it passes through them, and the colours of all states: of runs, of stages, of sessions, of verdicts. */

export interface StateLook {
  title: string;
  /** A colour of the theme. */
  color: string;
}

export const STAGES = ['preparing', 'ramping-up', 'steady', 'judging', 'ramping-down', 'ending', 'reporting'] as const;

const RUN_STATES: Record<string, StateLook> = {
  created: { title: texts.created, color: 'gray' },
  preparing: { title: texts.preparing, color: 'violet' },
  'ramping-up': { title: texts.rampingUp, color: 'blue' },
  steady: { title: texts.steady, color: 'teal' },
  judging: { title: texts.judging, color: 'yellow' },
  'ramping-down': { title: texts.rampingDown, color: 'cyan' },
  ending: { title: texts.ending, color: 'indigo' },
  reporting: { title: texts.reporting, color: 'grape' },
  finished: { title: texts.finished, color: 'green' },
  invalid: { title: texts.invalid, color: 'red' },
  failed: { title: texts.failed, color: 'red' },
  stopped: { title: texts.stopped, color: 'orange' },
  interrupted: { title: texts.interrupted, color: 'red' },
};

const SESSION_STATES: Record<string, StateLook> = {
  asked: { title: texts.sessionRequested, color: 'gray' },
  starting: { title: texts.sessionLoggingOn, color: 'violet' },
  ready: { title: texts.sessionLoggedOn, color: 'blue' },
  working: { title: texts.sessionWorking, color: 'teal' },
  finished: { title: texts.sessionFinished, color: 'gray' },
  stopped: { title: texts.sessionLoggedOff, color: 'gray' },
  lost: { title: texts.sessionLost, color: 'red' },
  failed: { title: texts.sessionFailed, color: 'red' },
  faulted: { title: texts.sessionFaulted, color: 'red' },
  unknown: { title: texts.sessionUnknown, color: 'gray' },
};

/** All that are known. */
export const STATES = { run: Object.keys(RUN_STATES), session: Object.keys(SESSION_STATES) };

/** An unknown state is shown by its own word, so that a newer controller is not misread. */
export const runState = (state: string): StateLook => RUN_STATES[state] ?? { title: state, color: 'gray' };

export const sessionState = (state: string): StateLook => SESSION_STATES[state] ?? { title: state, color: 'gray' };

export const GROUP_COLORS: Record<string, string> = { A: 'blue', B: 'orange', C: 'gray' };

import type { LiveGroup, SessionView } from '../../api/types';
import { duration, NONE, response } from '../../format/format';
import { sessionState } from '../../format/states';
import { texts } from '../../texts/run';

export type ColourBy = 'state' | 'response';

/** How a cell looks: a colour of the theme with its shade, and a sign that tells the same without colour. */
export interface Look {
  key: string;
  words: string;
  color: string;
  shade: number;
  sign: string;
}

export type Thresholds = Readonly<Record<string, number>>;

export const thresholdsOf = (groups: readonly LiveGroup[]): Thresholds =>
  Object.fromEntries(groups.map(group => [group.group, group.thresholdMs]));

const SIGNS: Record<string, string> = {
  lost: 'L',
  failed: 'F',
  faulted: 'E',
  unknown: '?',
  asked: '·',
  starting: '…',
  stopped: '–',
  finished: '✓',
};
const ENDED = ['lost', 'failed', 'faulted', 'unknown', 'stopped', 'finished'];

const STATE_ORDER = [
  'asked',
  'starting',
  'ready',
  'working',
  'finished',
  'stopped',
  'unknown',
  'lost',
  'failed',
  'faulted',
];

const BANDS: readonly (Look & { upTo: number })[] = [
  { key: 'half', words: texts.upToHalfTheThreshold, color: 'teal', shade: 3, sign: '', upTo: 0.5 },
  { key: 'within', words: texts.withinTheThreshold, color: 'teal', shade: 6, sign: '', upTo: 1 },
  { key: 'over', words: texts.overTheThreshold, color: 'orange', shade: 6, sign: '>', upTo: 2 },
  { key: 'far', words: texts.overTwiceTheThreshold, color: 'red', shade: 7, sign: '»', upTo: Infinity },
];
const UNSUCCESSFUL: Look = { key: 'unsuccessful', words: texts.lastOperationFailed, color: 'red', shade: 9, sign: '!' };
const UNMEASURED: Look = {
  key: 'unmeasured',
  words: texts.noResponseWithAThreshold,
  color: 'gray',
  shade: 4,
  sign: '',
};

function byState(state: string): Look {
  const look = sessionState(state);
  const shade = state === 'working' || state === 'ready' ? 5 : 6;
  return { key: state, words: look.title, color: look.color, shade, sign: SIGNS[state] ?? '' };
}

/** Its state, or its last response in relation to its group's threshold; what is lost, failed or faulted shows as that in both. */
export function lookOf(session: SessionView, by: ColourBy, thresholds: Thresholds): Look {
  if (by === 'state' || ['lost', 'failed', 'faulted'].includes(session.state)) return byState(session.state);
  if (session.lastOutcome !== '' && session.lastOutcome !== 'ok') return UNSUCCESSFUL;
  const threshold = thresholds[session.lastGroup];
  if (session.lastMs === null || threshold === undefined || threshold <= 0) return UNMEASURED;
  const ratio = session.lastMs / threshold;
  return BANDS.find(band => ratio <= band.upTo) ?? UNMEASURED;
}

/** What the colours mean and how many sessions have each, worst last; only what there is. */
export function legend(
  sessions: readonly SessionView[],
  by: ColourBy,
  thresholds: Thresholds,
): { look: Look; count: number }[] {
  const counts = new Map<string, { look: Look; count: number }>();
  for (const session of sessions) {
    const look = lookOf(session, by, thresholds);
    const seen = counts.get(look.key);
    if (seen) seen.count += 1;
    else counts.set(look.key, { look, count: 1 });
  }
  const order = [UNMEASURED.key, ...BANDS.map(band => band.key), UNSUCCESSFUL.key, ...STATE_ORDER];
  return [...counts.values()].sort((a, b) => order.indexOf(a.look.key) - order.indexOf(b.look.key));
}

/** How long it has worked on what it works on, in seconds; null where nobody knows. */
export function workingFor(session: SessionView, now: number): number | null {
  if (session.workingSince === null) return null;
  return Math.max(0, (now - Date.parse(session.workingSince)) / 1000);
}

export function nowDoing(session: SessionView, now: number): string {
  if (session.working === '' || ENDED.includes(session.state)) return NONE;
  const since = workingFor(session, now);
  return since === null ? session.working : texts.workingFor(session.working, duration(since));
}

export function lastDone(session: SessionView): string {
  if (session.lastOperation === '') return NONE;
  const how = session.lastOutcome === 'ok' ? response(session.lastMs) : session.lastOutcome;
  return `${session.lastOperation}: ${how}`;
}

/** A session in one line, as it is read out. */
export function sentence(session: SessionView, now: number, agent: string): string {
  const parts = [texts.sessionOn(session.session, agent), sessionState(session.state).title];
  if (session.state === 'working') parts.push(texts.iterationOf(session.iteration + 1));
  if (nowDoing(session, now) !== NONE) parts.push(texts.spokenNow(nowDoing(session, now)));
  if (lastDone(session) !== NONE) parts.push(texts.spokenLast(lastDone(session)));
  if (session.detail !== '') parts.push(session.detail);
  return parts.join(', ');
}

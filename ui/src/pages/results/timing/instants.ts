import type { Timing, TimingDetail } from '../../../api/types';
import { response } from '../../../format/format';
import { texts } from '../../../texts/results';

/** One of the four instants of a timing on a line of time. */
export interface Instant {
  id: 'intended' | 'fired' | 'lastWithout' | 'shown';
  title: string;
  /** After the intended instant. */
  ms: number;
  /** Of the line's length, 0 to 1. */
  at: number;
}

const TITLES: Record<Instant['id'], string> = {
  intended: 'intended',
  fired: texts.instantInputSent,
  lastWithout: texts.lastKnownWithoutTheResponse,
  shown: texts.responseVisible,
};

/** The instants that are known, in their order in time, laid out over the line from the first to the last. */
export function instants(detail: Pick<TimingDetail, 'firedMs' | 'lastWithoutMs' | 'shownMs'>): Instant[] {
  const known = [
    { id: 'intended' as const, ms: 0 },
    { id: 'fired' as const, ms: detail.firedMs },
    { id: 'lastWithout' as const, ms: detail.lastWithoutMs },
    { id: 'shown' as const, ms: detail.shownMs },
  ].flatMap(({ id, ms }) => (ms === null ? [] : [{ id, ms }]));
  const first = Math.min(...known.map(({ ms }) => ms));
  const last = Math.max(...known.map(({ ms }) => ms));
  const length = Math.max(last - first, 1e-9);
  return known
    .sort((a, b) => a.ms - b.ms)
    .map(({ id, ms }) => ({ id, ms, title: TITLES[id], at: (ms - first) / length }));
}

/** A stretch of the line: what passed between two instants. */
export interface Stretch {
  id: 'lag' | 'waiting' | 'resolution';
  title: string;
  from: number;
  to: number;
  ms: number;
}

/** Lag, the wait up to the last instant that is known to be without the answer, and the interval within which the answer was shown. */
export function stretches(line: Instant[]): Stretch[] {
  const at = (id: Instant['id']) => line.find(instant => instant.id === id);
  const between = (id: Stretch['id'], title: string, a?: Instant, b?: Instant): Stretch[] =>
    a && b && b.ms >= a.ms ? [{ id, title, from: a.at, to: b.at, ms: b.ms - a.ms }] : [];
  const fired = at('fired');
  const without = at('lastWithout');
  const shown = at('shown');
  return [
    ...between('lag', texts.lagInputSentLate, at('intended'), fired),
    // A last instant without it that was before the input bounds nothing: the answer came with the first frame after it.
    ...between('waiting', texts.noResponseVisible, fired, without),
    ...between(
      'resolution',
      texts.responseVisibleWithin,
      without && fired && without.ms < fired.ms ? fired : without,
      shown,
    ),
  ];
}

/** Why there is no picture, and how to have one. */
export function whyNoPicture(timing: Timing, thresholdMs: number | undefined, setting: string | undefined): string {
  if (timing.outcome === 'skipped') return texts.theOperationWasSkippedThere;
  const said = setting ? texts.theRunProfileSetsEvidence(setting) : '';
  if (setting === 'all') return texts.deskmeterDroppedThisPicture(said);
  const failed = timing.outcome !== 'ok';
  const slow = thresholdMs !== undefined && timing.responseMs !== null && timing.responseMs > thresholdMs;
  if (failed || slow) {
    return texts.deskmeterKeepsPicturesOfOperations(said, failed ? texts.failedOperations : texts.slowOperations);
  }
  const answered =
    thresholdMs === undefined
      ? ''
      : texts.thisOperationTookThreshold(response(timing.responseMs), response(thresholdMs));
  return texts.byDefaultDeskmeterKeepsPictures(said, answered);
}

/** The timings around one in its session, by sequence number; itself among them. */
export function neighbours(timings: Timing[], sequence: number, around = 3): Timing[] {
  const ordered = [...timings].sort((a, b) => a.sequence - b.sequence);
  const at = ordered.findIndex(timing => timing.sequence === sequence);
  return at < 0 ? [] : ordered.slice(Math.max(0, at - around), at + around + 1);
}

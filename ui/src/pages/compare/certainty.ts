import type { Difference } from '../../api/types';
import { percent } from '../../format/format';
import { texts } from '../../texts/compare';

export type Certainty = 'surelySlower' | 'probablySlower' | 'undecided' | 'probablyFaster' | 'surelyFaster';

export const certaintyText = (certainty: Certainty): string => texts[certainty];

/** From here on a difference is called probable; below it a coin is nearly as good. */
const PROBABLE = 0.9;

/**
 * How sure a difference is, in words. Sure is what the whole 95 % interval of the ratio says, as everywhere in Deskmeter; probable is a sign that at least
 * nine of ten resamples have; of the rest nothing can be told.
 */
export function certainty({ ratioCi, slower, baselineMs, otherMs }: Difference): Certainty {
  const [low, high] = ratioCi;
  if (baselineMs === null && otherMs === null) return 'undecided';
  // A ratio whose lower end is infinite: so many failed that there is no percentile any more.
  if (low === null ? otherMs === null && baselineMs !== null : low > 1) return 'surelySlower';
  if (high !== null && high < 1) return 'surelyFaster';
  if (slower >= PROBABLE) return 'probablySlower';
  if (slower <= 1 - PROBABLE) return 'probablyFaster';
  return 'undecided';
}

/** `99.8 % slower`: how sure the sign is that is more probable. */
export function certaintyFigure(slower: number): string {
  // Not 100 %: the resamples say no more than that none was otherwise.
  const sure = Math.min(0.999, Math.max(slower, 1 - slower));
  return slower >= 0.5 ? texts.sureSlower(percent(100 * sure, 1)) : texts.sureFaster(percent(100 * sure, 1));
}

/** In the order from surely slower to surely faster, as a figure to sort by. */
export const certaintyRank = (difference: Difference): number => difference.slower;

export const CERTAINTY_COLORS: Record<Certainty, string> = {
  surelySlower: 'red',
  probablySlower: 'orange',
  undecided: 'gray',
  probablyFaster: 'cyan',
  surelyFaster: 'green',
};

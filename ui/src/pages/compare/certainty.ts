import type { Difference } from '../../api/types';
import { NONE, percent } from '../../format/format';
import { texts } from '../../texts/compare';

export type Certainty =
  'surelySlower' | 'probablySlower' | 'undecided' | 'probablyFaster' | 'surelyFaster' | 'notDecided' | 'notComparable';

export const certaintyText = (certainty: Certainty): string => texts[certainty];

/** From here on a difference is called probable; below it a coin is nearly as good. */
const PROBABLE = 0.9;

/**
 * How sure a difference is, in words. Sure is what the controller found beyond chance, the variation between runs and the number of figures regarded; probable is a sign that nine of
 * ten such comparisons have; of the rest nothing can be told.
 */
export function certainty({ finding, slower }: Difference): Certainty {
  if (finding === 'WORSE') return 'surelySlower';
  if (finding === 'BETTER') return 'surelyFaster';
  if (finding === 'NOT_COMPARABLE') return 'notComparable';
  if (finding === 'NOT_DECIDED') return 'notDecided';
  if (slower === null) return 'undecided';
  if (slower >= PROBABLE) return 'probablySlower';
  if (slower <= 1 - PROBABLE) return 'probablyFaster';
  return 'undecided';
}

/** `99.8 % slower`: how sure the sign is that is more probable; `–` where it is not known. */
export function certaintyFigure(slower: number | null): string {
  if (slower === null) return NONE;
  // Not 100 %: so few runs never say that.
  const sure = Math.min(0.999, Math.max(slower, 1 - slower));
  return slower >= 0.5 ? texts.sureSlower(percent(100 * sure, 1)) : texts.sureFaster(percent(100 * sure, 1));
}

/** In the order from surely slower to surely faster, as a figure to sort by. */
export const certaintyRank = (difference: Difference): number | null => difference.slower;

export const CERTAINTY_COLORS: Record<Certainty, string> = {
  surelySlower: 'red',
  probablySlower: 'orange',
  undecided: 'gray',
  probablyFaster: 'cyan',
  surelyFaster: 'green',
  notDecided: 'yellow',
  notComparable: 'yellow',
};

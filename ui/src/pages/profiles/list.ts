import type { ProfileSummary } from '../../api/types';

export type SortKey = 'title' | 'target' | 'load' | 'mode' | 'version' | 'savedAt';
export interface Sorting {
  by: SortKey;
  down: boolean;
}
export type Origin = 'all' | 'own' | 'shipped';

/** Profiles that have all words of the filter somewhere, in order; equal ones by id. */
export function listed(
  profiles: readonly ProfileSummary[],
  filter: string,
  origin: Origin,
  sorting: Sorting,
): ProfileSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = profiles.filter(p => {
    const all = [p.id, p.title, p.target, p.load, p.mode, ...p.workloads].join(' ').toLowerCase();
    return words.every(word => all.includes(word)) && (origin === 'all' || p.shipped === (origin === 'shipped'));
  });
  const value = (p: ProfileSummary): string | number => (sorting.by === 'savedAt' ? (p.savedAt ?? '') : p[sorting.by]);
  return found.sort((a, b) => {
    const order = compare(value(a), value(b)) || compare(a.id, b.id);
    return sorting.down ? -order : order;
  });
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true });
}

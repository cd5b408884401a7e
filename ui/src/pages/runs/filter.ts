import type { RunSummary } from '../../api/types';

/** Most that one comparison takes. */
export const COMPARED = { least: 2, most: 6 };

/** What is null or empty is not asked for. */
export interface RunsFilter {
  text: string;
  state: string | null;
  profile: string | null;
}

export const asks = (filter: RunsFilter): boolean =>
  filter.text.trim() !== '' || filter.state !== null || filter.profile !== null;

/** The runs whose title, profile, id, load or reasons hold all the words, of the state and the profile that are asked for. The controller's filter says the same. */
export function filtered(runs: readonly RunSummary[], { text, state, profile }: RunsFilter): RunSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter(run => {
    if (state !== null && run.state !== state) return false;
    if (profile !== null && run.profile !== profile) return false;
    const held = [run.title, run.profile, run.id, run.load, ...run.reasons].join(' ').toLowerCase();
    return words.every(word => held.includes(word));
  });
}

/** The runs of pages that were read at some time, as the live list knows them now, and those that have come since; newest first. */
export function merged(pages: readonly RunSummary[], live: readonly RunSummary[]): RunSummary[] {
  const all = new Map([...pages, ...live].map(run => [run.id, run]));
  return [...all.values()].sort(
    (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
  );
}

/** The profiles that there are runs of, by id. */
export const profilesOf = (runs: readonly RunSummary[]): string[] => [...new Set(runs.map(run => run.profile))].sort();

/** The states that there are, in the order in which they first appear. */
export const statesOf = (runs: readonly RunSummary[]): { value: string; label: string }[] => [
  ...new Map(runs.map(run => [run.state, { value: run.state, label: run.stateTitle }])).values(),
];

/** Chosen runs with one more or one less; a seventh is not taken. */
export function toggled(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter(one => one !== id);
  return chosen.length >= COMPARED.most ? [...chosen] : [...chosen, id];
}

export const compareAddress = (chosen: readonly string[]) =>
  `/compare?${chosen.map(id => `runs=${encodeURIComponent(id)}`).join('&')}`;

/** Live while it goes on, its results afterwards. */
export const runAddress = (run: RunSummary) =>
  run.ended ? `/runs/${encodeURIComponent(run.id)}/results` : `/runs/${encodeURIComponent(run.id)}`;

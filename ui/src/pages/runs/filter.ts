import type { RunSummary } from '../../api/types';

/** Most that one comparison takes. */
export const COMPARED = { least: 2, most: 6 };

/** The runs whose title, profile, id, load or reasons hold all the words, and whose state is the one asked for; all where nothing is asked. */
export function filtered(runs: readonly RunSummary[], text: string, state: string | null): RunSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter(run => {
    if (state !== null && state !== '' && run.state !== state) return false;
    const held = [run.title, run.profile, run.id, run.load, ...run.reasons].join(' ').toLowerCase();
    return words.every(word => held.includes(word));
  });
}

/** The states that there are, in the order in which they first appear. */
export const statesOf = (runs: readonly RunSummary[]): { value: string; label: string }[] => [
  ...new Map(runs.map(run => [run.state, { value: run.state, label: run.stateTitle }])).values(),
];

/** Chosen runs with one more or one less; a seventh is not taken. Runs that have gone are no longer chosen. */
export function toggled(chosen: readonly string[], id: string, runs: readonly RunSummary[]): string[] {
  const there = chosen.filter(one => runs.some(run => run.id === one));
  if (there.includes(id)) return there.filter(one => one !== id);
  return there.length >= COMPARED.most ? there : [...there, id];
}

export const compareAddress = (chosen: readonly string[]) =>
  `/compare?${chosen.map(id => `runs=${encodeURIComponent(id)}`).join('&')}`;

/** Live while it goes on, its results afterwards. */
export const runAddress = (run: RunSummary) =>
  run.ended ? `/runs/${encodeURIComponent(run.id)}/results` : `/runs/${encodeURIComponent(run.id)}`;

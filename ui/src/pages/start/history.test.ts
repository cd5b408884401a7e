import { expect, it } from 'vitest';
import type { RunSummary } from '../../api/types';
import { change, histories, sparkPoints } from './history';

const run = (id: string, profile: string, day: number, sessions: number | null, over: Partial<RunSummary> = {}) =>
  ({
    id,
    title: `Title of ${profile}`,
    profile,
    load: 'find-max',
    state: 'finished',
    stateTitle: 'Finished',
    ended: true,
    valid: true,
    createdAt: `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`,
    endedAt: null,
    reasons: [],
    capacity:
      sessions === null ? null : { sessions, low: sessions - 1, high: sessions + 1, thresholdBroken: true, reason: '' },
    ...over,
  }) satisfies RunSummary;

it('tells the results of each profile, oldest first, and the profile with the latest result first', () => {
  const found = histories([
    run('c', 'vdi', 3, 30),
    run('b', 'office', 2, 12),
    run('a', 'office', 1, 10),
    run('d', 'pool', 4, 7),
  ]);
  expect(found.map(one => [one.profile, one.runs.map(r => r.id)])).toEqual([
    ['pool', ['d']],
    ['vdi', ['c']],
    ['office', ['a', 'b']],
  ]);
  expect(found.map(change)).toEqual([null, null, 2]);
});

it('takes no result from a run that is invalid, was stopped, goes on or has none', () => {
  expect(
    histories([
      run('a', 'p', 1, 10, { state: 'invalid' }),
      run('b', 'p', 2, 10, { state: 'stopped' }),
      run('c', 'p', 3, 10, { state: 'steady', ended: false }),
      run('d', 'p', 4, null),
    ]),
  ).toEqual([]);
});

it('keeps the latest twenty', () => {
  const found = histories(Array.from({ length: 28 }, (_, i) => run(`r${i + 1}`, 'p', i + 1, 10)));
  expect(found[0]?.runs.map(r => r.id)).toEqual(Array.from({ length: 20 }, (_, i) => `r${i + 9}`));
});

it('draws from 0 to the highest end of an interval', () => {
  const runs = histories([
    run('a', 'p', 1, 5, { capacity: { sessions: 5, low: 0, high: 10, thresholdBroken: true, reason: '' } }),
    run('b', 'p', 2, 10, { capacity: { sessions: 10, low: 10, high: null, thresholdBroken: false, reason: '' } }),
  ])[0]?.runs;
  expect(sparkPoints(runs ?? [], 100, 48, 4)).toEqual([
    { x: 4, y: 24, low: 44, high: 4 },
    { x: 96, y: 4, low: 4, high: 4 },
  ]);
});

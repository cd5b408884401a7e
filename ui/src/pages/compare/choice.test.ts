import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../api/types';
import { report } from '../results/fixture';
import { candidates, commonSizes, names, pointOfSize, readBaselines, readRuns, withBaseline } from './choice';

const run = (id: string, profile: string, createdAt: string, ended = true): RunSummary => ({
  id,
  title: `Run ${id}`,
  profile,
  load: 'fixed: 4',
  state: 'finished',
  stateTitle: 'Finished',
  ended,
  valid: true,
  createdAt,
  endedAt: ended ? createdAt : null,
  reasons: [],
  capacity: null,
});

describe('the choice of runs', () => {
  it('is in the address, each once, six at most, in either way of writing', () => {
    expect(readRuns(new URLSearchParams('runs=a&runs=b&runs=a'))).toEqual(['a', 'b']);
    expect(readRuns(new URLSearchParams('runs=a,b&runs='))).toEqual(['a', 'b']);
    expect(readRuns(new URLSearchParams('runs=1,2,3,4,5,6,7'))).toHaveLength(6);
  });

  it('offers ended runs, those of the same profile first, then the newest', () => {
    const runs = [
      run('a', 'office', '2026-11-01T00:00:00Z'),
      run('b', 'video', '2026-11-04T00:00:00Z'),
      run('c', 'office', '2026-11-02T00:00:00Z'),
      run('d', 'office', '2026-11-03T00:00:00Z'),
      run('e', 'office', '2026-11-05T00:00:00Z', false),
    ];
    expect(candidates(runs, ['a'], '').map(one => one.id)).toEqual(['d', 'c', 'b']);
    expect(candidates(runs, [], '').map(one => one.id)).toEqual(['b', 'd', 'c', 'a']);
    expect(candidates(runs, ['a'], 'VIDEO').map(one => one.id)).toEqual(['b']);
  });

  it('puts the baseline first', () => {
    expect(withBaseline(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
  });

  it('knows the sizes that all have measured, and the load point of each', () => {
    const other = report();
    other.loadPoints = other.loadPoints.filter(point => point.sessions !== 4);
    expect(commonSizes([report(), other])).toEqual([8, 12]);
    expect(commonSizes([])).toEqual([]);
    expect(pointOfSize(report(), 8)).toBe(3);
    expect(pointOfSize(report(), 5)).toBeNull();
  });

  it('takes a load point that was measured to its end', () => {
    const early = report();
    const [first] = early.loadPoints.filter(point => point.sessions === 8);
    early.loadPoints.push({ ...first!, index: 99, endedEarly: 'too slow' });
    expect(pointOfSize(early, 8)).toBe(3);
  });

  it('knows which runs are the baseline together', () => {
    const runs = ['a', 'b', 'c'];
    expect(readBaselines(new URLSearchParams('baselines=a&baselines=b'), runs)).toEqual(['a', 'b']);
    expect(readBaselines(new URLSearchParams('baselines=a,b,c'), runs)).toEqual([]);
    expect(readBaselines(new URLSearchParams('baselines=x'), runs)).toEqual([]);
  });

  it('names runs of the same title apart', () => {
    const other = report();
    other.run = { ...other.run, id: 'r-2' };
    expect(names([report(), other])).toEqual({ 'r-1': 'RDSH on xrdp (r-1)', 'r-2': 'RDSH on xrdp (r-2)' });
    expect(names([report()])).toEqual({ 'r-1': 'RDSH on xrdp' });
  });
});

import { describe, expect, it } from 'vitest';
import { looks } from '../../charts/themes';
import { report } from '../results/fixture';
import { comparison, difference } from './fixture';
import { allDifferences, forestOption, ratioText, span } from './forest';
import { ecdfOverlayOption, overlayOption, overlaySheet, type RunLine } from './overlay';

const look = looks.light;
const second = () => {
  const other = report();
  other.run = { ...other.run, id: 'r-2', title: 'Second' };
  return other;
};
const runs: RunLine[] = [
  { report: report(), name: 'First' },
  { report: second(), name: 'Second' },
];
const seriesIn = (option: object) => (option as { series: { id: string; data: unknown[]; color?: string }[] }).series;

describe('overlays', () => {
  it('draw one line of the group for each run, in its own colour', () => {
    const series = seriesIn(overlayOption(runs, 'A', true, look));
    expect(series.map(one => one.id)).toEqual(['r-1', 'r-1 interval', 'r-2', 'r-2 interval']);
    expect(series[0]?.color).not.toBe(series[2]?.color);
    expect(series[0]?.data).toHaveLength(3);
    expect(series[1]?.data).toHaveLength(2);
    expect(overlaySheet(runs, 'B').rows).toHaveLength(6);
  });

  it('have the marks of the results page', () => {
    const other = second();
    other.loadPoints[0]!.notJudged = 'Deskmeter itself was beyond its bounds';
    other.loadPoints[2]!.verdict = 'UNDECIDED';
    const [line] = seriesIn(overlayOption([{ report: other, name: 'Second' }], 'A', true, look));
    const symbols = line?.data.map(point => (point as { symbol: string }).symbol);
    expect(symbols).toEqual(['emptyCircle', 'emptyCircle', 'triangle']);
  });

  it('keep a run its colour where another one has no distribution', () => {
    const line = {
      key: 'A',
      group: 'A',
      count: 2,
      failed: 0,
      notDelivered: 0,
      p50Ms: 1,
      p90Ms: 1,
      p95Ms: 1,
      p99Ms: 1,
      maxMs: 1,
      ecdf: [{ ms: 5, share: 1 }],
    };
    const option = ecdfOverlayOption([{ run: 'r-2', name: 'Second', place: 1, line }], look);
    expect(seriesIn(option)[0]).toMatchObject({ id: 'r-2', color: look.series[1], data: [[5, 100]] });
  });
});

describe('the forest of ratios', () => {
  it('has a mark for each difference of its quantile', () => {
    const option = forestOption(allDifferences(comparison()), runs, 0.95, look);
    expect(seriesIn(option)).toHaveLength(1);
    expect(seriesIn(option)[0]?.data).toEqual([
      [0, 1.1, 0.9, 1.3, 0],
      [1, 1.5, 1.2, 1.9, 1],
    ]);
  });

  it('is symmetric about 1 and leaves ends that are far away outside', () => {
    const [low, high] = span([
      difference({ ratio: 2, ratioCi: [0.5, null] }),
      difference({ ratio: 1, ratioCi: [0.9, 500] }),
    ]);
    expect(high).toBeCloseTo(2.2);
    expect(low * high).toBeCloseTo(1);
  });

  it('writes a ratio with its interval, open where it is infinite', () => {
    expect(ratioText(difference({ ratio: null, ratioCi: [2, null] }))).toBe('– (2 – ∞)');
  });
});

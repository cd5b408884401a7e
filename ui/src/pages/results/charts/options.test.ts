import { describe, expect, it } from 'vitest';
import type { DistributionLine, ResourceSeries, Series } from '../../../api/types';
import { looks } from '../../../charts/themes';
import { report } from '../fixture';
import { ceiling, pointMarks, speakingPoint } from '../points';
import { capacityOption, capacitySheet, markText } from './capacity';
import { byP95, ecdfOption, percentilesOption } from './distribution';
import { RESOURCES, resourceOption } from './resources';
import { pointOf, seriesOption, slowest, worstOf } from './series';

interface SeriesOption {
  id: string;
  data: unknown[];
  markLine?: { data: Record<string, number>[] };
  markArea?: { data: Record<string, number>[][] };
}
const seriesIn = (option: object): SeriesOption[] => (option as { series: SeriesOption[] }).series;
const find = (option: object, id: string) => seriesIn(option).find(series => series.id === id);
const look = looks.light;

describe('p95 over sessions', () => {
  it('has marks by sessions, with the verdict of their load points', () => {
    const marks = pointMarks(report()).filter(mark => mark.group === 'A');
    expect(marks.map(mark => [mark.sessions, mark.index, mark.verdict])).toEqual([
      [4, 1, 'pass'],
      [8, 3, 'pass'],
      [12, 2, 'fail'],
    ]);
  });

  it('draws a mark without p95 at the top as a triangle, and tells it so', () => {
    const marks = pointMarks(report());
    const top = ceiling(marks, report().thresholds);
    const line = find(capacityOption(report(), look, true, null), 'A-p95');
    expect(line?.data[2]).toMatchObject({ value: [12, top, 2], symbol: 'triangle' });
    expect(markText(marks.find(mark => mark.p95 === null))).toContain('none (over 5 % failed)');
  });

  it('counts what was not reached as lost, too', () => {
    const skipped = report();
    skipped.loadPoints[0]!.groups['A']!.skipped = 7;
    const mark = pointMarks(skipped).find(one => one.group === 'A' && one.index === 1);
    expect(mark?.failed).toBe(7);
    expect(markText(mark)).toContain('7 failed');
    expect(capacitySheet(skipped).rows[0]?.at(-1)).toBe(7);
  });

  it('marks thresholds and the capacity with its interval', () => {
    const option = capacityOption(report(), look, false, 3);
    expect(find(option, 'A-p95')?.markLine?.data).toEqual([{ yAxis: 1000 }]);
    expect(find(option, 'capacity')?.markLine?.data).toEqual([{ xAxis: 8 }]);
    expect(find(option, 'capacity')?.markArea?.data).toEqual([[{ xAxis: 8 }, { xAxis: 11 }]]);
    expect(find(option, 'A-interval')?.data[0]).toEqual([4, 144, 216]);
  });

  it('marks no capacity of an invalid run', () => {
    const invalid = report();
    invalid.verdict.valid = false;
    expect(find(capacityOption(invalid, look, true, null), 'capacity')?.markLine).toBeUndefined();
  });

  it('exports what it shows', () => {
    expect(capacitySheet(report()).rows).toHaveLength(6);
    expect(capacitySheet(report()).rows[0]?.slice(0, 5)).toEqual([1, 4, 'pass', 'A', 180]);
  });

  it('lets the point at the capacity speak for the run', () => {
    expect(speakingPoint(report())?.index).toBe(3);
    const none = { ...report(), verdict: { ...report().verdict, capacity: null } };
    expect(speakingPoint(none)?.index).toBe(3);
    expect(speakingPoint({ ...none, loadPoints: [] })).toBeNull();
  });

  it('lets one that passed speak before a later one of that size that did not', () => {
    const again = report();
    const passed = again.loadPoints.find(point => point.index === speakingPoint(again)?.index)!;
    again.loadPoints.push({ ...passed, index: 4, sessions: passed.sessions - passed.discarded, pass: false });
    again.verdict.capacity = passed.sessions - passed.discarded;
    expect(passed.pass).toBe(true);
    expect(speakingPoint(again)?.index).toBe(passed.index);
    passed.pass = false;
    expect(speakingPoint(again)?.index).toBe(4);
  });
});

const line = (key: string, ...p95: (number | null)[]): Series['lines'][number] => ({
  key,
  group: 'A',
  points: p95.map((ms, n) => ({
    at: `2026-11-21T18:10:0${n}Z`,
    count: 3,
    failed: ms === null ? 3 : 0,
    p50Ms: ms,
    p95Ms: ms,
    maxMs: ms,
  })),
});

describe('response over time', () => {
  const lines = [line('A', 100, null, 300), line('B', 50, 60, 70)];
  const series: Series = { from: '2026-11-21T18:10:00Z', to: '2026-11-21T18:10:10Z', bucketSeconds: 1, lines };
  const option = seriesOption(series, lines, 'p95Ms', report().loadPoints, series, true, false, look);

  it('leaves a hole where nothing was answered and puts a cross above it', () => {
    expect(find(option, 'A')?.data.map(d => (d as unknown[])[1])).toEqual([100, null, 300]);
    expect(find(option, 'A failed')?.data).toEqual([[Date.parse('2026-11-21T18:10:01Z'), 345, 1]]);
    expect(find(option, 'B failed')?.data).toEqual([]);
  });

  it('shades all load points', () => {
    expect(find(option, 'A')?.markArea?.data).toHaveLength(3);
  });

  it('knows which point a click means, on a line or on a cross', () => {
    expect(pointOf(lines, { seriesId: 'A', dataIndex: 2 })?.point.p95Ms).toBe(300);
    expect(pointOf(lines, { seriesId: 'A failed', dataIndex: 0, data: [0, 345, 1] })?.point.failed).toBe(3);
    expect(pointOf(lines, { seriesId: 'none', dataIndex: 0 })).toBeNull();
  });

  it('keeps the slowest lines where there are too many, in their order', () => {
    const many = [line('x', 1), line('y', 9), line('z', 5)];
    expect(slowest(many, worstOf('p95Ms'), 2).map(one => one.key)).toEqual(['y', 'z']);
  });

  it('keeps lines of which all failed before the slowest ones', () => {
    const many = [line('x', null), line('y', 9), line('z', 5), line('none')];
    expect(slowest(many, worstOf('p95Ms'), 2).map(one => one.key)).toEqual(['x', 'y']);
    const highest = seriesOption({ ...series, lines: many }, many, 'p95Ms', [], series, true, false, look);
    expect((highest.yAxis as { max: number }).max).toBeCloseTo(1.15 * 9);
  });
});

const distributionLine = (key: string, p95Ms: number | null, failed = 0): DistributionLine => ({
  key,
  group: 'A',
  count: 10,
  failed,
  notDelivered: 0,
  p50Ms: 10,
  p90Ms: 20,
  p95Ms,
  p99Ms: null,
  maxMs: 90,
  ecdf: [
    { ms: 0, share: 0.1 },
    { ms: 90, share: 0.9 },
  ],
});

describe('distribution', () => {
  it('draws shares in percent on an axis without zero, with the thresholds of its groups alone', () => {
    const option = ecdfOption([distributionLine('A', 80)], { A: 1000, B: 6000 }, true, look);
    expect(find(option, 'A')?.data).toEqual([
      [0.1, 10],
      [90, 90],
    ]);
    expect(find(option, 'A')?.markLine?.data.map(mark => mark.xAxis)).toEqual([1000]);
  });

  it('orders operations by p95, those without one as too many failed first', () => {
    const rows = byP95([distributionLine('a', 5), distributionLine('b', null, 9), distributionLine('c', 50)]);
    expect(rows.map(row => row.key)).toEqual(['b', 'c', 'a']);
  });

  it('has no mark for a percentile that does not exist', () => {
    const option = percentilesOption([distributionLine('a', 80)], { A: 1000 }, look);
    expect(find(option, 'p95')?.data).toEqual([[80, 0]]);
    expect(find(option, 'p99')?.data).toEqual([]);
  });
});

describe('resources', () => {
  it("has lines for each machine, Deskmeter's own apart", () => {
    const point = {
      at: '2026-11-21T18:10:00Z',
      cpuPct: 40,
      cpuMaxPct: 90,
      harnessCpuPct: 5,
      memUsedMb: 2048,
      memTotalMb: 4096,
      diskReadMbPerS: 0,
      diskWrittenMbPerS: 0,
      networkReceivedMbPerS: 0,
      networkSentMbPerS: 0,
    };
    const series: ResourceSeries = {
      bucketSeconds: 1,
      agents: [
        { agent: 'a', host: 'one', points: [point] },
        { agent: 'b', host: 'two', points: [point] },
      ],
    };
    const cpu = RESOURCES[0];
    if (!cpu) throw new Error('no resource');
    const span = { from: point.at, to: point.at };
    const option = resourceOption(series, cpu, [], span, new Map([['a', 'one (client)']]), look);
    expect(seriesIn(option).map(one => one.id)).toEqual([
      'a mean',
      'a peak',
      'a Deskmeter',
      'b mean',
      'b peak',
      'b Deskmeter',
    ]);
    expect(seriesIn(option).map(one => (one as { name?: string }).name)).toContain('one (client): mean');
    expect(seriesIn(option).map(one => (one as { name?: string }).name)).toContain('two: mean');
    expect(find(option, 'b Deskmeter')?.data).toEqual([[Date.parse(point.at), 5]]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ResourceSeries } from '../../api/types';
import { aPoint, aRun } from './fixtures';
import { Past, type LivePoint } from './live';
import { machineOption, p95Option, rowsOf, topOf, within } from './liveCharts';
import { lineOf, ofFact, storedOf } from './resources';

const T0 = Date.parse('2026-11-21T10:00:00Z');

function point(at: number, p95Ms: number | null, p95High: number | null = 500): LivePoint {
  return { at, groups: [{ group: 'A', count: 10, p95Ms, p95Low: 300, p95High, thresholdMs: 1000 }] };
}

function fact(at: number, cpu = 50) {
  return {
    at: new Date(at).toISOString(),
    hostCpuPercent: cpu,
    harnessCpuPercent: 5,
    memoryUsedBytes: 2 ** 30,
    memoryTotalBytes: 2 ** 32,
    harnessMemoryBytes: 0,
    diskReadBytesPerSecond: 2 ** 21,
    diskWrittenBytesPerSecond: 0,
    networkReceivedBytesPerSecond: 0,
    networkSentBytesPerSecond: 0,
  };
}

describe('Past', () => {
  it('takes a point every two seconds at most, however many snapshots come', () => {
    const past = new Past();
    for (let i = 0; i < 40; i++) past.take(aRun({ resources: fact(T0 + i * 500) }), T0 + i * 500);
    expect(past.p95.points).toHaveLength(10);
    expect(past.resources.points).toHaveLength(10);
  });

  it('stays bounded over six hours of snapshots', () => {
    const past = new Past();
    const run = aRun();
    for (let i = 0; i < 10_800; i++) past.take(run, T0 + i * 2_000);
    expect(past.p95.points.length).toBeLessThanOrEqual(3_600);
    expect(past.p95.points[0]?.at).toBeLessThan(T0 + 600_000);
  });

  it('breaks the line where it heard nothing for long', () => {
    const past = new Past();
    past.take(aRun(), T0);
    past.take(aRun(), T0 + 14_000);
    past.take(aRun(), T0 + 60_000);
    expect(rowsOf(past.p95.points, 'A').map(([at, p95]) => [(at ?? 0) - T0, p95 === null])).toEqual([
      [0, false],
      [14_000, false],
      [14_001, true],
      [60_000, false],
    ]);
  });

  it('takes nothing of the running figures of a run that has ended', () => {
    const past = new Past();
    expect(past.take(aRun({ ended: true }), T0)).toBe(false);
    expect(past.p95.points).toHaveLength(0);
  });
});

describe('rows and spans', () => {
  it('breaks the line where nothing is measured', () => {
    expect(rowsOf([point(1, 400), point(2, null)], 'A')).toEqual([
      [1, 400, 300, 500],
      [2, null, 300, 500],
    ]);
    expect(rowsOf([point(1, 400)], 'B')).toEqual([[1, null, null, null]]);
  });

  it('keeps the point before the span so that the line begins at the edge', () => {
    const points = [1, 2, 3, 4].map(at => point(at, 1));
    expect(within(points, { from: 3, to: 3 }).map(p => p.at)).toEqual([2, 3]);
    expect(within(points, { from: 9, to: 10 })).toEqual([]);
  });

  it('has room for thresholds and for the ends of intervals', () => {
    expect(topOf([[0, 400, 300, 2000]], [1000])).toBeCloseTo(2200);
    expect(topOf([], [1000, 3000])).toBeCloseTo(3300);
  });
});

describe('p95Option', () => {
  const span = { from: T0, to: T0 + 60_000 };
  const marks = [
    { point: 1, sessions: 4, from: '2026-11-21T10:00:05Z', to: '2026-11-21T10:00:20Z', judged: aPoint(1, 4) },
    { point: 2, sessions: 8, from: '2026-11-21T10:00:20Z', to: null, judged: undefined },
  ];
  const option = p95Option([point(T0 + 1000, 400, null)], marks, { A: 1000, B: 3000 }, span, ['#111111', '#222222']);
  const series = option.series as {
    name: string;
    data: number[][];
    markLine?: { data: { yAxis?: number; xAxis?: number }[] };
  }[];
  const named = (name: string) => series.find(one => one.name === name);

  it('draws an interval without an upper end up to the top of the axis', () => {
    const top = (option.yAxis as { max: number }).max;
    expect(named('A low')?.data[0]).toEqual([T0 + 1000, 300]);
    expect(named('A interval')?.data[0]).toEqual([T0 + 1000, top - 300]);
  });

  it('marks thresholds, load points, and judged points with their intervals', () => {
    expect(named('p95 A')?.markLine?.data[0]?.yAxis).toBe(1000);
    expect(named('p95 B')?.markLine?.data[0]?.yAxis).toBe(3000);
    expect(named('load points')?.markLine?.data).toHaveLength(2);
    expect(named('A judged')?.data).toEqual([[Date.parse('2026-11-21T10:00:20Z'), 400, 350, 450, 4]]);
    expect(named('B judged')?.data[0]?.[3]).toBeCloseTo((option.yAxis as { max: number }).max);
  });

  it('shows the same span as the machine below it', () => {
    const load = machineOption([], marks, span, []);
    expect(load.xAxis).toMatchObject({ min: span.from, max: span.to });
    expect(option.xAxis).toMatchObject({ min: span.from, max: span.to });
  });
});

describe('lineOf', () => {
  const series = (agents: number): ResourceSeries => ({
    bucketSeconds: 10,
    agents: Array.from({ length: agents }, (_, i) => ({
      agent: `a${i}`,
      host: `h${i}`,
      points: [
        {
          at: new Date(T0).toISOString(),
          cpuPct: 10 + i,
          cpuMaxPct: 20,
          harnessCpuPct: 1,
          memUsedMb: 512,
          memTotalMb: 1024,
          diskReadMbPerS: 1,
          diskWrittenMbPerS: 2,
          networkReceivedMbPerS: 3,
          networkSentMbPerS: 4,
        },
      ],
    })),
  });
  const live = [ofFact(fact(T0 - 1000)), ofFact(fact(T0 + 1000))];

  it('goes on with what snapshots tell after the stored past', () => {
    const line = lineOf(storedOf(series(1), null), live);
    expect(line.map(p => p.at)).toEqual([T0, T0 + 1000]);
    expect(line[0]).toMatchObject({ memPct: 50, cpuPct: 10 });
    expect(line[1]).toMatchObject({ memPct: 25, diskRead: 2 });
  });

  it('keeps to the stored samples of the chosen machine where there are several', () => {
    expect(lineOf(storedOf(series(2), 'a1'), live).map(p => p.cpuPct)).toEqual([11]);
  });

  it('has what snapshots tell where nothing is stored', () => {
    expect(lineOf(undefined, live)).toHaveLength(2);
    expect(lineOf(storedOf({ bucketSeconds: 1, agents: [] }, null), live)).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { ResourceSeries } from '../../api/types';
import { aPoint, aRun } from './fixtures';
import { machineOption, p95Option, topOf } from './liveCharts';
import { ofGroups, P95, Past } from './past';
import { lineOf, ofFact, storedOf, USE } from './resources';
import { Rows } from './rows';

const T0 = Date.parse('2026-11-21T10:00:00Z');

function point(at: number, p95Ms: number | null, p95High: number | null = 500) {
  return ofGroups(at, [{ group: 'A', count: 10, p95Ms, p95Low: 300, p95High, thresholdMs: 1000 }]);
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
    longestPauseMs: null,
  };
}

describe('Past', () => {
  it('takes a point every two seconds at most, however many snapshots come', () => {
    const past = new Past();
    for (let i = 0; i < 40; i++) past.take(aRun({ resources: fact(T0 + i * 500) }), T0 + i * 500);
    expect(past.p95.rows).toHaveLength(10);
    expect(past.resources.rows).toHaveLength(10);
  });

  it('stays bounded over six hours of snapshots', () => {
    const past = new Past();
    const run = aRun();
    for (let i = 0; i < 10_800; i++) past.take(run, T0 + i * 2_000);
    expect(past.p95.rows.length).toBeLessThanOrEqual(3_600);
    expect(past.p95.rows.at(0)).toBeLessThan(T0 + 600_000);
    expect(past.p95.rows.end).toBe(T0 + 10_799 * 2_000);
    expect(past.p95.rows.data.buffer.byteLength).toBe(3_600 * 7 * 8);
  });

  it('breaks the line where it heard nothing for long', () => {
    const past = new Past();
    past.take(aRun(), T0);
    past.take(aRun(), T0 + 14_000);
    past.take(aRun(), T0 + 60_000);
    const { rows } = past.p95;
    expect(Array.from({ length: rows.length }, (_, i) => [rows.at(i) - T0, rows.value(i, 'p95A')])).toEqual([
      [0, 420],
      [14_000, 420],
      [14_001, Number.NaN],
      [60_000, 420],
    ]);
  });

  it('takes what the controller kept, and goes on with what came later here', () => {
    const kept = (at: number, p95Ms: number) => ({
      at: new Date(T0 + at).toISOString(),
      groups: [{ group: 'A', count: 10, p95Ms, p95Low: null, p95High: null, thresholdMs: 1000 }],
    });
    const past = new Past();
    past.take(aRun(), T0 + 60_000);
    past.take(aRun(), T0 + 64_000);
    past.recall([kept(0, 100), kept(2_000, 200), kept(61_000, 300)]);
    past.take(aRun(), T0 + 66_500);
    const { rows } = past.p95;
    expect(Array.from({ length: rows.length }, (_, i) => [rows.at(i) - T0, rows.value(i, 'p95A')])).toEqual([
      [0, 100],
      [2_000, 200],
      [61_000, 300],
      [64_000, 420],
      [66_500, 420],
    ]);
    past.recall([]);
    expect(past.p95.rows).toHaveLength(5);
  });

  it('takes nothing of the running figures of a run that has ended', () => {
    const past = new Past();
    expect(past.take(aRun({ ended: true }), T0)).toBe(false);
    expect(past.p95.rows).toHaveLength(0);
  });
});

describe('ofGroups', () => {
  it('knows nothing where nothing is measured, and no end of an interval that has none', () => {
    expect(point(1, 400)).toMatchObject({ at: 1, p95A: 400, lowA: 300, highA: 500, p95B: Number.NaN });
    expect(point(2, null)).toMatchObject({ p95A: Number.NaN, lowA: Number.NaN, highA: Number.NaN });
    expect(point(3, 400, null)).toMatchObject({ lowA: 300, highA: Infinity });
  });
});

describe('topOf', () => {
  it('has room for thresholds and for the ends of intervals', () => {
    expect(topOf([400, 300, 2000, Infinity, Number.NaN, null], [1000])).toBeCloseTo(2200);
    expect(topOf([], [1000, 3000])).toBeCloseTo(3300);
  });
});

describe('p95Option', () => {
  const span = { from: T0, to: T0 + 60_000 };
  const marks = [
    { point: 1, sessions: 4, from: '2026-11-21T10:00:05Z', to: '2026-11-21T10:00:20Z', judged: aPoint(1, 4) },
    { point: 2, sessions: 8, from: '2026-11-21T10:00:20Z', to: null, judged: undefined },
  ];
  const rows = Rows.of(P95, [point(T0 + 1000, 400, null), point(T0 + 3000, null), point(T0 + 5000, 400, 450)]);
  const option = p95Option(rows, marks, { A: 1000, B: 3000 }, span, ['#111111', '#222222']);
  const series = option.series as {
    name: string;
    data: ArrayLike<unknown>;
    dimensions: string[];
    markLine?: { data: { yAxis?: number; xAxis?: number }[] };
  }[];
  const named = (name: string) => series.find(one => one.name === name);

  it('draws an interval without an upper end up to the top of the axis', () => {
    const top = (option.yAxis as { max: number }).max;
    expect(named('A low')?.data).toEqual(Float64Array.of(T0 + 1000, 300, T0 + 3000, NaN, T0 + 5000, 300));
    expect(named('A interval')?.data).toEqual(Float64Array.of(T0 + 1000, top - 300, T0 + 3000, NaN, T0 + 5000, 150));
  });

  it('marks thresholds, load points, and judged points with their intervals', () => {
    expect(named('p95 A')?.markLine?.data[0]?.yAxis).toBe(1000);
    expect(named('p95 B')?.markLine?.data[0]?.yAxis).toBe(3000);
    expect(named('load points')?.markLine?.data).toHaveLength(2);
    expect(named('A judged')?.data).toEqual([[Date.parse('2026-11-21T10:00:20Z'), 400, 350, 450, 4]]);
    expect((named('B judged')?.data[0] as number[])[3]).toBeCloseTo((option.yAxis as { max: number }).max);
  });

  it('draws a judged point of which too much was lost above all others', () => {
    const lost = aPoint(1, 4);
    Object.assign(lost.groups['A']!, { p95Ms: null, p95Ci: [null, null] });
    const drawn = p95Option(rows, [{ ...marks[0]!, judged: lost }], { A: 1000, B: 3000 }, span, []);
    const top = (drawn.yAxis as { max: number }).max;
    const judged = (drawn.series as { name: string; data: unknown }[]).find(one => one.name === 'A judged');
    expect(judged?.data).toEqual([[Date.parse('2026-11-21T10:00:20Z'), top, top, top, 4]]);
    Object.assign(lost.groups['A']!, { count: 0 });
    const nothing = p95Option(rows, [{ ...marks[0]!, judged: lost }], { A: 1000, B: 3000 }, span, []);
    expect((nothing.series as { name: string; data: unknown }[]).find(one => one.name === 'A judged')?.data).toEqual(
      [],
    );
  });

  it('gives each line its figures as one array of numbers', () => {
    const line = named('p95 A');
    expect(line?.dimensions).toEqual(['at', 'p95', 'low', 'high']);
    expect(line?.data.length).toBe(3 * 4);
    expect(Array.from(line?.data ?? []).slice(0, 4)).toEqual([T0 + 1000, 400, 300, Infinity]);
  });

  it('shows the same span as the machine below it', () => {
    const load = machineOption(Rows.of(USE, []), marks, span, []);
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
  const live = Rows.of(USE, [ofFact(fact(T0 - 1000)), ofFact(fact(T0 + 1000))]);

  it('goes on with what snapshots tell after the stored past', () => {
    const line = lineOf(storedOf(series(1), null), live);
    expect(line.columns('at', 'memPct', 'cpuPct', 'diskRead')).toEqual(
      Float64Array.of(T0, 50, 10, 1, T0 + 1000, 25, 50, 2),
    );
  });

  it('keeps to the stored samples of the chosen machine where there are several', () => {
    expect(lineOf(storedOf(series(2), 'a1'), live).columns('cpuPct')).toEqual(Float64Array.of(11));
  });

  it('has what snapshots tell where nothing is stored', () => {
    expect(lineOf(undefined, live)).toHaveLength(2);
    expect(lineOf(storedOf({ bucketSeconds: 1, agents: [] }, null), live)).toHaveLength(2);
  });
});

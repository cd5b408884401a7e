import { describe, expect, it } from 'vitest';
import { looks } from '../../../charts/themes';
import { metricDetails, report, reportWithMetric } from '../fixture';
import { CRITERION_COLUMNS, criterionRows, criterionVerdict, limitText } from './criteria';
import {
  bounds,
  distributionOption,
  distributionSheet,
  markIndex,
  metricMarks,
  overSessionsOption,
  overSessionsSheet,
  overTimeOption,
  overTimeSheet,
} from './options';

const look = looks.light;
const metric = () => reportWithMetric().metrics[0]!;

describe('the criteria of a run', () => {
  it('are one row for each load point and criterion', () => {
    const rows = criterionRows(reportWithMetric());
    expect(rows.map(row => [row.loadPoint, row.sessions, criterionVerdict(row)])).toEqual([
      [1, 4, 'pass'],
      [2, 12, 'fail'],
      [3, 8, 'pass'],
    ]);
    expect(criterionRows(report())).toEqual([]);
  });

  it('show how many samples came, failed and are unknown', () => {
    const row = { ...criterionRows(reportWithMetric())[0]!, count: 7, failed: 2, unknown: 3, reason: 'too little' };
    const shown = ['count', 'failed', 'unknown', 'reason'].map(id => CRITERION_COLUMNS.find(one => one.id === id)!);
    expect(shown.map(column => column.value(row))).toEqual([7, 2, 3, 'too little']);
  });

  it('that nothing can be said of are undecided, and those without operations not judged', () => {
    expect(criterionVerdict({ judged: true, kept: false, verdict: 'UNDECIDED' })).toBe('undecided');
    expect(criterionVerdict({ judged: false, kept: false, verdict: 'UNDECIDED' })).toBe('not judged');
  });

  it('say which way their limit is', () => {
    expect(limitText('higher', 0.95, '1')).toBe('at least 0.95');
    expect(limitText('lower', 400, 'ms')).toBe('at most 400 ms');
    expect(limitText('lower', null, 'ms')).toBe('no limit');
  });
});

describe('a metric', () => {
  it('stands over sessions with its interval and its limit', () => {
    const marks = metricMarks(reportWithMetric(), 'picture-similarity');
    expect(marks.map(mark => mark.sessions)).toEqual([4, 8, 12]);
    const { series } = overSessionsOption(marks, metric(), look) as { series: Record<string, unknown>[] };
    expect(series).toHaveLength(4);
    expect(series[3]).toMatchObject({ markLine: { data: [{ yAxis: 0.95 }] } });
    expect(overSessionsSheet(marks).rows[2]).toEqual([2, 12, 0.61, 0.6, 0.62, 312, 0, 1]);
  });

  it('shows its limit, and no similarity above 1', () => {
    expect(bounds({ min: 1, max: 1 }, '1', null)).toEqual({ min: 0.9, max: 1 });
    expect(bounds({ min: 0.6, max: 0.8 }, '1', 0.95)).toEqual({ min: 0.6, max: 1 });
    expect(bounds({ min: 100, max: 300 }, 'ms', 1100)).toEqual({ min: null, max: 1150 });
    expect(bounds({ min: 100, max: 300 }, 'ms', 200)).toEqual({ min: null, max: null });
    expect(bounds({ min: Infinity, max: -Infinity }, 'ms', null)).toEqual({ min: null, max: null });
  });

  it('has no mark where too much failed, never a zero', () => {
    const broken = reportWithMetric();
    broken.loadPoints[1]!.metrics[0]!.value = null;
    expect(metricMarks(broken, 'picture-similarity')[2]!.value).toBeNull();
  });

  it('stands beside the worst of the others where too much failed', () => {
    const broken = reportWithMetric();
    Object.assign(broken.loadPoints[1]!.metrics[0]!, { value: null, failed: 40 });
    const data = (better: string) => {
      const marks = metricMarks(broken, 'picture-similarity');
      const { series } = overSessionsOption(marks, { ...metric(), better }, look) as { series: { data: unknown[] }[] };
      return series[3]!.data;
    };
    expect(data('higher')).toEqual([
      [4, 0.98, 1],
      [8, 0.98, 3],
      { value: [12, 0.95, 2], symbol: 'triangle', symbolSize: 12 },
    ]);
    expect(data('lower')[2]).toMatchObject({ value: [12, 0.98, 2] });
    expect(data('higher').map(markIndex)).toEqual([1, 3, 2]);
  });

  it('stands over time, with gaps where nothing is known', () => {
    const span = { from: '2026-11-21T18:10:00Z', to: '2026-11-21T18:30:00Z' };
    const { series } = overTimeOption(metricDetails(), span, look) as { series: { data: unknown[][] }[] };
    expect(series[0]!.data[1]![1]).toBeNull();
    expect(overTimeSheet(metricDetails()).rows).toHaveLength(2);
  });

  it('has a distribution', () => {
    const { series } = distributionOption(metricDetails(), look) as { series: { data: number[][] }[] };
    expect(series[0]!.data).toEqual([
      [0.9, 50],
      [0.99, 100],
    ]);
    expect(distributionSheet(metricDetails()).rows).toEqual([
      [0.9, 0.5],
      [0.99, 1],
    ]);
  });
});

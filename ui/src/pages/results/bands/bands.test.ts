import { describe, expect, it } from 'vitest';
import { looks } from '../../../charts/themes';
import { clipDetails, report, reportWithClip, reportWithMetric, second, seconds } from '../fixture';
import { badSeconds } from './BadSeconds';
import { bandPanels, secondsSheet, unknownReasons, unknownRuns } from './seconds';
import { worstFirst } from './SecondsChart';
import { extent, laneMarks, sampleAt, sampleText, secondsOption } from './secondsChart';
import { bandRows, sharesOption, sharesSheet } from './shares';

const look = looks.light;
const panel = () => bandPanels(reportWithClip())[0]!;

describe('a panel of a metric with bands', () => {
  it('is there once for each source, with the metrics that tell of events', () => {
    const whole = reportWithClip();
    whole.metrics.push({ ...whole.metrics[0]!, id: 'in-step' });
    expect(bandPanels(whole).map(({ metric, events }) => [metric.id, events.map(({ id }) => id)])).toEqual([
      ['av-skew', ['sound-dropout', 'video-freeze']],
    ]);
    expect(bandPanels(reportWithMetric())).toEqual([]);
    expect(bandPanels(report())).toEqual([]);
  });

  it('has only events of the same operations', () => {
    const whole = reportWithClip();
    whole.metrics[1]!.operations = ['other/clip/play'];
    expect(bandPanels(whole)[0]!.events.map(({ id }) => id)).toEqual(['video-freeze']);
  });
});

describe('the seconds of a session', () => {
  it('have an axis that shows the bands, and ends where they are far away', () => {
    expect(extent(panel().metric, [10])).toEqual({ min: -207, max: 112 });
    expect(extent(panel().metric, [-300, 2000])).toEqual({ min: -322, max: 365 });
    expect(extent(panel().metric, [])).toEqual({ min: -207, max: 112 });
  });

  it('draw known values at their time, those beyond the axis hollow at its edge, and never an unknown one', () => {
    const option = secondsOption(panel(), seconds(), look) as { series: { id: string; data: unknown[] }[] };
    const values = option.series.find(({ id }) => id === 'values')!.data as { value: number[]; symbol?: string }[];
    expect(values.map(({ value }) => value[1])).toEqual([10, -100, 365]);
    expect(values.map(({ symbol }) => symbol)).toEqual([undefined, undefined, 'emptyCircle']);
    expect(values[0]!.value[0]).toBe(Date.parse('2026-11-21T18:25:10.500Z'));
  });

  it('draw the bands from the widest to the narrowest', () => {
    const { series } = secondsOption(panel(), seconds(), look) as {
      series: { markArea?: { data: { name?: string; yAxis?: number }[][] } }[];
    };
    expect(series[0]!.markArea!.data.map(([from, to]) => [from!.name, from!.yAxis, to!.yAxis])).toEqual([
      ['acceptable', -185, 90],
      ['not noticed', -125, 45],
      ['good', -60, 40],
    ]);
  });

  it('mark unknown seconds as one run with their reason, and each event in its lane', () => {
    const marks = laneMarks(panel(), seconds());
    expect(marks.map(mark => [mark.lane, mark.run?.count ?? null, mark.sample.value])).toEqual([
      [0, 2, null],
      [1, 2, null],
      [1, null, 6.1],
    ]);
    expect(unknownRuns(seconds()['av-skew']!.samples)[0]).toMatchObject({ count: 2, reason: 'no sound came' });
    const other = [second('av-skew', 0, null, 'a'), second('av-skew', 1, null, 'b'), second('av-skew', 5, null, 'b')];
    expect(unknownRuns(other).map(run => run.count)).toEqual([1, 1, 1]);
    expect(unknownReasons(other)).toEqual([
      { reason: 'b', count: 2 },
      { reason: 'a', count: 1 },
    ]);
  });

  it('lead from a mark to its operation', () => {
    expect(sampleAt(panel(), seconds(), { series: 'lanes', index: 2 })?.value).toBe(6.1);
    expect(sampleAt(panel(), seconds(), { series: 'values', index: 1 })?.value).toBe(-100);
  });

  it('say their value with its uncertainty, or why there is none', () => {
    expect(sampleText(panel(), second('av-skew', 0, -100))).toContain('av-skew -100 ms ± 2.00 ms');
    expect(sampleText(panel(), { ...second('av-skew', 0, null, 'no sound came'), steady: false })).toMatch(
      /unknown: no sound came\ndoes not count$/,
    );
  });

  it('are a table with one row for each instant', () => {
    const sheet = secondsSheet(panel(), seconds());
    expect(sheet.head).toEqual([
      'at',
      'av-skew',
      'uncertainty',
      'unknown',
      'sound-dropout',
      'sound-dropout unknown',
      'video-freeze',
      'video-freeze unknown',
      'counts',
    ]);
    expect(sheet.rows[1]!.slice(1)).toEqual([-100, 2, '', 6.1, '', null, '', 'yes']);
    expect(sheet.rows[3]!.slice(1)).toEqual([null, null, 'no sound came', null, 'no sound came', null, '', 'yes']);
  });

  it('are first those of the worst session', () => {
    const metric = panel().metric;
    const sessions = clipDetails().sessions;
    expect(worstFirst(sessions, metric).map(({ session }) => session)).toEqual([1, 0]);
    const lag = { ...metric, statistic: 'p95', better: 'lower' };
    expect(worstFirst(sessions, lag).map(({ session }) => session)).toEqual([0, 1]);
    const unknown = [...sessions, { ...sessions[0]!, session: 2, value: null }];
    expect(worstFirst(unknown, metric)[0]!.session).toBe(2);
  });
});

describe('the load points', () => {
  it('count each sample once, failed and unknown ones too', () => {
    const rows = bandRows(reportWithClip(), panel(), clipDetails().bands);
    expect(rows.map(row => [row.index, row.all])).toEqual([
      [1, 3],
      [2, 3],
      [3, 10],
    ]);
    expect(sharesSheet(rows).head).toEqual([
      'loadPoint',
      'sessions',
      'good',
      'not noticed',
      'acceptable',
      'beyond',
      'failed',
      'unknown',
    ]);
    expect(sharesSheet(rows).rows[2]).toEqual([3, 8, 3, 2, 1, 1, 1, 2]);
    const { series } = sharesOption(rows, look) as { series: { id: string; data: number[] }[] };
    expect(series.map(({ data }) => data[2])).toEqual([30, 20, 10, 10, 10, 20]);
  });

  it('without samples have no bar', () => {
    expect(bandRows(report(), panel(), [])).toEqual([]);
  });
});

describe('the evidence of bad seconds', () => {
  it('is each operation once, and no film strip of an operation', () => {
    const of = (name: string, sequence: number) => ({
      name,
      session: 0,
      sequence,
      workload: 'av/sync',
      operation: 'play',
      outcome: 'ok',
    });
    const found = badSeconds([
      of('s000-0003-av-sync-play-ok-strip.png', 3),
      of('s000-0003-av-sync-play-ok-worst-sound.png', 3),
      of('s000-0003-av-sync-play-ok-worst-sound.wav', 3),
      of('s000-0008-av-sync-play-ok-worst-strip.png', 8),
    ]);
    expect(found.map(({ sequence }) => sequence)).toEqual([3, 8]);
  });
});

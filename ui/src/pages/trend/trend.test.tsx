import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Trend, TrendRun } from '../../api/types';
import { looks } from '../../charts/themes';
import { answer, pageOf, show } from '../results/testing';
import { trendOption, trendSheet } from './chart';
import TrendPage from './TrendPage';
import { arranged, expectedOf, figureText, tellingFigure } from './trend';

vi.mock('../../charts/Chart', () => ({
  Chart: ({ label, onPoint }: { label: string; onPoint?: (point: object) => void }) => (
    <button type="button" aria-label={label} onClick={() => onPoint?.({ series: 'figure', index: 1 })} />
  ),
}));

const group = (p95Ms: number | null) => ({
  count: 100,
  failed: p95Ms === null ? 50 : 0,
  skipped: 0,
  notDelivered: 0,
  p50Ms: 100,
  p95Ms,
  p95WorstMs: p95Ms,
  p95Ci: [p95Ms === null ? null : 0.9 * p95Ms, p95Ms === null ? null : 1.1 * p95Ms] as [number | null, number | null],
});

const run = (day: number, capacity: number, over: Partial<TrendRun> = {}): TrendRun => ({
  run: `r-${day}`,
  title: `Image ${day}`,
  startedAt: `2026-11-0${day}T08:00:00Z`,
  state: 'finished',
  capacity,
  capacityInterval: [capacity - 1, capacity + 2],
  groups: { A: group(400 + day), B: group(2000) },
  refusals: [],
  remarks: [],
  versions: '0.2.0',
  changes: [],
  expectations: [
    {
      metric: 'capacity',
      expected: '>= 8',
      seen: capacity,
      state: capacity >= 8 ? 'met' : 'not met',
      unit: 'sessions',
      words: '',
    },
    { metric: 'groupA.p95', expected: '< 900 ms', seen: 400, state: 'met', unit: 'ms', words: '' },
  ],
  ...over,
});

const TREND: Trend = {
  profile: 'image',
  reference: 'r-4',
  sessions: 8,
  runs: [
    run(1, 9),
    run(2, 9, { refusals: ['different think times: 2 s and 9 s'] }),
    run(3, 7, { changes: [{ fact: 'cores', name: 'desktop', baseline: '4', other: '2', effect: 0.9 }] }),
    run(4, 8, { groups: {}, remarks: ['no load point of 8 sessions was measured in full'] }),
    run(5, 3, { state: 'invalid', refusals: ['lag: too late'] }),
  ],
};

describe('a trend', () => {
  it('has comparable runs in its line, and the others apart with their reasons', () => {
    const { marks, apart } = arranged(TREND, 'capacity');
    expect(marks.map(mark => [mark.run.run, mark.value, mark.low, mark.high])).toEqual([
      ['r-1', 9, 8, 11],
      ['r-3', 7, 6, 9],
      ['r-4', 8, 7, 10],
    ]);
    expect(apart.map(({ run: one, reasons }) => [one.run, ...reasons])).toEqual([
      ['r-2', 'different think times: 2 s and 9 s'],
      ['r-5', 'lag: too late'],
    ]);
    const ofA = arranged(TREND, 'A');
    expect(ofA.marks.map(mark => mark.run.run)).toEqual(['r-1', 'r-3']);
    expect(ofA.apart[1]?.reasons).toEqual(['no load point of 8 sessions was measured in full']);
  });

  it('begins with the figure that tells most', () => {
    expect(tellingFigure(TREND)).toBe('capacity');
    const open = { ...TREND, runs: TREND.runs.map(one => ({ ...one, capacityInterval: [8, null] as [number, null] })) };
    expect(tellingFigure(open)).toBe('A');
    expect(tellingFigure({ ...TREND, runs: [] })).toBe('capacity');
  });

  it('says figures with their intervals, and what is infinite', () => {
    const [mark] = arranged(TREND, 'capacity').marks;
    expect(mark && figureText(mark, 'capacity')).toBe('9 (8 – 11)');
    const lost = arranged({ ...TREND, runs: [run(1, 9, { groups: { A: group(null) } })] }, 'A').marks[0];
    expect(lost && figureText(lost, 'A')).toBe('∞');
    expect(expectedOf(TREND.runs[0], 'A')).toEqual({ words: '< 900 ms', bound: 900, state: 'met' });
    expect(expectedOf(TREND.runs[0], 'B')).toBeNull();
  });

  it('draws the line of what is expected, and exports what it shows', () => {
    const { marks } = arranged(TREND, 'capacity');
    const option = trendOption(marks, 'capacity', expectedOf(marks[0]?.run, 'capacity'), 'Capacity', looks.light);
    const [line, interval] = option.series as { data: unknown[]; markLine?: { data: unknown[] } }[];
    expect(line?.markLine?.data).toEqual([{ yAxis: 8 }]);
    expect(interval?.data).toEqual([
      [0, 8, 11],
      [1, 6, 9],
      [2, 7, 10],
    ]);
    expect(trendSheet(marks, 'capacity').rows[0]).toEqual([
      'r-1',
      '2026-11-01T08:00:00Z',
      'Image 1',
      9,
      8,
      11,
      '0.2.0',
    ]);
  });
});

describe('the page', () => {
  afterEach(() => vi.unstubAllGlobals());

  const summary = { id: 'r-1', profile: 'image', ended: true, createdAt: '2026-11-01T08:00:00Z' };
  const open = (tail = '', trend: Trend = TREND) => {
    const asked = answer({ '/runs': pageOf([summary]), '/run-profiles': [], '/trends': trend });
    show(<TrendPage />, '/trend', `/trend${tail}`);
    return asked;
  };

  it('shows the profile of the latest run, the newest run first, with links', async () => {
    const asked = open();
    const table = within(await screen.findByRole('table', { name: 'Comparable runs, the newest first' }));
    expect(asked).toContain('/trends?profile=image&limit=20');
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map(row => row.getAttribute('data-run'))).toEqual(['r-4', 'r-3', 'r-1']);
    const third = within(rows[1]!);
    expect(third.getByText('7 (6 – 9)')).toBeVisible();
    expect(third.getByText('not met')).toBeVisible();
    expect(third.getByText('Cores (desktop): 4 → 2')).toBeVisible();
    expect(third.getByRole('link', { name: /^Results of / })).toHaveAttribute('href', '/runs/r-3/results');
    expect(third.getByRole('link', { name: 'Compare with the run before' })).toHaveAttribute(
      'href',
      '/compare?runs=r-1&runs=r-3',
    );
    const apart = within(screen.getByRole('table', { name: 'Runs that are not comparable' }));
    expect(apart.getByText('different think times: 2 s and 9 s')).toBeVisible();
    expect(apart.getByText('Invalid')).toBeVisible();
  });

  it('leads from a mark to its results, and keeps what is looked at in the address', async () => {
    open('?profile=image');
    await userEvent.click(await screen.findByRole('radio', { name: 'p95 of group A' }));
    expect(screen.getByTestId('where')).toHaveTextContent('/trend?profile=image&figure=A');
    await userEvent.click(screen.getByRole('button', { name: /^p95 of group A with 8 sessions, oldest first: / }));
    expect(screen.getByTestId('where')).toHaveTextContent('/runs/r-3/results');
  });

  it('says what to do where there is nothing, and why nothing is comparable', async () => {
    open('?profile=image', { ...TREND, reference: null, sessions: null, runs: [] });
    expect(await screen.findByText('No results yet')).toBeVisible();
  });

  it('says why nothing is comparable', async () => {
    open('?profile=image', { ...TREND, reference: null, sessions: null, runs: TREND.runs.slice(4) });
    expect(await screen.findByText('No comparable result')).toBeVisible();
    expect(screen.getByText('lag: too late')).toBeVisible();
  });
});

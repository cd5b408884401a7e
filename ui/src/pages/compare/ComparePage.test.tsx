import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { report } from '../results/fixture';
import { answer, type Answers, pageOf, show } from '../results/testing';
import ComparePage from './ComparePage';
import { comparison } from './fixture';

vi.mock('../../charts/Chart', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}));

const summary = (id: string, title: string) => ({
  id,
  title,
  profile: 'rdsh',
  load: 'find-max',
  state: 'finished',
  stateTitle: 'Finished',
  ended: true,
  valid: true,
  createdAt: '2026-11-21T18:10:05Z',
  endedAt: '2026-11-21T18:30:32Z',
  reasons: [],
  capacity: { sessions: 8, low: 8, high: 11, thresholdBroken: true, reason: '' },
});
const reportOf = (id: string, title: string) => ({ ...report(), run: { ...report().run, id, title } });
const answers: Answers = {
  '/runs': pageOf([summary('r-1', 'First'), summary('r-2', 'Second'), summary('r-3', 'Third')]),
  '/runs/r-1/report': reportOf('r-1', 'First'),
  '/runs/r-2/report': reportOf('r-2', 'Second'),
  '/runs/r-3/report': reportOf('r-3', 'Third'),
  '/runs/r-1/distribution': { loadPoint: 2, sessions: 12, lines: [] },
  '/runs/r-2/distribution': { loadPoint: 2, sessions: 12, lines: [] },
  '/runs/r-3/distribution': { loadPoint: 2, sessions: 12, lines: [] },
  '/comparisons': comparison(),
};
const open = (tail: string) => show(<ComparePage />, '/compare', `/compare${tail}`);

afterEach(() => vi.unstubAllGlobals());

describe('the comparison of runs', () => {
  it('asks for two runs and finds them', async () => {
    answer(answers);
    open('');
    expect(await screen.findByText('Select two runs')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Add First, r-1' }));
    expect(screen.getByTestId('where')).toHaveTextContent('/compare?runs=r-1');
    expect(screen.getByText('Select one more run')).toBeVisible();
  });

  it('shows refusals and remarks before any figure, and certainty in words and figures', async () => {
    answer(answers);
    open('?runs=r-1&runs=r-2&runs=r-3');
    const refusal = await screen.findByText('Not comparable with the baseline: Third');
    const table = await screen.findByRole('table', { name: 'Differences' });
    expect(refusal.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('other desktop size')).toBeVisible();
    const rows = within(table).getAllByRole('row').slice(1);
    expect(
      rows.map(row => within(row).getByText(/^(slower|faster|no clear difference)$|probably/).textContent),
    ).toEqual(['slower', 'no clear difference', 'faster']);
    expect(
      within(screen.getByRole('table', { name: 'Capacities' })).getByText('more: the intervals do not overlap'),
    ).toBeVisible();
  });

  it('compares the metrics that the runs have in common', async () => {
    answer(answers);
    open('?runs=r-1&runs=r-2&runs=r-3');
    const table = await screen.findByRole('table', { name: 'Metrics' });
    const row = within(table).getByText('Similarity of the picture').closest('tr')!;
    expect(within(row).getByText('worse')).toBeVisible();
    expect(within(row).getByText('-0.07 (-0.09 – -0.05)')).toBeVisible();
  });

  it('compares with another baseline', async () => {
    const asked = answer(answers);
    open('?runs=r-1&runs=r-2');
    await userEvent.click(await screen.findByRole('radio', { name: 'Use Second as baseline' }));
    expect(screen.getByTestId('where')).toHaveTextContent('/compare?runs=r-2&runs=r-1');
    expect(asked).toContain('/comparisons?runs=r-2&runs=r-1');
  });

  it('shows what was different around the runs, the largest first, and what is known of their variation', async () => {
    answer(answers);
    open('?runs=r-1&runs=r-2&runs=r-3');
    const table = await screen.findByRole('table', { name: 'Different around Second' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(row => row.textContent)).toEqual([
      'CPU of the hosts of the sessions8 %92 %',
      'Setting (Desktops)VNCRDP',
    ]);
    expect(screen.getByText(/Second: variation between runs estimated from 1 run/)).toBeVisible();
  });

  it('compares several runs a side', async () => {
    const asked = answer(answers);
    open('?runs=r-1&runs=r-2&runs=r-3');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Put First on the side of the baseline' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Put Second on the side of the baseline' }));
    expect(screen.getByTestId('where')).toHaveTextContent('baselines=r-1&baselines=r-2');
    expect(asked.some(path => path.endsWith('baselines=r-1&baselines=r-2'))).toBe(true);
  });

  it('says why runs cannot be compared at all', async () => {
    answer({ ...answers, '/comparisons': undefined });
    open('?runs=r-1&runs=r-2');
    expect(await screen.findByText('These runs are not comparable')).toBeVisible();
  });
});

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { keys } from '../../api/queries';
import type { RunSummary } from '../../api/types';
import { compareAddress, filtered, statesOf, toggled } from './filter';
import RunsPage from './RunsPage';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

function aRun(id: string, over: Partial<RunSummary> = {}): RunSummary {
  return {
    id,
    title: `Office ${id}`,
    profile: 'office',
    load: 'find-max',
    state: 'finished',
    stateTitle: 'Finished',
    ended: true,
    createdAt: '2026-11-21T10:00:00Z',
    endedAt: '2026-11-21T10:30:00Z',
    reasons: [],
    capacity: { sessions: 12, low: 11, high: 13, thresholdBroken: true, reason: '' },
    ...over,
  };
}

const RUNS = [
  aRun('r1', { state: 'steady', stateTitle: 'Steady', ended: false, endedAt: null, capacity: null }),
  aRun('r2', { state: 'invalid', stateTitle: 'Invalid', reasons: ['the agent was lost'] }),
  ...Array.from({ length: 6 }, (_, i) => aRun(`r${i + 3}`)),
];

describe('filter', () => {
  it('needs all words, in any case, and the state', () => {
    expect(filtered(RUNS, 'OFFICE lost', null).map(r => r.id)).toEqual(['r2']);
    expect(filtered(RUNS, '', 'steady').map(r => r.id)).toEqual(['r1']);
    expect(filtered(RUNS, 'lost', 'steady')).toEqual([]);
    expect(filtered(RUNS, '  ', null)).toHaveLength(8);
  });
  it('knows the states that there are', () => {
    expect(statesOf(RUNS).map(s => s.value)).toEqual(['steady', 'invalid', 'finished']);
  });
  it('takes six at most and forgets those that have gone', () => {
    let chosen: string[] = ['gone'];
    for (const run of RUNS) chosen = toggled(chosen, run.id, RUNS);
    expect(chosen).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6']);
    expect(toggled(chosen, 'r2', RUNS)).not.toContain('r2');
    expect(compareAddress(['a b', 'c'])).toBe('/compare?runs=a%20b&runs=c');
  });
});

function show(runs: RunSummary[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(keys.runs, runs);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network in tests'));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <RunsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('RunsPage', () => {
  it('leads to the live page of a run that goes on and to the results of one that has ended', () => {
    show(RUNS);
    expect(screen.getByRole('link', { name: 'Office r1' })).toHaveAttribute('href', '/runs/r1');
    expect(screen.getByRole('link', { name: 'Office r2' })).toHaveAttribute('href', '/runs/r2/results');
    expect(screen.getByText('the agent was lost')).toBeInTheDocument();
  });

  it('compares what is chosen, from two on', async () => {
    show(RUNS);
    const boxes = screen.getAllByRole('checkbox');
    await userEvent.click(boxes[1] as HTMLElement);
    expect(screen.getByRole('button', { name: /Compare/ })).toBeDisabled();
    await userEvent.click(boxes[2] as HTMLElement);
    expect(screen.getByRole('link', { name: 'Compare 2 runs' })).toHaveAttribute('href', '/compare?runs=r2&runs=r3');
  });

  it('says what to do where there is none, and where none matches', async () => {
    show([]);
    expect(screen.getByRole('link', { name: 'Choose a run profile' })).toHaveAttribute('href', '/profiles');
  });

  it('finds by words', async () => {
    show(RUNS);
    await userEvent.type(screen.getByLabelText('Search'), 'nothing like that');
    expect(screen.getByText('No run matches')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show all runs' }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(8);
  });
});

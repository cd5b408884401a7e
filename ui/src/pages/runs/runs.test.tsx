import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { keys } from '../../api/queries';
import type { RunSummary, Storage } from '../../api/types';
import { compareAddress, filtered, merged, statesOf, toggled } from './filter';
import RunsPage from './RunsPage';
import { bytes, STORAGE } from './storage';

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
    valid: true,
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
    const ids = (text: string, state: string | null = null, profile: string | null = null) =>
      filtered(RUNS, { text, state, profile }).map(r => r.id);
    expect(ids('OFFICE lost')).toEqual(['r2']);
    expect(ids('', 'steady')).toEqual(['r1']);
    expect(ids('lost', 'steady')).toEqual([]);
    expect(ids('', null, 'rdsh')).toEqual([]);
    expect(ids('find-max', null, 'office')).toHaveLength(8);
    expect(ids('  ')).toHaveLength(8);
  });
  it('knows the states that there are', () => {
    expect(statesOf(RUNS).map(s => s.value)).toEqual(['steady', 'invalid', 'finished']);
  });
  it('joins pages and the live list, the newer truth of each run, newest first', () => {
    const old = aRun('old', { createdAt: '2026-11-01T10:00:00Z' });
    const before = aRun('r1', { state: 'steady', ended: false });
    const now = aRun('r1');
    const fresh = aRun('new', { createdAt: '2026-11-22T10:00:00Z' });
    expect(merged([before, old], [fresh, now])).toEqual([fresh, now, old]);
    expect(merged([aRun('a'), aRun('b')], []).map(r => r.id)).toEqual(['b', 'a']);
  });
  it('takes six at most', () => {
    let chosen: string[] = [];
    for (const run of RUNS) chosen = toggled(chosen, run.id);
    expect(chosen).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6']);
    expect(toggled(chosen, 'r2')).not.toContain('r2');
    expect(compareAddress(['a b', 'c'])).toBe('/compare?runs=a%20b&runs=c');
  });
});

function show(runs: RunSummary[], older: RunSummary[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(['me'], {
    name: 'root',
    role: 'admin',
    kind: 'session',
    listener: 'https',
    may: ['POST /api/v1/runs/{id}/pin', 'DELETE /api/v1/runs/{id}'],
  });
  client.setQueryData(keys.runs, runs);
  client.setQueryData(keys.profiles, []);
  const uses = runs.map(({ id, title, createdAt, ended }) => ({
    ...{ id, title, createdAt, ended },
    ...{ pinned: id === 'r3', timings: 1000, bytes: 460_000 },
  }));
  const storage: Storage = { storeBytes: 2e9, filesBytes: 5e8, freeBytes: 30e9, beingDeleted: 1, runs: uses };
  client.setQueryData(STORAGE, storage);
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async url => {
    asked.push(String(url));
    const all = [...runs, ...older];
    const query = new URL(String(url), 'http://c').searchParams;
    const from = Number(query.get('offset'));
    const wanted = all.filter(run => run.title.toLowerCase().includes((query.get('text') ?? '').toLowerCase()));
    const page = wanted.slice(from, from + Number(query.get('limit')));
    return Response.json({ total: wanted.length, offset: from, runs: page });
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <RunsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}

/** So many runs, each a minute older than the one before. */
const many = (count: number, name: string, from = 0) =>
  Array.from({ length: count }, (_, i) =>
    aRun(`${name}${i}`, { createdAt: new Date(Date.UTC(2026, 10, 21) - 60_000 * (from + i)).toISOString() }),
  );

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
    expect(await screen.findByText('No matching runs')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(8));
  });

  it('says what runs take of the disk', () => {
    show(RUNS);
    expect(screen.getByText('Disk usage: 2.5 GB, deleting 1 (30.0 GB free)')).toBeInTheDocument();
    expect(screen.getAllByText('460 kB')).toHaveLength(7);
    expect([bytes(999), bytes(1_500_000), bytes(1e9)]).toEqual(['1 kB', '1.5 MB', '1.0 GB']);
  });

  it('deletes a run once that was confirmed, and none that is pinned or goes on', async () => {
    show(RUNS);
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
    expect(screen.queryByRole('button', { name: /^Actions for Office r1 / })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Actions for Office r3 / }));
    expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: /^Actions for Office r2 / }));
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Pin (never delete)' })).toBeVisible());
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
    expect(await screen.findByText(/1000 timings, the evidence and the report/)).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/runs/r2'));
    expect(fetched.mock.calls[0]?.[1]?.method).toBe('DELETE');
  });

  it('asks for nothing where it has all runs', () => {
    const asked = show(RUNS);
    expect(asked).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Show older runs' })).toBeNull();
  });

  it('shows older runs page by page, and has the controller look for words among them', async () => {
    const asked = show(many(100, 'new'), many(30, 'old', 100));
    const status = () => screen.getByRole('status');
    await waitFor(() => expect(status()).toHaveTextContent('100 runs, older runs available'));
    await userEvent.click(screen.getByRole('button', { name: 'Show older runs' }));
    await waitFor(() => expect(status()).toHaveTextContent(/^130 runs$/));
    expect(asked.at(-1)).toBe('/api/v1/runs?offset=100&limit=100');
    await userEvent.type(screen.getByLabelText('Search'), 'old29');
    await waitFor(() => expect(status()).toHaveTextContent(/^1 run$/));
    // What is here already is filtered at once; the controller is asked when the typing pauses.
    await waitFor(() => expect(asked.at(-1)).toBe('/api/v1/runs?text=old29&offset=0&limit=100'));
    expect(screen.getByRole('link', { name: 'Office old29' })).toBeInTheDocument();
  });
});

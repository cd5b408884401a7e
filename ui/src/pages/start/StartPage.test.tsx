import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Agent, ProfileSummary, RunSummary } from '../../api/types';
import { pageOf } from '../results/testing';
import { agentsInWords, countAgents } from './agents';
import { verdictOf } from './LatestRuns';
import { StartPage } from './StartPage';

const agent = (more: Partial<Agent> = {}): Agent => ({
  id: 'a',
  host: 'h',
  version: '1',
  connected: true,
  since: '2026-11-21T10:00:00Z',
  run: null,
  facts: {},
  workloads: {},
  role: 'client',
  user: '',
  labels: [],
  sessionLimit: 0,
  sessions: 0,
  draining: false,
  joined: false,
  load: null,
  ...more,
});
const run = (more: Partial<RunSummary> = {}): RunSummary => ({
  id: 'r-1',
  title: 'Office',
  profile: 'office',
  load: 'fixed 2',
  state: 'finished',
  stateTitle: 'Finished',
  ended: true,
  valid: true,
  createdAt: '2026-11-21T10:00:00Z',
  endedAt: '2026-11-21T10:05:00Z',
  reasons: [],
  capacity: null,
  ...more,
});
const profile: ProfileSummary = {
  id: 'demo-quick',
  title: 'A first look',
  shipped: true,
  version: 0,
  savedAt: null,
  mode: 'remote',
  load: '',
  target: '',
  workloads: [],
  broken: '',
};

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {
    '/api/v1/link': { host: null, port: 8081, local: false },
    '/api/v1/runs': pageOf([]),
    '/api/v1/agents': [agent()],
    '/api/v1/run-profiles': [profile],
  };
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(JSON.stringify(answers[url]))));
});

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <StartPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('StartPage', () => {
  it('leads from nothing to a first run', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Your first run' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Check and start demo-quick' })).toBeEnabled();
    expect(screen.getByText('1 agent: 1 free, 0 busy.')).toBeInTheDocument();
  });

  it('says how an agent is started where there is none', async () => {
    answers['/api/v1/agents'] = [];
    show();
    expect(
      await screen.findByText(/^\.\/deskmeter agent --controller localhost:8081 --token-file agent\.token$/),
    ).toBeInTheDocument();
    expect(
      screen.getByRole('button', {
        name: 'Copy ./deskmeter agent --controller localhost:8081 --token-file agent.token',
      }),
    ).toBeInTheDocument();
  });

  it('shows what runs apart from what ran', async () => {
    answers['/api/v1/runs'] = pageOf([
      run({
        id: 'r-2',
        title: 'Now',
        ended: false,
        endedAt: null,
        state: 'steady',
        stateTitle: 'Steady with 4 sessions',
      }),
      run({ capacity: { sessions: 8, low: 7, high: 9, thresholdBroken: true, reason: '' } }),
    ]);
    show();
    const going = await screen.findByRole('region', { name: 'Running now' });
    expect(within(going).getByRole('link', { name: 'Now' })).toHaveAttribute('href', '/runs/r-2');
    expect(within(going).getByText('Steady with 4 sessions')).toBeInTheDocument();
    const latest = screen.getByRole('region', { name: 'Latest results' });
    expect(within(latest).getByRole('link', { name: 'Office' })).toHaveAttribute('href', '/runs/r-1/results');
    expect(within(latest).getByText('8 (7 – 9)')).toBeInTheDocument();
    expect(within(latest).getByText('Failed above 8 sessions.')).toBeInTheDocument();
    const capacities = screen.getByRole('region', { name: 'Capacity by run profile' });
    expect(within(capacities).getByRole('link', { name: 'Office' })).toHaveAttribute('href', '/profiles/office');
    expect(within(capacities).getByRole('img')).toHaveAccessibleName('Capacity over time, oldest first: 8 (7 – 9)');
    expect(screen.queryByText('Your first run')).toBeNull();
  });
});

describe('in words', () => {
  it('agents', () => {
    const all = [agent(), agent({ run: 'r' }), agent({ draining: true }), agent({ connected: false })];
    expect(countAgents(all)).toEqual({ connected: 3, busy: 1, free: 1, draining: 1, lost: 1, desktops: 0 });
    expect(agentsInWords(countAgents(all))).toBe('3 agents: 1 free, 1 busy, 1 draining, 1 disconnected.');
    expect(agentsInWords(countAgents([]))).toBe('No agents connected.');
  });

  it('desktop agents apart from those that take runs', () => {
    const desktop = agent({ role: 'desktop', user: 'anna' });
    const gone = agent({ role: 'desktop', user: 'ben', connected: false });
    expect(agentsInWords(countAgents([agent(), desktop, gone]))).toBe(
      '1 agent: 1 free, 0 busy. 1 desktop agent in user sessions.',
    );
    expect(agentsInWords(countAgents([desktop]))).toBe('No agents connected. 1 desktop agent in user sessions.');
  });

  it('verdicts', () => {
    expect(verdictOf(run({ reasons: ['stopped by a person'] }))).toBe('stopped by a person');
    const most = { sessions: 8, low: 8, high: null, thresholdBroken: false, reason: '' };
    expect(verdictOf(run({ capacity: most }))).toBe('No larger load failed.');
  });
});

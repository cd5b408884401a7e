import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { keys } from '../../api/queries';
import type { Agent } from '../../api/types';
import { ordered, usualVersion, wishesFor } from './agents';
import AgentsPage from './AgentsPage';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

function anAgent(id: string, over: Partial<Agent> = {}): Agent {
  return {
    id,
    host: `host-${id}`,
    version: '0.1.0',
    connected: true,
    since: '2026-11-21T10:00:00Z',
    run: null,
    facts: { os: 'Linux' },
    workloads: { 'office/writer': 'abcdef0123456789' },
    role: 'client',
    user: '',
    labels: ['rack-2'],
    sessionLimit: 0,
    sessions: 0,
    draining: false,
    joined: false,
    load: { at: '2026-11-21T10:00:00Z', cpuPct: 42, harnessCpuPct: 3, memUsedMb: 1024, memTotalMb: 4096 },
    ...over,
  };
}

describe('agents', () => {
  it('offers what makes sense: only one that is away can be forgotten', () => {
    expect(wishesFor(anAgent('a'))).toEqual(['drain']);
    expect(wishesFor(anAgent('a', { draining: true }))).toEqual(['resume']);
    expect(wishesFor(anAgent('a', { connected: false }))).toEqual(['drain', 'forget']);
    expect(wishesFor(anAgent('a', { joined: true }))).toEqual(['drain', 'revoke']);
  });
  it('takes the version of most that are connected, of equally many the higher', () => {
    expect(usualVersion([anAgent('a'), anAgent('b'), anAgent('c', { version: '0.2.0' })])).toBe('0.1.0');
    expect(usualVersion([anAgent('a', { version: '0.9.0' }), anAgent('c', { version: '0.10.0' })])).toBe('0.10.0');
    expect(usualVersion([anAgent('a', { connected: false })])).toBeNull();
  });
  it('puts those that are away last', () => {
    const agents = [anAgent('x', { connected: false }), anAgent('b', { host: 'h10' }), anAgent('c', { host: 'h9' })];
    expect(ordered(agents).map(agent => agent.id)).toEqual(['c', 'b', 'x']);
  });
});

function show(agents: Agent[], answer = async () => new Response(null, { status: 204 })) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(['me'], {
    name: 'root',
    role: 'admin',
    kind: 'session',
    listener: 'https',
    may: ['POST /api/v1/agents/{id}/drain', 'DELETE /api/v1/agents/{id}'],
  });
  client.setQueryData(keys.agents, agents);
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AgentsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return fetched;
}

describe('AgentsPage', () => {
  const link = async () => new Response('{"host":"10.0.0.5","port":9081,"local":false}');

  it('says how to start one where there is none', async () => {
    show([], link);
    expect(
      await screen.findByText('./deskmeter agent --controller 10.0.0.5:9081 --token-file agent.token'),
    ).toBeInTheDocument();
  });

  it('says how to add another one', async () => {
    show([anAgent('a')], link);
    await userEvent.click(screen.getByRole('button', { name: 'Add agent…' }));
    expect(
      await screen.findByText('./deskmeter agent --controller 10.0.0.5:9081 --token-file agent.token'),
    ).toBeInTheDocument();
  });

  it('marks a version that differs and opens what is known of a machine', async () => {
    show([anAgent('a', { run: 'run-7' }), anAgent('b'), anAgent('c', { version: '0.0.9' })]);
    expect(screen.getAllByText('version differs')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'run-7' })).toHaveAttribute('href', '/runs/run-7');
    await userEvent.click(screen.getByRole('button', { name: 'host-a' }));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByText('Linux')).toBeInTheDocument();
    expect(within(drawer).getByText('office/writer')).toBeInTheDocument();
  });

  it('says what draining means before it asks for it', async () => {
    const fetched = show([anAgent('a')]);
    await userEvent.click(screen.getByRole('button', { name: 'Drain host-a (client)' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/takes part in no new runs/)).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Drain' }));
    await waitFor(() =>
      expect(fetched).toHaveBeenCalledWith('/api/v1/agents/a/drain', expect.objectContaining({ method: 'POST' })),
    );
  });

  it('tells what the controller refuses', async () => {
    const fetched = show([anAgent('a', { connected: false })]);
    fetched.mockImplementation(async () => new Response('{"detail":"agent a is connected"}', { status: 409 }));
    await userEvent.click(screen.getByRole('button', { name: 'Forget host-a (client)' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Forget' }));
    expect(await screen.findByText('agent a is connected')).toBeInTheDocument();
  });
});

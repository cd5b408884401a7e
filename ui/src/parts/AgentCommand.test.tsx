import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AgentCommand, dialled } from './AgentCommand';

it('names where the controller listens, else where the browser has found it', () => {
  expect(dialled({ host: null, port: 8081 }, 'bench.example')).toBe('bench.example:8081');
  expect(dialled({ host: '10.0.0.5', port: 9 }, 'bench.example')).toBe('10.0.0.5:9');
  expect(dialled({ host: 'fe80:0:0:0:0:0:0:1', port: 9 }, 'x')).toBe('[fe80:0:0:0:0:0:0:1]:9');
  expect(dialled({ host: null, port: 9 }, '[::1]')).toBe('[::1]:9');
});

function show(link: object) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(link)));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AgentCommand />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('gives the commands to copy, and says when only this machine gets through', async () => {
  show({ host: '127.0.0.1', port: 40123, local: true, machines: null });
  expect(
    await screen.findByText('./deskmeter agent --controller 127.0.0.1:40123 --token-file agent.token'),
  ).toBeInTheDocument();
  expect(
    screen.getByRole('button', {
      name: 'Copy ./deskmeter agent desktop --controller 127.0.0.1:40123 --token-file desktop.token',
    }),
  ).toBeInTheDocument();
  expect(screen.getByText('./deskmeter controller --agents 0.0.0.0:8082')).toBeInTheDocument();
});

it('says nothing of other machines where they get through', async () => {
  show({ host: null, port: 8081, local: false, machines: null });
  expect(
    await screen.findByText('./deskmeter agent --controller localhost:8081 --token-file agent.token'),
  ).toBeInTheDocument();
  expect(screen.queryByText(/deskmeter controller --agents/)).toBeNull();
});

it('lets other machines join where they have a port, and shows the command once it is made', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method !== 'POST') {
      return new Response(
        JSON.stringify({ host: '127.0.0.1', port: 8081, local: true, machines: 'bench.example:8082' }),
      );
    }
    sent.push([url, JSON.parse(String(init.body))]);
    return new Response(
      JSON.stringify({ id: 'i', token: 't', command: './deskmeter agent --join t', expiresAt: '2026-11-26T10:00:00Z' }),
      { status: 201 },
    );
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AgentCommand />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await user.type(await screen.findByLabelText('Labels'), 'farm, rack-2');
  await user.click(screen.getByRole('button', { name: 'Create join token' }));
  expect(await screen.findByText('./deskmeter agent --join t')).toBeInTheDocument();
  expect(sent).toEqual([['/api/v1/enrolments', { machines: 1, labels: ['farm', 'rack-2'] }]]);
  expect(screen.queryByText(/deskmeter controller --agents/)).toBeNull();
});

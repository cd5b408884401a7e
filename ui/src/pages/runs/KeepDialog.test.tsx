import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RetentionRules } from '../../api/types';
import { KeepDialog } from './KeepDialog';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

interface Asked {
  method: string;
  path: string;
  body: unknown;
}

let asked: Asked[];
let expired: object[];
let refusal: string | null;

beforeEach(() => {
  asked = [];
  expired = [{ id: 'r1' }, { id: 'r2' }];
  refusal = null;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(new URL(String(input), 'http://127.0.0.1:8080'), init);
    const text = await request.text();
    const path = new URL(request.url).pathname;
    asked.push({ method: request.method, path, body: text ? JSON.parse(text) : null });
    if (refusal && request.method !== 'GET') {
      return new Response(JSON.stringify({ status: 400, title: 'Bad Request', detail: refusal }), {
        status: 400,
        headers: { 'Content-Type': 'application/problem+json' },
      });
    }
    const kept: RetentionRules = { days: 30, runs: null, megabytes: null };
    const answer = path.endsWith('/preview') ? expired : kept;
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  });
});

function show() {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <KeepDialog onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return onClose;
}

const changes = () => asked.filter(one => one.method === 'PUT');

it('shows the rules, what they would delete, and sets them only then', async () => {
  const onClose = show();
  expect(await screen.findByRole('textbox', { name: 'Maximum age, days' })).toHaveValue('30');
  const runs = screen.getByRole('textbox', { name: 'Maximum number of runs' });
  expect(runs).toHaveValue('');
  await userEvent.type(runs, '20');
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Applying these rules deletes 2 runs.');
  expect(changes()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(changes()).toEqual([
    { method: 'PUT', path: '/api/v1/retention', body: { days: 30, runs: 20, megabytes: null } },
  ]);
});

it('shows anew what would go after a rule has changed', async () => {
  expired = [];
  show();
  const days = await screen.findByRole('textbox', { name: 'Maximum age, days' });
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Applying these rules deletes no runs.');
  await userEvent.clear(days);
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('button', { name: 'Apply' })).toBeInTheDocument();
  // An empty field has no bound.
  expect(asked.at(-1)?.body).toEqual({ days: null, runs: null, megabytes: null });
});

it('says why rules are refused, and changes nothing', async () => {
  refusal = 'days: 0 (expected: at least 1, or nothing for no bound)';
  const onClose = show();
  await screen.findByRole('textbox', { name: 'Maximum age, days' });
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText(refusal)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(changes()).toEqual([]);
});

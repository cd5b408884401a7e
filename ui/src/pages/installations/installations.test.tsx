import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { keys } from '../../api/queries';
import type { Installation, InstallationStage } from '../../api/types';
import InstallationsPage from './InstallationsPage';
import { boxes, finding, ordered } from './stages';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

const stage = (name: string, grade: InstallationStage['grade'], detail = ''): InstallationStage => ({
  stage: name,
  grade,
  result: grade === 'RUNNING' ? '' : grade.toLowerCase(),
  detail,
});

function machine(host: string, over: Partial<Installation> = {}): Installation {
  return {
    id: `id of ${host}`,
    host,
    state: 'DONE',
    stages: [stage('preflight', 'OK')],
    exitCode: 0,
    remedy: '',
    agent: null,
    connected: false,
    version: '1.0',
    optimisations: '',
    sameIdentity: [],
    copies: 0,
    unexpected: false,
    startedAt: '2026-11-28T10:00:00Z',
    seenAt: '2026-11-28T10:01:00Z',
    ...over,
  };
}

describe('the stages of a setup', () => {
  it('are those that have begun, and those to come while it goes on', () => {
    const running = machine('a', { state: 'RUNNING', stages: [stage('preflight', 'OK'), stage('enrol', 'RUNNING')] });
    expect(boxes(running).map(box => `${box.name} ${box.look}`)).toEqual([
      'preflight OK',
      'enrol RUNNING',
      'analyse TO_COME',
      'optimise TO_COME',
      'autostart TO_COME',
      'verify TO_COME',
    ]);
    expect(boxes({ ...running, state: 'SILENT' })[1]?.look).toBe('SILENT');
    expect(boxes(machine('a'))).toHaveLength(1);
  });

  it('tell first what a person has to look at', () => {
    const failed = machine('b', { state: 'FAILED', stages: [stage('preflight', 'FAILED', '3 MB free\nmore')] });
    const copy = machine('c', { sameIdentity: ['d'], copies: 1, remedy: 'prepare the image' });
    expect(ordered([machine('h10'), machine('h9'), copy, failed]).map(one => one.host)).toEqual([
      'b',
      'c',
      'h9',
      'h10',
    ]);
    expect(finding(failed)).toBe('3 MB free');
    expect(finding(copy)).toBe('prepare the image');
  });
});

function show(installations: Installation[], names: { expected: number; unseen: string[] } | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(['me'], { name: 'root', role: 'admin', rights: [], local: true });
  client.setQueryData(['link'], { host: null, port: 1, machines: 'controller:8082', local: true });
  client.setQueryData([...keys.installations], {
    expected: names?.expected ?? 3,
    named: names !== null,
    unseen: names?.unseen ?? [],
    installations,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <InstallationsPage />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('the page of installations', () => {
  it('counts machines, and shows what failed on one', async () => {
    const user = userEvent.setup();
    show([
      machine('desk-1'),
      machine('desk-2', {
        state: 'FAILED',
        exitCode: 3,
        remedy: 'make room',
        stages: [stage('preflight', 'FAILED', '/var: 3 MB free')],
      }),
    ]);
    expect(await screen.findByText('2 of 3 expected, 1 failed')).toBeTruthy();
    await user.click(await screen.findByText('desk-2'));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByText('make room')).toBeTruthy();
    expect(within(drawer).getByText('/var: 3 MB free')).toBeTruthy();
  });

  it('shows which expected machines have not been seen, and which nobody expected', async () => {
    show([machine('desk-1'), machine('stranger', { unexpected: true })], { expected: 3, unseen: ['desk-2', 'desk-3'] });
    expect(await screen.findByText('1 of 3 expected, 0 failed, 1 not expected')).toBeTruthy();
    expect(screen.getByText('Expected and not seen: 2')).toBeTruthy();
    const names = screen.getByRole('region', { name: 'Machines that are expected and have not been seen' });
    expect(names.textContent).toBe('desk-2\ndesk-3');
    expect(await screen.findByText('not expected')).toBeTruthy();
  });

  it('sends the names that a person has typed, one to a line', async () => {
    const user = userEvent.setup();
    const sent: { url: string; method: string | undefined; body: unknown }[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      sent.push({ url, method: init.method, body: init.body });
      return Promise.resolve(
        init.method === 'PUT'
          ? new Response(null, { status: 204 })
          : new Response(
              JSON.stringify(
                url.endsWith('/expected')
                  ? { names: ['desk-1'] }
                  : { expected: 1, named: true, unseen: [], installations: [machine('desk-1')] },
              ),
              { status: 200 },
            ),
      );
    });
    try {
      show([machine('desk-1')], { expected: 1, unseen: [] });
      await user.click(await screen.findByRole('button', { name: 'Change expected machines…' }));
      const field = await screen.findByLabelText('Host names, one to a line');
      expect((field as HTMLTextAreaElement).value).toBe('desk-1');
      await user.type(field, '{enter}desk-2');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await vi.waitFor(() => {
        const put = sent.find(one => one.method === 'PUT');
        expect(put?.url).toBe('/api/v1/installations/expected');
        expect(JSON.parse(String(put?.body))).toEqual({ names: ['desk-1', 'desk-2'] });
      });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('says how to begin where there is none', async () => {
    show([]);
    expect(await screen.findByText('No installation yet')).toBeTruthy();
    expect(await screen.findByText(/Each joins once, with a token/)).toBeTruthy();
  });
});

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunSnapshot, StageDetail } from '../../api/types';
import { aCriterion, aLiveMetric, aPoint, aRun, aSession, aStage, aTiming } from './fixtures';
import RunPage from './RunPage';

// A canvas that can be drawn upon is a browser's; what the charts get is tested beside their options.
vi.mock('../../charts/Chart', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}));
vi.mock('../../charts/echarts', () => ({ connect: () => undefined }));

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

/** Stands for the browser's stream; a test says what arrives. */
class Stream extends EventTarget {
  static all: Stream[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }
  close() {
    this.closed = true;
  }
  tell(run: RunSnapshot) {
    act(() => {
      this.onopen?.();
      this.dispatchEvent(new MessageEvent('snapshot', { data: JSON.stringify(run) }));
    });
  }
}

const STAGES: StageDetail[] = [
  aStage(1, 'preparing', { title: 'Preparing' }),
  aStage(2, 'ramping-up', {
    title: 'Ramping up',
    messages: [{ at: '2026-11-21T10:02:01Z', message: 'load point of 4 sessions' }],
    findings: [{ at: '2026-11-21T10:02:30Z', session: 1, message: 'its desktop was lost' }],
  }),
  aStage(3, 'steady', { title: 'Steady' }),
  aStage(4, 'judging', { title: 'Judging' }),
  aStage(5, 'ramping-up', { title: 'Ramping up' }),
  aStage(6, 'steady', { title: 'Steady', endedAt: null }),
];

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

let answers: Record<string, () => Response>;
const posted: string[] = [];

beforeEach(() => {
  Stream.all = [];
  posted.length = 0;
  vi.stubGlobal('EventSource', Stream);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  answers = {
    '/api/v1/agents': () => json([{ id: 'agent-1', host: 'vm-1', role: 'client', user: '' }]),
    '/api/v1/runs/r1': () => json(aRun()),
    '/api/v1/runs/r1/stages': () => json(STAGES),
    '/api/v1/runs/r1/p95?points=2000': () => json([]),
    '/api/v1/runs/r1/resources?buckets=300': () => json({ bucketSeconds: 1, agents: [] }),
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'POST') posted.push(String(url));
    return (
      answers[String(url)]?.() ?? json({ detail: `nothing at ${String(url)}` }, init?.method === 'POST' ? 202 : 404)
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={['/runs/r1']}>
          <Routes>
            <Route path="runs/:id" element={<RunPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const stages = () => screen.getByRole('list', { name: 'Stages' });
const stream = async () => {
  await waitFor(() => expect(Stream.all).toHaveLength(1));
  return Stream.all[0] as Stream;
};

describe('RunPage', () => {
  it('shows every stage and opens the one that is clicked, and from there a session', async () => {
    show();
    await waitFor(() => expect(within(stages()).getAllByRole('button')).toHaveLength(6));
    const present = within(stages()).getByRole('button', { current: 'step' });
    expect(present).toHaveTextContent('Steady3 of 8 measured');
    expect(within(stages()).getAllByText('pending')).toHaveLength(4);
    await userEvent.click(within(stages()).getByRole('button', { name: /1 finding/ }));
    const drawer = await screen.findByRole('dialog', { name: /Stage 2/ });
    expect(within(drawer).getByText(/load point of 4 sessions/)).toBeInTheDocument();
    answers['/api/v1/runs/r1/sessions/1'] = () =>
      json({
        session: 1,
        agent: 'agent-1',
        host: 'h',
        state: 'lost',
        iteration: 2,
        detail: '',
        logonMs: 900,
        workloads: ['office/writer', 'video/play'],
        timings: [aTiming(1)],
      });
    await userEvent.click(within(drawer).getByRole('button', { name: 'session 1' }));
    const session = await screen.findByRole('dialog', { name: 'Session 1' });
    expect(await within(session).findByText('office/writer/save')).toHaveAttribute(
      'href',
      '/runs/r1/results?timing=0.1',
    );
    expect(within(session).getByText('office/writer, video/play')).toBeInTheDocument();
    expect(within(session).getByText('The session has ended.')).toBeInTheDocument();
  });

  it('says of a running metric without a value how many failed, and that its limit is broken', async () => {
    const lost = aLiveMetric({
      metric: 'frame-gap',
      statistic: 'p95',
      better: 'lower',
      value: null,
      low: null,
      high: null,
    });
    answers['/api/v1/runs/r1'] = () => json(aRun({ metrics: [lost] }));
    show();
    const figure = await waitFor(() => {
      const found = document.querySelector('[data-figure="p95 frame-gap"]');
      expect(found).not.toBeNull();
      return found as HTMLElement;
    });
    expect(figure).toHaveTextContent('over 5 % failed');
    expect(within(figure).getByLabelText(/Warning/)).toBeInTheDocument();
  });

  it('shows limits on metrics beside the groups, and what broke one', async () => {
    const broken = aPoint(1, 4, { pass: false, verdict: 'FAIL', criteria: [aCriterion()] });
    answers['/api/v1/runs/r1'] = () => json(aRun({ metrics: [aLiveMetric()], loadPoints: [broken] }));
    show();
    const figure = await waitFor(() => {
      const found = document.querySelector('[data-figure="p5 picture-similarity"]');
      expect(found).not.toBeNull();
      return found as HTMLElement;
    });
    expect(figure).toHaveTextContent('0.91');
    expect(figure).toHaveTextContent('at least 0.95');
    expect(figure).toHaveTextContent('60 so far, 1 unknown');
    expect(within(figure).getByLabelText(/Warning/)).toBeInTheDocument();
    const judged = screen.getByRole('region', { name: /load points/i });
    expect(within(judged).getByText('p5 picture-similarity')).toBeInTheDocument();
    expect(within(judged).getByText('0.9 – 0.92')).toBeInTheDocument();
  });

  it('says how many sessions work what only a share of them works', async () => {
    const shares = [{ workload: 'video/play', sharePct: 12.5, sessions: 1 }];
    answers['/api/v1/runs/r1'] = () => json(aRun({ shares }));
    show();
    const figure = await waitFor(() => {
      const found = document.querySelector('[data-figure="video/play"]');
      expect(found).not.toBeNull();
      return found as HTMLElement;
    });
    expect(figure).toHaveTextContent('1 of 8 sessions');
    expect(figure).toHaveTextContent('12.5 % of sessions');
  });

  it('says why nothing can be said of a metric, instead of a figure', async () => {
    const undecided = aPoint(1, 4, { criteria: [aCriterion({ value: null, reason: 'no sample came' })] });
    answers['/api/v1/runs/r1'] = () => json(aRun({ loadPoints: [undecided] }));
    show();
    expect(await screen.findByText('no sample came')).toBeInTheDocument();
  });

  it('names a machine that has left the list of agents by its host, never by its id', async () => {
    answers['/api/v1/agents'] = () => json([]);
    answers['/api/v1/runs/r1/resources?buckets=1'] = () =>
      json({ bucketSeconds: 1, agents: [{ agent: 'agent-1', host: 'vm-9', points: [] }] });
    show();
    await stream();
    await userEvent.click(screen.getByText('Table'));
    expect(await screen.findAllByRole('cell', { name: 'vm-9 (client)' })).toHaveLength(2);
    expect(screen.queryByRole('cell', { name: 'agent-1' })).toBeNull();
  });

  it('never hides failures, discarded sessions and faults of the harness', async () => {
    show();
    const source = await stream();
    source.tell(aRun({ counts: { ...aRun().counts, failed: 0, discarded: 0, harnessErrors: 0 } }));
    for (const words of ['Operations failed', 'Sessions lost or failed', 'Harness errors']) {
      expect(screen.getByText(words)).toBeInTheDocument();
    }
    source.tell(aRun({ counts: { ...aRun().counts, unknownEvents: 4 } }));
    expect(screen.getByText('Unknown events')).toBeInTheDocument();
  });

  it('keeps all that was shown when the line is lost, says so, and goes on by itself', async () => {
    show();
    const source = await stream();
    source.tell(aRun({ counts: { ...aRun().counts, timings: 4321 } }));
    expect(screen.queryByText(/shows the last known state/)).not.toBeInTheDocument();
    act(() => source.onerror?.());
    expect(screen.getByText(/shows the last known state/)).toBeInTheDocument();
    expect(screen.getByText(/4\W?321/)).toBeInTheDocument();
    await waitFor(() => expect(Stream.all).toHaveLength(2));
    Stream.all[1]?.tell(aRun({ counts: { ...aRun().counts, timings: 5000 } }));
    expect(screen.queryByText(/shows the last known state/)).not.toBeInTheDocument();
  });

  it('asks for what came before it was opened, and while the line was lost', async () => {
    const recalled = () => vi.mocked(fetch).mock.calls.filter(([url]) => String(url).includes('/r1/p95')).length;
    show();
    const source = await stream();
    expect(recalled()).toBe(0);
    source.tell(aRun());
    await waitFor(() => expect(recalled()).toBe(1));
    source.tell(aRun());
    act(() => source.onerror?.());
    await waitFor(() => expect(Stream.all).toHaveLength(2));
    expect(recalled()).toBe(1);
    Stream.all[1]?.tell(aRun());
    await waitFor(() => expect(recalled()).toBe(2));
  });

  it('shows the number of a load point that is extended, although it has a verdict', async () => {
    show();
    const run = aRun();
    (await stream()).tell({ ...run, stage: { ...run.stage, loadPoint: 1, sessions: 4 }, loadPoints: [aPoint(1, 4)] });
    expect(screen.getByText('1: 4 sessions')).toBeInTheDocument();
  });

  it('does not repeat the state as the message of the log', async () => {
    show();
    const at = '2026-11-21T10:05:00Z';
    (await stream()).tell(
      aRun({
        log: [
          { at, state: 'steady', message: 'Steady' },
          { at, state: 'steady', message: 'session 3: lost' },
        ],
      }),
    );
    const log = screen.getByRole('region', { name: /newest first/i });
    expect(within(log).getAllByText('Steady')).toHaveLength(2);
    expect(within(log).getByText('session 3: lost')).toBeInTheDocument();
  });

  it('leads to the results when the run has ended', async () => {
    show();
    (await stream()).tell(
      aRun({
        ended: true,
        state: 'invalid',
        stateTitle: 'Invalid',
        endedAt: '2026-11-21T10:20:00Z',
        reasons: ['the host was full'],
      }),
    );
    expect(screen.getByRole('link', { name: 'Open results' })).toHaveAttribute('href', '/runs/r1/results');
    expect(screen.getByText('the host was full')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Stop/ })).not.toBeInTheDocument();
    expect(Stream.all[0]?.closed).toBe(true);
  });

  it('does not listen to a run that is over already', async () => {
    answers['/api/v1/runs/r1'] = () => json(aRun({ ended: true, state: 'finished', endedAt: '2026-11-21T10:20:00Z' }));
    show();
    expect(await screen.findByRole('link', { name: 'Open results' })).toBeInTheDocument();
    expect(Stream.all).toHaveLength(0);
  });

  it('is done again once it was said what that means', async () => {
    answers['/api/v1/runs/r1'] = () => json(aRun({ ended: true, state: 'finished', endedAt: '2026-11-21T10:20:00Z' }));
    answers['/api/v1/runs/r1/rerun'] = () => json({ id: 'r2' }, 201);
    answers['/api/v1/runs/r2'] = () => json(aRun({ id: 'r2', title: 'The next one' }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Run again…' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/uses the current workload files/)).toBeInTheDocument();
    expect(posted).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start run' }));
    expect(await screen.findByRole('heading', { name: 'The next one' })).toBeInTheDocument();
    expect(posted).toEqual(['/api/v1/runs/r1/rerun']);
  });

  it('says why it cannot be done again', async () => {
    answers['/api/v1/runs/r1'] = () => json(aRun({ ended: true, state: 'finished', endedAt: '2026-11-21T10:20:00Z' }));
    answers['/api/v1/runs/r1/rerun'] = () => json({ detail: 'accounts: lab (expected: one of [])' }, 400);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Run again…' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start run' }));
    expect(await within(dialog).findByText('accounts: lab (expected: one of [])')).toBeInTheDocument();
  });

  it('says what a stop does before it does it', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Stop…' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/finish their current operation/)).toBeInTheDocument();
    expect(posted).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stop run' }));
    await waitFor(() => expect(posted).toEqual(['/api/v1/runs/r1/stop']));
  });

  it('can be stopped and aborted by keyboard, and not by mistake', async () => {
    show();
    const stop = await screen.findByRole('button', { name: 'Stop…' });
    stop.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(posted).toEqual([]);
    await waitFor(() => expect(stop).toHaveFocus());
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Abort…' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    const abort = within(dialog).getByRole('button', { name: 'Abort run' });
    for (let i = 0; i < 5 && document.activeElement !== abort; i++) await userEvent.tab();
    expect(abort).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(posted).toEqual(['/api/v1/runs/r1/abort']));
  });

  it('says that there is no such run', async () => {
    answers['/api/v1/runs/r1'] = () => json({ detail: 'no run "r1"' }, 404);
    show();
    expect(await screen.findByText('no run "r1"')).toBeInTheDocument();
    expect(Stream.all).toHaveLength(0);
  });
});

describe('a thousand sessions', () => {
  const many = (lastMs: number) =>
    Array.from({ length: 1000 }, (_, i) =>
      aSession(i, i === 7 ? { state: 'lost' } : { lastMs: i % 10 === 0 ? lastMs : 100 }),
    );

  it('are counted in the legend, walked by keys and opened by Enter', async () => {
    show();
    const source = await stream();
    source.tell(aRun({ sessions: many(100) }));
    const legend = screen.getByRole('list', { name: 'Legend' });
    expect(within(legend).getByText('working: 999')).toBeInTheDocument();
    expect(within(legend).getByText('lost: 1')).toBeInTheDocument();
    await userEvent.click(screen.getByText('Last response'));
    source.tell(aRun({ sessions: many(5000) }));
    expect(within(legend).getByText('over twice the threshold: 100')).toBeInTheDocument();
    const grid = screen.getByRole('application');
    fireEvent.focus(grid);
    fireEvent.keyDown(grid, { key: 'ArrowRight' });
    fireEvent.keyDown(grid, { key: 'ArrowRight' });
    expect(within(grid).getByRole('status')).toHaveTextContent('Session 2 on vm-1 (client), working');
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(await screen.findByRole('dialog', { name: 'Session 2' })).toBeInTheDocument();
  });

  it('make no element of their own, however many snapshots come', async () => {
    show();
    const source = await stream();
    for (let i = 0; i < 50; i++) source.tell(aRun({ sessions: many(i) }));
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
    expect(document.querySelectorAll('*').length).toBeLessThan(900);
  });
});

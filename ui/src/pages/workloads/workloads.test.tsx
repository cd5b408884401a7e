import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { keys } from '../../api/queries';
import type { StripOfOperation, Workload } from '../../api/types';
import { documentOf, landmarkOf, suitesOf, timesByGroup } from './workloads';
import WorkloadsPage from './WorkloadsPage';

// A loaded machine may take its time.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

const WRITER: Workload = {
  id: 'office/writer',
  title: 'Word processor',
  description: 'A report of six pages.',
  checksum: 'abc',
  operations: [
    { id: 'open', group: 'B', times: 1 },
    { id: 'modify', group: 'A', times: 4 },
    { id: 'browse', group: 'A', times: 4 },
  ],
  metrics: [
    { id: 'picture-similarity', title: 'How alike', unit: '1', better: 'higher', statistic: 'p5' },
    { id: 'frame-gap', title: 'Pause between frames', unit: 'ms', better: 'lower', statistic: 'p95' },
  ],
  packages: ['libreoffice-writer', 'fonts-liberation2'],
  platforms: ['linux', 'windows'],
  landmarks: [{ name: 'title.png', width: 120, height: 40 }],
  cost: {
    cpuSecondsPerIteration: 2.44,
    mbPerSession: 312.2,
    readMb: 0.2,
    writtenMb: 8.84,
    wireMb: 0.5,
    machine: 'Some CPU, 2 cores',
  },
  problems: [],
};
const BROKEN: Workload = {
  ...WRITER,
  id: 'office/broken',
  title: '',
  description: '',
  operations: [],
  metrics: [],
  packages: [],
  platforms: [],
  landmarks: [],
  cost: null,
  problems: [{ file: 'workload.yaml', path: 'operations[0].until', line: 7, column: 3, message: 'must not be empty' }],
};

const STRIP: StripOfOperation = {
  operation: 'open',
  run: 'r-1',
  session: 3,
  sequence: 14,
  outcome: 'ok',
  picture: 's003-0014-office-writer-open-ok-strip.png',
};

function show(workloads: Workload[], at = '/workloads', strips: StripOfOperation[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(keys.workloads, workloads);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async url =>
    String(url).includes('/film-strips?')
      ? new Response(JSON.stringify(strips), { headers: { 'Content-Type': 'application/json' } })
      : new Response(`# document of ${String(url)}`),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>
          <WorkloadsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('workloads', () => {
  it('have addresses with an id of any number of names', () => {
    expect(documentOf('alone')).toBe('/api/v1/workloads/document?workload=alone');
    expect(documentOf('a/b/c')).toBe('/api/v1/workloads/document?workload=a%2Fb%2Fc');
    expect(landmarkOf('office/writer', 'a b.png')).toBe(
      '/api/v1/workloads/landmark?workload=office%2Fwriter&landmark=a+b.png',
    );
  });
  it('groups them by suite', () => {
    const of = (id: string): Workload => ({ ...WRITER, id });
    const suites = suitesOf([of('office/calc'), of('web/album'), of('office/writer'), of('alone'), of('a/b/c')]);
    expect(suites.map(({ suite, workloads }) => [suite, ...workloads.map(w => w.id)])).toEqual([
      ['', 'alone'],
      ['a/b', 'a/b/c'],
      ['office', 'office/calc', 'office/writer'],
      ['web', 'web/album'],
    ]);
  });
  it('sums operations by group', () => {
    expect(timesByGroup(WRITER.operations)).toEqual([
      { group: 'A', times: 8 },
      { group: 'B', times: 1 },
    ]);
  });
});

describe('WorkloadsPage', () => {
  it('shows what a workload does, its landmarks and its document', async () => {
    show([WRITER, BROKEN]);
    expect(screen.getByText('A report of six pages.')).toBeInTheDocument();
    expect(screen.getByText(/8 in group A/)).toBeInTheDocument();
    const picture = screen.getByRole('img', { name: 'Landmark title.png' });
    expect(picture).toHaveAttribute('src', '/api/v1/workloads/landmark?workload=office%2Fwriter&landmark=title.png');
    expect(
      await screen.findByText('# document of /api/v1/workloads/document?workload=office%2Fwriter'),
    ).toBeInTheDocument();
  });

  it('shows each suite with its workloads', () => {
    show([{ ...WRITER, id: 'web/album', title: 'Photo album' }, WRITER]);
    const office = screen.getByRole('group', { name: 'Suite office' });
    expect(within(office).getByRole('button', { name: /Word processor/ })).toHaveAttribute('aria-current', 'true');
    const web = screen.getByRole('group', { name: 'Suite web' });
    expect(within(web).getAllByRole('button')).toHaveLength(1);
  });

  it('shows what a workload needs and measures', () => {
    show([WRITER]);
    expect(screen.getByText('libreoffice-writer fonts-liberation2')).toBeInTheDocument();
    expect(screen.getByText('linux, windows')).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /frame-gap/ });
    expect(row).toHaveTextContent('Pause between framesmslowerp95');
  });

  it('shows what an iteration costs, where it was measured', () => {
    show([WRITER, BROKEN]);
    const cost = screen.getByRole('table', { name: 'Cost of an iteration' });
    expect(cost).toHaveTextContent('CPU time2.4 s');
    expect(cost).toHaveTextContent('Memory of a session312 MB');
    expect(cost).toHaveTextContent('Written to disk8.8 MB');
    expect(screen.getByText(/Some CPU, 2 cores/)).toBeInTheDocument();
  });

  it('shows operations with their film strips, which lead to their timings', async () => {
    show([WRITER], '/workloads', [STRIP]);
    const picture = await screen.findByRole('img', { name: 'Film strip of open in run r-1 (ok): show the timing' });
    expect(picture).toHaveAttribute('src', '/api/v1/runs/r-1/evidence/s003-0014-office-writer-open-ok-strip.png');
    expect(picture.closest('a')).toHaveAttribute('href', '/runs/r-1/results?tab=timings&timing=3.14');
    expect(within(screen.getByRole('row', { name: /^modify/ })).queryByRole('img')).toBeNull();
  });

  it.each(['alone', 'a/b/c'])('shows the film strips of %s', async id => {
    show([{ ...WRITER, id }], '/workloads', [STRIP]);
    await screen.findByRole('img', { name: 'Film strip of open in run r-1 (ok): show the timing' });
    expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).toContain(
      `/api/v1/workloads/film-strips?workload=${encodeURIComponent(id)}`,
    );
  });

  it('says how film strips come about where there are none', async () => {
    show([WRITER]);
    expect(await screen.findByText(/No run has a film strip of these operations/)).toBeInTheDocument();
  });

  it('tells what is wrong with a broken one', async () => {
    show([WRITER, BROKEN]);
    await userEvent.click(screen.getByRole('button', { name: /office\/broken/ }));
    expect(screen.getByText(/line 7, column 3/)).toHaveTextContent('operations[0].until: must not be empty');
  });

  it('opens the one in the address and says so where there is none', () => {
    show([WRITER], '/workloads?id=office/gone');
    expect(screen.getByText(/Workload office\/gone not found/)).toBeInTheDocument();
  });
});

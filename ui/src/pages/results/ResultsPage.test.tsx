import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Distribution, HeatMap, Series, TimingDetail, TimingPage } from '../../api/types';
import { clipDetails, metricDetails, report, reportWithClip, reportWithMetric, seconds, timing } from './fixture';
import ResultsPage from './ResultsPage';
import { answer, pageOf, type Answers, show } from './testing';

// A canvas is nothing that jsdom could draw on; a chart here is a button that clicks on the first point of a series.
vi.mock('../../charts/Chart', () => ({
  Chart: ({ label, onPoint }: { label: string; onPoint?: (point: object) => void }) => (
    <button
      type="button"
      aria-label={label}
      onClick={() => onPoint?.({ series: 'A', index: 0, data: { value: [4, 180, 1] } })}
    />
  ),
}));

const summary = {
  id: 'r-1',
  title: 'RDSH on xrdp',
  profile: 'rdsh',
  load: 'find-max',
  state: 'finished',
  stateTitle: 'Finished',
  ended: true,
  valid: true,
  createdAt: '2026-11-21T18:10:05Z',
  endedAt: '2026-11-21T18:30:32Z',
  reasons: [],
  capacity: null,
};
const series: Series = {
  from: '2026-11-21T18:10:00Z',
  to: '2026-11-21T18:30:00Z',
  bucketSeconds: 6,
  lines: [
    {
      key: 'A',
      group: 'A',
      points: [{ at: '2026-11-21T18:12:00Z', count: 3, failed: 0, p50Ms: 1, p95Ms: 2, maxMs: 3 }],
    },
  ],
};
const distribution: Distribution = {
  loadPoint: 3,
  sessions: 8,
  lines: [
    {
      key: 'A',
      group: 'A',
      count: 3,
      failed: 0,
      notDelivered: 0,
      p50Ms: 1,
      p90Ms: 2,
      p95Ms: 2,
      p99Ms: 3,
      maxMs: 3,
      ecdf: [{ ms: 1, share: 1 }],
    },
  ],
};
const heat: HeatMap = {
  from: series.from,
  to: series.to,
  columnSeconds: 10,
  columns: 120,
  sessions: [0],
  thresholdMs: 1000,
  row: [0],
  column: [0],
  p95Ms: [100],
  count: [3],
  failed: [0],
};
const detail: TimingDetail = {
  timing: timing(),
  intendedAt: '2026-11-21T18:10:12.123Z',
  firedMs: 100,
  lastWithoutMs: 400,
  shownMs: 500,
  pictures: [],
  frames: [],
  worst: null,
  gesture: null,
};
const page: TimingPage = { total: 1, offset: 0, timings: [timing()] };
const answers = (over: Answers = {}): Answers => ({
  '/runs': pageOf([summary]),
  '/runs/r-1/report': report(),
  '/runs/r-1/series': series,
  '/runs/r-1/distribution': distribution,
  '/runs/r-1/heatmap': heat,
  '/runs/r-1/resources': { bucketSeconds: 5, agents: [] },
  '/runs/r-1/timings': page,
  '/runs/r-1/timings/0/5': detail,
  ...over,
});
const open = (tail = '') => show(<ResultsPage />, '/runs/:id/results', `/runs/r-1/results${tail}`);

afterEach(() => vi.unstubAllGlobals());

describe('the results of a run', () => {
  it('say the verdict in one sentence, with the capacity and its interval', async () => {
    answer(answers());
    open();
    const verdict = within(await screen.findByRole('region', { name: 'Verdict' }));
    expect(verdict.getByText('This platform holds 8 sessions: group A broke its threshold at 12.')).toBeVisible();
    expect(verdict.getByText('between 8 and 11')).toBeVisible();
    expect(verdict.queryByRole('alert')).toBeNull();
    expect(within(screen.getByRole('region', { name: 'Expectations' })).getByText('not met')).toBeVisible();
  });

  it('answer the questions of their reader in their order, and list them', async () => {
    answer(answers());
    open();
    const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
    const titles = [
      'What came out',
      'Can I believe it',
      'What limited it',
      'How it grew with load',
      'Where the time went',
      'Evidence',
      'Set-up and configuration',
      'Files and exports',
    ];
    expect(contents.getAllByRole('link').map(link => link.textContent)).toEqual(titles);
    expect(screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)).toEqual(titles);
    for (const link of contents.getAllByRole('link')) {
      const part = document.querySelector(link.getAttribute('href') ?? '');
      expect(part).toHaveAccessibleName(link.textContent ?? '');
    }
    // Each panel stands in the part that its question belongs to, and none is missing.
    const inPart = Object.fromEntries(
      titles.map(title => [
        title,
        within(screen.getByRole('region', { name: title }))
          .queryAllByRole('region')
          .map(region => region.getAttribute('aria-label'))
          .filter(name => name !== null && !name.endsWith('scrollable')),
      ]),
    );
    expect(inPart).toMatchObject({
      'What came out': ['Verdict', 'Expectations'],
      'Can I believe it': ['Validity', 'What was planned, and how it ended', 'What was planned, and how it ended'],
      'What limited it': ['Resources over time'],
      'How it grew with load': ['p95 over sessions', 'Load points'],
      'Where the time went': [
        'Response over time',
        'Distribution',
        'Percentiles per operation',
        'Operations',
        'Sessions over time',
      ],
      Evidence: ['Sessions and timings'],
      'Set-up and configuration': expect.arrayContaining(['Configuration']) as string[],
    });
    const files = within(screen.getByRole('region', { name: 'Files and exports' }));
    expect(files.getByRole('link', { name: 'Report (PDF)' })).toHaveAttribute('href', '/api/v1/runs/r-1/report.pdf');
  });

  it('show what each load point planned, and how it ended', async () => {
    answer(answers());
    open();
    const section = (await screen.findAllByRole('region', { name: 'What was planned, and how it ended' }))[0]!;
    const rows = within(section).getAllByRole('row');
    expect(rows).toHaveLength(1 + report().loadPoints.flatMap(point => point.account).length);
    expect(rows[1]).toHaveTextContent(/group A/);
  });

  it('show what it was judged by, and each metric in four ways', async () => {
    const asked = answer(
      answers({ '/runs/r-1/report': reportWithMetric(), '/runs/r-1/metrics/picture-similarity': metricDetails() }),
    );
    open();
    const verdict = within(await screen.findByRole('region', { name: 'Verdict' }));
    expect(verdict.getByText('Similarity of the picture')).toBeVisible();
    const criteria = within(screen.getByRole('table', { name: 'Criteria' }));
    expect(criteria.getAllByText('at least 0.95')).toHaveLength(3);
    expect(criteria.getByText('fail')).toBeVisible();
    for (const view of ['over sessions', 'over time', 'distribution']) {
      expect(await screen.findByRole('region', { name: `Similarity of the picture: ${view}` })).toBeVisible();
    }
    const sessions = await screen.findByRole('table', { name: 'Similarity of the picture: per session' });
    expect(within(sessions).getAllByText('–').length).toBeGreaterThan(0);
    expect(asked.filter(url => url.startsWith('/runs/r-1/metrics/')).length).toBe(1);
  });

  it('show each second of the worst session of a clip, the load points, and the way to what was heard', async () => {
    const samples = seconds();
    const asked = answer(
      answers({
        '/runs/r-1/report': reportWithClip(),
        '/runs/r-1/metrics/av-skew': clipDetails(),
        '/runs/r-1/samples': (query: URLSearchParams) => samples[query.get('metric') ?? ''],
        '/runs/r-1/evidence': [
          {
            name: 's001-0005-av-sync-play-ok-worst-sound.wav',
            session: 1,
            sequence: 5,
            workload: 'av/sync',
            operation: 'play',
            outcome: 'ok',
          },
        ],
      }),
    );
    open();
    const title = 'How much earlier than its picture sound is heard';
    const box = within(await screen.findByRole('region', { name: `${title}: each sample of a session` }));
    expect(
      await box.findByRole('button', {
        name: `${title} of session 1 over time: 3 known samples, 2 unknown, 1 with sound-dropout, 0 with video-freeze`,
      }),
    ).toBeVisible();
    expect(box.getByText('2 × no sound came')).toBeVisible();
    expect(box.getByText(/good -60.0 ms to 40.0 ms \(EBU R37\)/)).toBeVisible();
    expect(asked.filter(url => url.startsWith('/runs/r-1/samples?'))).toHaveLength(3);
    await userEvent.click(box.getByRole('button', { name: /^Show table/ }));
    expect(box.getByRole('table')).toHaveTextContent('no sound came');
    expect(screen.getByRole('region', { name: `${title}: load points` })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'session 1, no. 5: av/sync/play' }));
    expect(screen.getByTestId('where')).toHaveTextContent('timing=1.5');
  });

  it('show no metrics where none are measured', async () => {
    answer(answers());
    open();
    await screen.findByRole('region', { name: 'Verdict' });
    expect(screen.queryByRole('region', { name: 'Metrics' })).toBeNull();
  });

  it('say of an invalid run first that it is, and cross its capacity out', async () => {
    const invalid = report();
    invalid.verdict = { ...invalid.verdict, valid: false, reasons: ['harnessCpu: too much'] };
    answer(answers({ '/runs/r-1/report': invalid }));
    open();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('do not use its results');
    expect(alert).toHaveTextContent('harnessCpu: too much');
    expect(screen.getByText('8', { selector: 'del' })).toBeVisible();
    expect(screen.getAllByText('invalid run: do not use').length).toBeGreaterThan(2);
  });

  it('leave what does not count out of the charts over time when asked', async () => {
    const asked = answer(answers());
    open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Steady operations only' }));
    expect(screen.getByTestId('where')).toHaveTextContent('counted=true');
    await waitFor(() => {
      expect(asked).toContain('/runs/r-1/series?by=group&steady=true&buckets=200');
      expect(asked).toContain('/runs/r-1/heatmap?group=A&steady=true&columns=120');
    });
  });

  it('lead from a point of the chart over sessions to its load point', async () => {
    const asked = answer(answers());
    open();
    await userEvent.click(await screen.findByLabelText(/^p95 over sessions\. /));
    expect(screen.getByTestId('where')).toHaveTextContent('point=1');
    await waitFor(() => expect(asked).toContain('/runs/r-1/distribution?by=group&loadPoint=1'));
  });

  it('lead from a point in time to its timings, the slowest of which is opened', async () => {
    const asked = answer(answers());
    open();
    await userEvent.click(await screen.findByLabelText(/^Response over time, /));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Timing 5 of session 0/)).toBeInTheDocument();
    expect(asked.find(url => url.startsWith('/runs/r-1/timings?'))).toContain(
      'group=A&from=2026-11-21T18%3A12%3A00.000Z&to=2026-11-21T18%3A12%3A06.000Z',
    );
    expect(screen.getByTestId('where')).toHaveTextContent('timing=0.5');
  });

  it('show a timing by its address: response as an interval, instants, why there is no picture', async () => {
    answer(answers());
    open('?timing=0.5');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/resolution 100 ms, earliest 300 ms/)).toBeInTheDocument();
    expect(dialog.getByText('last known without the response')).toBeInTheDocument();
    expect(dialog.getByText(/evidence: all/)).toBeInTheDocument();
  });

  it('show the pictures of a timing with the times of its frames', async () => {
    const picture = {
      name: 's000-0005-strip.png',
      session: 0,
      sequence: 5,
      workload: 'office/calc',
      operation: 'open',
      outcome: 'ok',
    };
    const frames = [
      { atMs: -12, label: 'before the input' },
      { atMs: 400, label: 'shown' },
    ];
    answer(answers({ '/runs/r-1/timings/0/5': { ...detail, pictures: [picture], frames } }));
    open('?timing=0.5');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('img', { name: /2 frames/ })).toHaveAttribute(
      'src',
      '/api/v1/runs/r-1/evidence/s000-0005-strip.png',
    );
    expect(dialog.getByText('400 ms: shown')).toBeInTheDocument();
  });

  it('show the paths of gestures, and lead to their operations', async () => {
    const gesture = {
      late: true,
      figures: ['lag p50: 90.0 ms, p95: 151.2 ms'],
      picture: 'a-gesture-path.png',
      strip: 'a-gesture-strip.png',
      frames: [{ atMs: 612, label: 'shown' }],
    };
    answer(
      answers({
        '/runs/r-1/evidence': [
          {
            name: 'a-gesture-path.png',
            session: 0,
            sequence: 5,
            workload: 'ue/drag',
            operation: 'drag',
            outcome: 'ok',
          },
        ],
        '/runs/r-1/timings/0/5': { ...detail, gesture },
      }),
    );
    open();
    const section = within(await screen.findByRole('region', { name: 'Paths of gestures' }));
    expect(section.getByRole('img')).toHaveAttribute('src', '/api/v1/runs/r-1/evidence/a-gesture-path.png');
    await userEvent.click(section.getByRole('button', { name: /session 0, no. 5: ue\/drag\/drag/ }));
    const path = within(await screen.findByRole('region', { name: 'Path of the gesture' }));
    expect(path.getByText('lag p50: 90.0 ms, p95: 151.2 ms')).toBeInTheDocument();
    const [picture, strip] = path.getAllByRole('img');
    expect(picture).toHaveAttribute('src', '/api/v1/runs/r-1/evidence/a-gesture-path.png');
    expect(strip).toHaveAttribute('src', '/api/v1/runs/r-1/evidence/a-gesture-strip.png');
    expect(path.getByText('612 ms: shown')).toBeInTheDocument();
  });

  it('show the film strip of a gesture whose path did not fit into the limits of evidence', async () => {
    const gesture = { late: true, figures: [], picture: '', strip: 'a-gesture-strip.png', frames: [] };
    answer(answers({ '/runs/r-1/timings/0/5': { ...detail, gesture } }));
    open('?timing=0.5');
    const path = within(await screen.findByRole('region', { name: 'Path of the gesture' }));
    expect(path.getAllByRole('img')).toHaveLength(1);
    expect(path.getByRole('img')).toHaveAttribute('src', '/api/v1/runs/r-1/evidence/a-gesture-strip.png');
  });

  it('let hear and see the worst second of a clip, and say what is missing', async () => {
    const worst = {
      number: 7,
      bad: true,
      figures: ['av-skew: -212.0 ms ± 3.1', 'sound-dropout: unknown: no sound came'],
      sound: 'a-worst-sound.wav',
      picture: 'a-worst-sound.png',
      strip: null,
      frames: [],
      missing: ['No film strip: no frame came'],
    };
    answer(answers({ '/runs/r-1/timings/0/5': { ...detail, worst } }));
    open('?timing=0.5');
    const dialog = within(await screen.findByRole('dialog'));
    const part = within(await dialog.findByRole('region', { name: 'Worst second' }));
    expect(part.getByLabelText('Sound around second 7')).toHaveAttribute(
      'src',
      '/api/v1/runs/r-1/evidence/a-worst-sound.wav',
    );
    expect(part.getByRole('img', { name: /^What was heard around second 7/ })).toHaveAttribute(
      'src',
      '/api/v1/runs/r-1/evidence/a-worst-sound.png',
    );
    expect(part.getByText('av-skew: -212.0 ms ± 3.1')).toBeInTheDocument();
    expect(part.getByText('No film strip: no frame came.')).toBeInTheDocument();
  });

  it('say in words that nothing was measured', async () => {
    const stopped = report();
    stopped.loadPoints = [];
    stopped.operations = [];
    stopped.verdict = { ...stopped.verdict, capacity: null, capacityInterval: null, limitedBy: null, valid: false };
    answer(answers({ '/runs': pageOf([{ ...summary, state: 'stopped' }]), '/runs/r-1/report': stopped }));
    open();
    expect(await screen.findByText('No verdict')).toBeVisible();
    expect(screen.getByText('No load point measured')).toBeVisible();
    expect(screen.getByText(/The run was stopped before/)).toBeVisible();
  });

  it('wait for the end of a run that goes on, without asking for its report', async () => {
    const asked = answer(answers({ '/runs': pageOf([{ ...summary, ended: false, state: 'steady' }]) }));
    open();
    expect(await screen.findByText('Run in progress')).toBeVisible();
    expect(asked).toEqual(['/runs']);
  });

  it('know the state of a run that is older than those of the list', async () => {
    const older = (query: URLSearchParams) =>
      pageOf(query.get('text') === 'r-1' ? [{ ...summary, state: 'invalid' }] : []);
    const asked = answer(answers({ '/runs': older }));
    open();
    expect(await screen.findByText('Invalid')).toBeVisible();
    expect(asked).toContain('/runs?text=r-1&limit=1');
  });

  it('say that there is no such run', async () => {
    answer({ '/runs': pageOf([]) });
    open();
    expect(await screen.findByText('Run r-1 not found')).toBeVisible();
  });

  it('keep the filter of the raw timings in the address and ask the controller for the page', async () => {
    const asked = answer(answers());
    open('?tab=timings&outcome=timeout&sort=lagMs&page=2');
    const table = await screen.findByLabelText('Raw timings', { selector: 'table' });
    expect(asked.find(url => url.startsWith('/runs/r-1/timings?'))).toBe(
      '/runs/r-1/timings?sort=lagMs&desc=true&outcome=timeout&offset=200&limit=100',
    );
    expect(within(table).getByRole('columnheader', { name: 'Schedule lag' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await userEvent.click(within(table).getByRole('button', { name: 'Response' }));
    expect(screen.getByTestId('where').textContent).toMatch(/outcome=timeout/);
    expect(screen.getByTestId('where').textContent).not.toMatch(/sort=|page=/);
  });
});

import type { MetricDetails, Report, ReportMetric, ReportPoint, Sample, SamplePage, Timing } from '../../api/types';

const point = (index: number, sessions: number, pass: boolean, p95A: number | null): ReportPoint => ({
  index,
  sessions,
  pass,
  verdict: pass ? 'PASS' : 'FAIL',
  extensions: 0,
  brief: false,
  notJudged: null,
  discarded: 0,
  groups: {
    A: {
      count: 22 * sessions,
      failed: p95A === null ? 9 : 0,
      skipped: 0,
      notDelivered: 0,
      p50Ms: 60,
      p95Ms: p95A,
      p95WorstMs: p95A,
      p95Ci: p95A === null ? [900, null] : [0.8 * p95A, 1.2 * p95A],
    },
    B: {
      count: 4 * sessions,
      failed: 0,
      skipped: 0,
      notDelivered: 0,
      p50Ms: 520,
      p95Ms: 2100,
      p95Ci: [1900, 2300],
      p95WorstMs: 2100,
    },
  },
  logons: { count: sessions, failed: 0, notDelivered: 0, p50Ms: 700, p95Ms: 900, p95Ci: [800, 1000] },
  desktopsWithinThresholds: pass ? sessions : 1,
  limitedBy: pass
    ? null
    : {
        group: 'A',
        workload: 'office/calc',
        operation: 'entry',
        count: 22 * sessions,
        failed: 9,
        p95Ms: p95A,
        share: 0.4,
        thresholdMs: 1000,
        criterion: 'groupA.p95',
        title: '95th percentile of group A',
        unit: 'ms',
        statistic: 'p95',
        value: p95A,
        limit: 1000,
      },
  failure: null,
  lostOperations: 0,
  missingTimings: 0,
  endedEarly: null,
  leastWorking: sessions,
  meanWorking: sessions,
  outcomes: { ok: 26 * sessions, timeout: 0 },
  account: [
    {
      of: 'A',
      planned: 22 * sessions,
      ok: 22 * sessions - (p95A === null ? 9 : 0),
      slow: 0,
      failed: p95A === null ? 9 : 0,
      notReached: 0,
      lost: 0,
      notDelivered: 0,
      unknown: 0,
      endedEarly: 0,
    },
  ],
  withoutTiming: [],
  scheduleLagP95Ms: 38.3,
  startedAt: `2026-11-21T18:${10 + 5 * index}:00Z`,
  endedAt: `2026-11-21T18:${14 + 5 * index}:00Z`,
  resources: {
    cpuPct: 40 * index,
    cpuMaxPct: 45 * index,
    memUsedMb: 3600,
    memTotalMb: 24_000,
    diskReadMbPerS: 0,
    diskWrittenMbPerS: 1.5,
    networkReceivedMbPerS: null,
    networkSentMbPerS: null,
  },
  harness: {
    cpuPct: 5,
    memMb: 450,
    generatorHost: 'farm',
    generatorHostCpuPct: 30,
    generatorCpuPct: 5,
    generatorPauseMs: null,
  },
  criteria: [],
  metrics: [],
});

/** A run as the controller reports it: three load points, the last of which failed. For tests. */
export function report(): Report {
  return {
    run: {
      id: 'r-1',
      profile: 'rdsh',
      title: 'RDSH on xrdp',
      mode: 'remote',
      seed: 1,
      startedAt: '2026-11-21T18:10:05Z',
      endedAt: '2026-11-21T18:30:32Z',
    },
    verdict: {
      capacity: 8,
      capacityInterval: [8, 11],
      limitedBy: 'A',
      limitedByOperation: 'office/calc/entry',
      failure: null,
      sentence: 'This platform holds 8 sessions: group A broke its threshold at 12.',
      valid: true,
      reasons: [],
      sessionsPerCore: 4,
      remarks: [],
    },
    thresholds: { A: 1000, B: 6000 },
    configuration: { Load: 'find-max', 'Think time': '0.5 s ± 50 %' },
    loadPoints: [point(1, 4, true, 180), point(2, 12, false, null), point(3, 8, true, 640)],
    operations: [
      {
        workload: 'office/calc',
        operation: 'entry',
        group: 'A',
        sessions: 8,
        count: 32,
        failed: 0,
        skipped: 0,
        notDelivered: 0,
        p50Ms: 160,
        p95Ms: 176,
        p99Ms: 180,
        resolutionP95Ms: 5.7,
        handled: 0,
      },
      {
        workload: 'office/calc',
        operation: 'open',
        group: 'B',
        sessions: 8,
        count: 8,
        failed: 1,
        skipped: 0,
        notDelivered: 0,
        p50Ms: 2100,
        p95Ms: 2144,
        p99Ms: 2144,
        resolutionP95Ms: 11.7,
        handled: 0,
      },
    ],
    agents: [{ id: 'agent-1', host: 'vm', version: '1.0', sessions: 12, facts: { os: 'Linux', cpus: '2' } }],
    environment: { 'controller.java': '17.0.15' },
    setup: {
      mode: 'remote',
      desktop: '1280x800',
      thinkMeanMs: 500,
      thinkSpreadPct: 50,
      workloads: { 'office/calc': '5f3a' },
      shares: {},
    },
    stages: [],
    evidence: [],
    expectations: [
      {
        metric: 'capacity',
        expected: '>= 10',
        state: 'not met',
        seen: 8,
        unit: 'sessions',
        words: 'capacity 8 sessions (8 – 11)',
      },
    ],
    validity: [
      {
        check: 'harnessCpu',
        kept: true,
        value: 5,
        bound: 25,
        unit: '%',
        words: "Deskmeter's own share of all cores at 12 sessions: 5 % (bound: at most 25 %)",
      },
    ],
    sessions: [
      {
        loadPoint: 1,
        session: 0,
        agent: 'agent-1',
        discarded: false,
        operations: 26,
        failed: 0,
        p50AMs: 59.9,
        p95AMs: 184,
        p50BMs: 522,
        p95BMs: 2144,
        logonMs: 3612,
        missing: 0,
        workloads: ['office/calc'],
        skipped: 0,
        notDelivered: 0,
        logonQueuedMs: null,
        iterations: 2,
      },
    ],
    metrics: [],
    calibration: null,
  };
}

/** The same run with a metric that has a limit, which the load point of 12 sessions breaks. For tests. */
export function reportWithMetric(): Report {
  const whole = report();
  return {
    ...whole,
    verdict: { ...whole.verdict, limitedBy: 'picture-similarity', limitedByOperation: 'office/calc/open' },
    loadPoints: whole.loadPoints.map(one => {
      const kept = one.sessions < 12;
      const value = kept ? 0.98 : 0.61;
      const interval: [number, number] = [value - 0.01, value + 0.01];
      const figures = { count: 26 * one.sessions, failed: 0, unknown: 1, value, interval };
      return {
        ...one,
        criteria: [
          {
            criterion: 'picture-similarity',
            title: 'Similarity of the picture',
            unit: '1',
            better: 'higher',
            statistic: 'p5',
            limit: 0.95,
            judged: true,
            kept,
            verdict: kept ? 'PASS' : 'FAIL',
            best: value,
            worst: value,
            reason: '',
            ...figures,
          },
        ],
        metrics: [
          { metric: 'picture-similarity', mean: value, p5: value, p50: value, p95: value, reason: '', ...figures },
        ],
      };
    }),
    metrics: [
      {
        id: 'picture-similarity',
        title: 'Similarity of the picture',
        unit: '1',
        better: 'higher',
        statistic: 'p5',
        source: 'picture-similarity',
        limit: 0.95,
        operations: ['office/calc/open'],
        bands: [],
        events: false,
      },
    ],
  };
}

/** One metric over time, as a distribution and per session. For tests. */
export const metricDetails = (): MetricDetails => ({
  metric: {
    id: 'picture-similarity',
    title: 'Similarity of the picture',
    unit: '1',
    better: 'higher',
    statistic: 'p5',
    statisticUnit: '1',
    limit: 0.95,
  },
  loadPoint: 3,
  series: {
    from: '2026-11-21T18:10:00Z',
    to: '2026-11-21T18:30:00Z',
    bucketSeconds: 6,
    points: [
      { at: '2026-11-21T18:12:00Z', count: 3, unknown: 1, min: 0.9, p5: 0.9, p50: 0.95, p95: 0.99, max: 0.99 },
      { at: '2026-11-21T18:12:06Z', count: 0, unknown: 2, min: null, p5: null, p50: null, p95: null, max: null },
    ],
  },
  distribution: {
    count: 4,
    failed: 1,
    unknown: 1,
    steps: [
      { value: 0.9, share: 0.5 },
      { value: 0.99, share: 1 },
    ],
  },
  sessions: [{ session: 0, count: 4, failed: 1, unknown: 1, value: null, p5: null, p50: 0.95, p95: 0.99 }],
  bands: [],
});

const BANDS = [
  { title: 'good', low: -60, high: 40, source: 'EBU R37' },
  { title: 'not noticed', low: -125, high: 45, source: 'ITU-R BT.1359-1' },
  { title: 'acceptable', low: -185, high: 90, source: 'ITU-R BT.1359-1' },
];

const clipMetric = (id: string, unit: string, statistic: string): ReportMetric => ({
  id,
  title: id === 'av-skew' ? 'How much earlier than its picture sound is heard' : id,
  unit,
  better: 'lower',
  statistic,
  source: id,
  limit: null,
  operations: ['av/sync/play'],
  bands: id === 'av-skew' ? BANDS : [],
  events: id === 'sound-dropout' || id === 'video-freeze',
});

/** The same run with a clip that was played: skew with bands, and two metrics that tell of events. For tests. */
export function reportWithClip(): Report {
  const whole = report();
  const figures = { mean: 10, p5: -90, p50: 10, p95: 80, interval: [0.8, 1] as [number, number], reason: '' };
  return {
    ...whole,
    metrics: [
      clipMetric('av-skew', 'ms', 'within -185.0 to 90.0, share 0.95'),
      clipMetric('sound-dropout', '%', 'mean'),
      clipMetric('video-freeze', '%', 'mean'),
    ],
    loadPoints: whole.loadPoints.map(one => ({
      ...one,
      metrics: [{ metric: 'av-skew', count: 8, failed: 1, unknown: 2, value: 0.9, ...figures }],
    })),
  };
}

/** Its skew: two sessions of the load point. For tests. */
export const clipDetails = (): MetricDetails => ({
  ...metricDetails(),
  metric: {
    id: 'av-skew',
    title: 'How much earlier than its picture sound is heard',
    unit: 'ms',
    better: 'lower',
    statistic: 'within -185.0 to 90.0, share 0.95',
    statisticUnit: '1',
    limit: null,
  },
  sessions: [
    { session: 0, count: 5, failed: 0, unknown: 0, value: 1, p5: 1, p50: 10, p95: 20 },
    { session: 1, count: 3, failed: 0, unknown: 2, value: 0.6, p5: -200, p50: 10, p95: 20 },
  ],
  bands: [{ loadPoint: 3, within: [3, 2, 1], beyond: 1 }],
});

/** One second of a metric of a clip. For tests. */
export const second = (metric: string, at: number, value: number | null, unknown = ''): Sample => ({
  loadPoint: 3,
  session: 1,
  sequence: at + 1,
  iteration: 0,
  steady: true,
  workload: 'av/sync',
  operation: 'play',
  metric,
  timing: 5,
  at: `2026-11-21T18:25:${String(10 + at).padStart(2, '0')}Z`,
  durationMs: 1000,
  value,
  uncertainty: value === null ? null : 2,
  noBetterThan: null,
  unknown,
});

/** The seconds of a session: two in bands, one far beyond all, two unknown; one dropout. For tests. */
export const seconds = (): Record<string, SamplePage> => {
  const page = (samples: Sample[]): SamplePage => ({ total: samples.length, offset: 0, samples });
  return {
    'av-skew': page([
      second('av-skew', 0, 10),
      second('av-skew', 1, -100),
      second('av-skew', 2, 2000),
      second('av-skew', 3, null, 'no sound came'),
      second('av-skew', 4, null, 'no sound came'),
    ]),
    'sound-dropout': page([
      second('sound-dropout', 0, 0),
      second('sound-dropout', 1, 6.1),
      second('sound-dropout', 2, 0),
      second('sound-dropout', 3, null, 'no sound came'),
      second('sound-dropout', 4, null, 'no sound came'),
    ]),
    'video-freeze': page([second('video-freeze', 0, 0)]),
  };
};

/** A timing that was answered; in parts another one. For tests. */
export const timing = (over: Partial<Timing> = {}): Timing => ({
  loadPoint: 1,
  session: 0,
  sequence: 5,
  iteration: 0,
  steady: true,
  workload: 'office/calc',
  operation: 'open',
  group: 'B',
  outcome: 'ok',
  firedAt: '2026-11-21T18:10:12.223Z',
  responseMs: 400,
  resolutionMs: 100,
  lagMs: 100,
  thinkMs: 500,
  detail: '',
  handled: 0,
  ...over,
});

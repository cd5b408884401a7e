import type {
  LiveMetric,
  ReportAccountLine,
  ReportCriterion,
  ReportPoint,
  RunSnapshot,
  SessionView,
  StageDetail,
  Timing,
} from '../../api/types';

/** Made-up states for tests. */
export function aSession(session: number, over: Partial<SessionView> = {}): SessionView {
  return {
    session,
    agent: 'agent-1',
    state: 'working',
    iteration: 2,
    detail: '',
    working: 'office/writer/save',
    workingSince: '2026-11-21T10:05:00Z',
    lastOperation: 'office/writer/browse',
    lastOutcome: 'ok',
    lastMs: 240,
    lastGroup: 'A',
    ...over,
  };
}

export function aStage(number: number, state: string, over: Partial<StageDetail> = {}): StageDetail {
  return {
    number,
    state,
    title: state,
    startedAt: `2026-11-21T10:0${number % 10}:00Z`,
    endedAt: `2026-11-21T10:0${(number % 10) + 1}:00Z`,
    done: 4,
    of: 4,
    what: 'warmed up',
    messages: [],
    findings: [],
    ...over,
  };
}

export function aPoint(index: number, sessions: number, over: Partial<ReportPoint> = {}): ReportPoint {
  const p95Ci: [number, number | null] = [350, 450];
  const group = { count: 100, failed: 0, skipped: 0, notDelivered: 0, p50Ms: 200, p95Ms: 400, p95Ci, p95WorstMs: 400 };
  return {
    index,
    sessions,
    verdict: 'PASS',
    pass: true,
    extensions: 0,
    brief: false,
    endedEarly: null,
    notJudged: null,
    discarded: 0,
    groups: { A: group, B: { ...group, p95Ms: 1800, p95Ci: [1500, null], p95WorstMs: 1800 } },
    logons: { count: sessions, failed: 0, notDelivered: 0, p50Ms: 700, p95Ms: 900, p95Ci: [800, 1000] },
    desktopsWithinThresholds: sessions,
    limitedBy: null,
    failure: null,
    lostOperations: 0,
    missingTimings: 0,
    leastWorking: sessions,
    meanWorking: sessions,
    outcomes: { ok: 200, timeout: 0 },
    account: [anAccount('A', { ok: 100 }), anAccount('B', { ok: 100 }), anAccount('logon', { ok: sessions })],
    withoutTiming: [],
    scheduleLagP95Ms: 3,
    startedAt: '2026-11-21T10:01:00Z',
    endedAt: '2026-11-21T10:05:00Z',
    resources: {
      cpuPct: 40,
      cpuMaxPct: 60,
      memUsedMb: 3600,
      memTotalMb: 24_000,
      diskReadMbPerS: 0,
      diskWrittenMbPerS: 1.5,
      networkReceivedMbPerS: 0,
      networkSentMbPerS: 0,
    },
    harness: {
      cpuPct: 4,
      memMb: 450,
      generatorHost: 'farm',
      generatorHostCpuPct: 30,
      generatorCpuPct: 4,
      generatorPauseMs: null,
    },
    criteria: [],
    metrics: [],
    ...over,
  };
}

/** A line of an account: what is not given did not happen. */
export function anAccount(of: string, ended: Partial<ReportAccountLine>): ReportAccountLine {
  const none = { ok: 0, slow: 0, failed: 0, notReached: 0, lost: 0, notDelivered: 0, unknown: 0, endedEarly: 0 };
  return {
    of,
    planned: Object.values(ended).reduce((sum: number, count) => sum + Number(count), 0),
    ...none,
    ...ended,
  };
}

/** A limit on a metric, as a load point was judged by it. */
export function aCriterion(over: Partial<ReportCriterion> = {}): ReportCriterion {
  return {
    criterion: 'picture-similarity',
    title: 'Similarity of the picture',
    unit: '1',
    better: 'higher',
    statistic: 'p5',
    limit: 0.95,
    value: 0.91,
    interval: [0.9, 0.92],
    best: 0.92,
    worst: 0.9,
    count: 100,
    failed: 0,
    unknown: 2,
    judged: true,
    kept: false,
    verdict: 'FAIL',
    reason: '',
    ...over,
  };
}

/** The running figures of a limit on a metric. */
export function aLiveMetric(over: Partial<LiveMetric> = {}): LiveMetric {
  return {
    metric: 'picture-similarity',
    title: 'Similarity of the picture',
    unit: '1',
    better: 'higher',
    statistic: 'p5',
    limit: 0.95,
    count: 60,
    failed: 0,
    unknown: 1,
    value: 0.91,
    low: 0.9,
    high: 0.92,
    ...over,
  };
}

export function aRun(over: Partial<RunSnapshot> = {}): RunSnapshot {
  return {
    id: 'r1',
    title: 'Office',
    profile: 'office',
    load: 'find-max',
    seed: 7,
    shares: [],
    state: 'steady',
    stateTitle: 'Steady',
    ended: false,
    valid: false,
    reasons: [],
    createdAt: '2026-11-21T10:00:00Z',
    endedAt: null,
    stage: {
      since: '2026-11-21T10:05:00Z',
      loadPoint: 2,
      sessions: 8,
      done: 3,
      of: 8,
      what: 'measured',
      remainingSeconds: 90,
      question: '',
    },
    sessions: [aSession(0), aSession(1, { state: 'lost', detail: 'the desktop closed its connection' })],
    counts: {
      timings: 1200,
      failed: 3,
      skipped: 0,
      harnessErrors: 0,
      duplicates: 0,
      late: 0,
      unknownEvents: 0,
      discarded: 1,
      unusable: 0,
      samples: 0,
      unknownSamples: 0,
      lateSamples: 0,
      handled: 0,
    },
    groups: [
      { group: 'A', count: 60, p95Ms: 420, p95Low: 380, p95High: 500, thresholdMs: 1000 },
      { group: 'B', count: 20, p95Ms: null, p95Low: null, p95High: null, thresholdMs: 3000 },
    ],
    metrics: [],
    loadPoints: [aPoint(1, 4)],
    resources: null,
    capacity: null,
    log: [{ at: '2026-11-21T10:00:01Z', state: 'preparing', message: 'agent-1 has all workloads' }],
    ...over,
  };
}

export function aTiming(sequence: number, over: Partial<Timing> = {}): Timing {
  return {
    loadPoint: 1,
    session: 0,
    sequence,
    iteration: 1,
    steady: true,
    workload: 'office/writer',
    operation: 'save',
    group: 'A',
    outcome: 'ok',
    firedAt: new Date(Date.parse('2026-11-21T10:05:00Z') + sequence * 1000).toISOString(),
    responseMs: 250,
    resolutionMs: 12,
    lagMs: 0,
    thinkMs: 500,
    detail: '',
    handled: 0,
    ...over,
  };
}

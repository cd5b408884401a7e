/** What the controller's REST interface answers, by the names of its schemas. Instants are ISO 8601 strings, times are milliseconds. */

export interface Problem {
  path: string;
  line: number;
  column: number;
  message: string;
}

/** RFC 9457, with what Deskmeter adds: the problems of a document, the version that was saved meanwhile. */
export interface ProblemDetail {
  type?: string;
  title?: string;
  status: number;
  detail?: string;
  problems?: Problem[];
  newestVersion?: number;
  newestYaml?: string;
}

export interface Capacity {
  sessions: number;
  low: number;
  high: number | null;
  thresholdBroken: boolean;
  reason: string;
}

export interface RunSummary {
  id: string;
  title: string;
  profile: string;
  load: string;
  state: string;
  stateTitle: string;
  ended: boolean;
  createdAt: string;
  endedAt: string | null;
  reasons: string[];
  capacity: Capacity | null;
}

export interface StageView {
  since: string;
  sessions: number;
  done: number;
  of: number;
  what: string;
  remainingSeconds: number | null;
}

export interface SessionView {
  session: number;
  agent: string;
  state: string;
  iteration: number;
  detail: string;
  /** What it works on, `office/writer/save`; empty where nobody knows. */
  working: string;
  /** When that began. */
  workingSince: string | null;
  /** The operation that ended last, `office/writer/save`; empty before the first. */
  lastOperation: string;
  /** How that ended, `ok`, `timeout`, ... */
  lastOutcome: string;
  /** Its response; null unless ok. */
  lastMs: number | null;
  /** A, B or C; empty before the first. */
  lastGroup: string;
}

export interface LiveGroup {
  group: string;
  count: number;
  p95Ms: number | null;
  p95Low: number | null;
  p95High: number | null;
  thresholdMs: number;
}

export interface GroupView {
  count: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
  p95Low: number | null;
  p95High: number | null;
}

export interface PointView {
  index: number;
  sessions: number;
  verdict: string;
  pass: boolean;
  extensions: number;
  discarded: number;
  failed: number;
  a: GroupView;
  b: GroupView;
  desktopsWithinThresholds: number;
  limitedBy: string | null;
}

export interface ResourceFact {
  at: string;
  hostCpuPercent: number;
  harnessCpuPercent: number;
  memoryUsedBytes: number;
  memoryTotalBytes: number;
  harnessMemoryBytes: number;
  diskReadBytesPerSecond: number;
  diskWrittenBytesPerSecond: number;
  networkReceivedBytesPerSecond: number;
  networkSentBytesPerSecond: number;
}

export interface RunCounts {
  timings: number;
  failed: number;
  skipped: number;
  harnessErrors: number;
  duplicates: number;
  late: number;
  unknownEvents: number;
  discarded: number;
}

export interface NoteView {
  at: string;
  state: string;
  message: string;
}

/** All that is known of a run at a moment; a later one replaces an earlier one completely. */
export interface RunSnapshot {
  id: string;
  title: string;
  profile: string;
  load: string;
  seed: number;
  state: string;
  stateTitle: string;
  ended: boolean;
  reasons: string[];
  createdAt: string;
  endedAt: string | null;
  stage: StageView;
  sessions: SessionView[];
  counts: RunCounts;
  groups: LiveGroup[];
  loadPoints: PointView[];
  resources: ResourceFact | null;
  capacity: Capacity | null;
  log: NoteView[];
}

export interface StageMessage {
  at: string;
  message: string;
}

export interface StageFinding {
  at: string;
  session: number;
  message: string;
}

export interface StageDetail {
  number: number;
  state: string;
  title: string;
  startedAt: string;
  endedAt: string | null;
  done: number;
  of: number;
  what: string;
  messages: StageMessage[];
  findings: StageFinding[];
}

/** GET /runs/{id}/resources?buckets=300: means over each bucket, `cpuMaxPct` its highest sample. */
export interface ResourceSeries {
  bucketSeconds: number;
  agents: { agent: string; host: string; points: ResourcePoint[] }[];
}

export interface ResourcePoint {
  at: string;
  cpuPct: number;
  cpuMaxPct: number;
  harnessCpuPct: number;
  memUsedMb: number;
  memTotalMb: number;
  diskReadMbPerS: number;
  diskWrittenMbPerS: number;
  networkReceivedMbPerS: number;
  networkSentMbPerS: number;
}

export interface Timing {
  loadPoint: number;
  session: number;
  sequence: number;
  iteration: number;
  steady: boolean;
  workload: string;
  operation: string;
  group: string;
  outcome: string;
  firedAt: string | null;
  responseMs: number | null;
  resolutionMs: number | null;
  lagMs: number | null;
  thinkMs: number;
  detail: string;
}

/** GET /runs/{id}/timings?offset&limit&sort=firedAt|responseMs|lagMs|session&desc&session&operation&outcome&group&loadPoint&steady&minMs&maxMs&from&to */
export interface TimingPage {
  total: number;
  offset: number;
  timings: Timing[];
}

/** GET /runs/{id}/timings/{session}/{sequence}: a timing with its four instants in milliseconds after `intended`. */
export interface TimingDetail {
  timing: Timing;
  /** Wall clock of the intended instant, a label. */
  intendedAt: string | null;
  firedMs: number | null;
  lastWithoutMs: number | null;
  shownMs: number | null;
  pictures: Picture[];
  /** What the filmstrip tells of each of its frames; empty where none is kept. */
  frames: FilmFrame[];
}

/** A frame of the filmstrip, which is one picture: where it lies there, in pixels, and when it was seen, in milliseconds after the input. */
export interface FilmFrame {
  atMs: number;
  label: string;
}

export interface Picture {
  name: string;
  session: number;
  workload: string;
  operation: string;
  outcome: string;
}

/** GET /runs/{id}/sessions/{n}: what one session did, also while the run goes on; the latest 200 timings, newest first. */
export interface SessionDetail {
  session: number;
  agent: string;
  host: string;
  state: string;
  iteration: number;
  detail: string;
  logonMs: number | null;
  timings: Timing[];
}

/** GET /runs/{id}/series?by=group|operation&loadPoint&buckets=200: responses over time, steady or not. */
export interface Series {
  from: string;
  to: string;
  bucketSeconds: number;
  lines: { key: string; group: string; points: SeriesPoint[] }[];
}

export interface SeriesPoint {
  at: string;
  count: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
}

/** GET /runs/{id}/distribution?by=group|operation&loadPoint: steady operations; ECDF at no more than 200 steps, of all, so that failures keep it below 1. */
export interface Distribution {
  loadPoint: number;
  sessions: number;
  lines: DistributionLine[];
}

export interface DistributionLine {
  key: string;
  group: string;
  count: number;
  failed: number;
  p50Ms: number | null;
  p90Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  ecdf: { ms: number; share: number }[];
}

/** GET /runs/{id}/heatmap?group=A|B|C&columns=120: p95 of each session in each span of time, as parallel lists. */
export interface HeatMap {
  from: string;
  to: string;
  columnSeconds: number;
  columns: number;
  sessions: number[];
  thresholdMs: number | null;
  /** Index into `sessions`, index of the column, p95 (null where too many failed), operations, failed of them. */
  row: number[];
  column: number[];
  p95Ms: (number | null)[];
  count: number[];
  failed: number[];
}

// ---------------------------------------------------------------- report.json

export interface Report {
  run: {
    id: string;
    profile: string;
    title: string;
    mode: string;
    seed: number;
    startedAt: string;
    endedAt: string | null;
  };
  verdict: {
    capacity: number | null;
    capacityInterval: [number | null, number | null] | null;
    limitedBy: string | null;
    limitedByOperation: string | null;
    sentence: string;
    valid: boolean;
    reasons: string[];
    sessionsPerCore: number | null;
  };
  thresholds: Record<string, number>;
  configuration: Record<string, string>;
  loadPoints: ReportPoint[];
  operations: ReportOperation[];
  agents: { id: string; host: string; version: string; facts: Record<string, string> }[];
  environment: Record<string, string>;
  expectations: { metric: string; expected: string; state: string; seen: number | null; unit: string; words: string }[];
  validity: { check: string; kept: boolean; value: number | null; bound: number; unit: string; words: string }[];
  sessions: ReportSession[];
}

export interface ReportPoint {
  index: number;
  sessions: number;
  pass: boolean;
  verdict: string;
  extensions: number;
  discarded: number;
  groups: Record<string, ReportGroup>;
  desktopsWithinThresholds: number;
  limitedBy: { group: string; workload: string; operation: string; p95Ms: number | null } | null;
  outcomes: Record<string, number>;
  scheduleLagP95Ms: number | null;
  startedAt: string;
  endedAt: string;
  resources: Record<string, number | null>;
  harness: { cpuPct: number | null; memMb: number | null };
}

export interface ReportGroup {
  count: number;
  failed: number;
  skipped: number;
  p50Ms: number | null;
  p95Ms: number | null;
  p95Ci: [number | null, number | null];
}

export interface ReportOperation {
  workload: string;
  operation: string;
  group: string;
  sessions: number;
  count: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  resolutionP95Ms: number | null;
}

export interface ReportSession {
  loadPoint: number;
  session: number;
  agent: string;
  discarded: boolean;
  operations: number;
  failed: number;
  p50AMs: number | null;
  p95AMs: number | null;
  p50BMs: number | null;
  p95BMs: number | null;
  logonMs: number | null;
}

// ---------------------------------------------------------------- run profiles and checks

/** GET /run-profiles */
export interface ProfileSummary {
  id: string;
  title: string;
  shipped: boolean;
  /** 0 for one that came with the program. */
  version: number;
  savedAt: string | null;
  mode: string;
  load: string;
  target: string;
  workloads: string[];
  /** Why it can no longer be read; empty where it can. */
  broken: string;
}

export interface ProfileVersion {
  id: string;
  version: number;
  savedAt: string;
  removed: boolean;
}

/** POST /run-profiles/validate with a YAML body: its problems, without a look at any other party. */
export interface Validation {
  problems: Problem[];
}

export type Severity = 'error' | 'warning' | 'note';

export interface Finding {
  severity: Severity;
  what: string;
  where: string;
  value: string;
  expected: string;
  remedy: string;
}

/** POST /checks; with `Accept: text/event-stream` as events `finding` (Finding) in the order they are found, then `done` (CheckReport). */
export interface CheckReport {
  profile: string;
  readable: boolean;
  valid: boolean;
  passed: boolean;
  findings: Finding[];
  figures: { what: string; value: string }[];
  tookMillis: number;
}

// ---------------------------------------------------------------- agents and workloads

export interface Agent {
  id: string;
  host: string;
  version: string;
  connected: boolean;
  since: string;
  run: string | null;
  facts: Record<string, string>;
  workloads: Record<string, string>;
  role: string;
  labels: string[];
  /** 0 for none. */
  sessionLimit: number;
  /** Sessions that it has now. */
  sessions: number;
  /** True where it gets no new run. */
  draining: boolean;
  load: AgentLoad | null;
}

export interface AgentLoad {
  at: string;
  cpuPct: number;
  harnessCpuPct: number;
  memUsedMb: number;
  memTotalMb: number;
}

export interface Operation {
  id: string;
  group: string;
  times: number;
}

export interface Landmark {
  name: string;
  width: number;
  height: number;
}

/** Its YAML is at /workloads/{id}/document, its pictures at /workloads/{id}/landmarks/{name}. */
export interface Workload {
  id: string;
  title: string;
  description: string;
  checksum: string;
  operations: Operation[];
  landmarks: Landmark[];
  problems: Problem[];
}

// ---------------------------------------------------------------- comparisons

/** GET /comparisons?runs=a&runs=b&at=12: the first is the baseline. */
export interface Comparison {
  sessions: number;
  baseline: string;
  runs: ComparedRun[];
}

export interface ComparedRun {
  run: string;
  title: string;
  /** Why its responses must not be compared; then there are no differences. */
  refusals: string[];
  remarks: string[];
  baselineCapacity: number | null;
  capacity: number | null;
  capacities: string;
  differences: Difference[];
}

export interface Difference {
  what: string;
  group: string;
  ofGroup: boolean;
  quantile: number;
  baselineMs: number | null;
  otherMs: number | null;
  differenceMs: number | null;
  differenceCi: [number | null, number | null];
  ratio: number | null;
  ratioCi: [number | null, number | null];
  /** How sure it is that the run is slower, 0 to 1. */
  slower: number;
}

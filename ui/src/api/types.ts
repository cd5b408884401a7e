/**
 * What the controller's REST interface answers, by the names of its schemas: `schema.gen.ts` is made from `openapi.json`, which a test of the
 * controller holds against the controller itself. Instants are ISO 8601 strings, times are milliseconds. Nothing is described here a second time.
 */
import type { components, paths } from './schema.gen';

type Schemas = components['schemas'];

/** RFC 9457, with what Deskmeter adds: the problems of a document, the version that was saved meanwhile. */
export type ProblemDetail = Schemas['ProblemDetail'];
/** Of a document; which one is known where it is shown. */
export type Problem = Omit<Schemas['Problem'], 'file'>;

export type Installation = Schemas['Installation'];
export type InstallationList = Schemas['InstallationList'];
export type InstallationStage = Schemas['InstallationStage'];

export type RunSummary = Schemas['RunSummary'];
export type RunSnapshot = Schemas['RunSnapshot'];
export type Capacity = Schemas['Capacity'];
export type StageView = Schemas['StageView'];
export type StageDetail = Schemas['StageDetail'];
export type SessionView = Schemas['SessionView'];
export type SessionDetail = Schemas['SessionDetail'];
export type LiveGroup = Schemas['LiveGroup'];
export type LivePoint = Schemas['LivePoint'];
export type ResourceFact = Schemas['ResourceFact'];
export type ResourceSeries = Schemas['ResourceSeries'];
export type ResourcePoint = Schemas['ResourcePoint'];
export type RunCounts = Schemas['RunCounts'];
export type NoteView = Schemas['NoteView'];

export type Timing = Schemas['Timing'];
export type TimingPage = Schemas['TimingPage'];
export type TimingDetail = Schemas['TimingDetail'];
export type FilmFrame = Schemas['FilmFrame'];
export type WorstSecond = Schemas['WorstSecond'];
export type GesturePath = Schemas['GesturePath'];
export type Picture = Schemas['Picture'];
export type Series = Schemas['Series'];
export type SeriesPoint = Schemas['SeriesPoint'];
export type Distribution = Schemas['Distribution'];
export type DistributionLine = Schemas['DistributionLine'];
export type HeatMap = Schemas['HeatMap'];

export type Report = Schemas['Report'];
export type ReportPoint = Schemas['ReportPoint'];
export type ReportGroup = Schemas['ReportGroup'];
export type ReportAccountLine = Schemas['ReportAccountLine'];
export type ReportOperation = Schemas['OperationSummary'];
export type ReportSession = Schemas['ReportSession'];
export type ReportCriterion = Schemas['ReportCriterion'];
export type ReportMetric = Schemas['ReportMetric'];
export type MetricDetails = Schemas['MetricDetails'];
export type MetricPoint = Schemas['MetricPoint'];
export type MetricSession = Schemas['MetricSession'];
export type Sample = Schemas['Sample'];
export type SamplePage = Schemas['SamplePage'];
export type LiveMetric = Schemas['LiveMetric'];

export type ProfileSummary = Schemas['ProfileSummary'];
export type ProfileVersion = Schemas['ProfileVersion'];
export type Validation = Schemas['Validation'];
export type Finding = Schemas['Finding'];
export type Severity = Finding['severity'];
export type CheckReport = Schemas['CheckReport'];

export type Agent = Schemas['Agent'];
export type AgentLoad = Schemas['AgentLoad'];
export type Operation = Schemas['Operation'];
export type Landmark = Schemas['Landmark'];
export type Workload = Schemas['Workload'];
export type WorkloadMetric = Schemas['WorkloadMetric'];
export type WorkloadCost = Schemas['WorkloadCost'];
export type StripOfOperation = Schemas['StripOfOperation'];
export type Share = Schemas['Share'];
export type WorkloadProfile = Schemas['WorkloadProfile'];
export type Link = Schemas['LinkView'];
export type NewJoinToken = Schemas['NewToken'];
export type Storage = Schemas['Storage'];
export type RunDiskUsage = Schemas['RunDiskUsage'];
export type RetentionRules = Schemas['RetentionRules'];

export type Comparison = Schemas['Comparison'];
export type ComparedRun = Schemas['ComparedRun'];
export type Difference = Schemas['Difference'];
export type MetricDifference = Schemas['MetricDifference'];
export type Trend = Schemas['Trend'];
export type TrendRun = Schemas['TrendRun'];
export type SetupDifference = Schemas['SetupDifference'];

// ---------------------------------------------------------------- calls

type Json<R> = R extends { 200: { content: { 'application/json': infer T } } } ? T : never;

/** Addresses below `/api/v1` that answer JSON to GET, as `/runs/{id}/series`. */
export type Readable = {
  [P in keyof paths]: paths[P] extends { get: { responses: infer R } }
    ? [Json<R>] extends [never]
      ? never
      : P extends `/api/v1${infer Below}`
        ? Below
        : never
    : never;
}[keyof paths];

type Get<P extends Readable> = paths[`/api/v1${P}`] extends { get: infer G } ? G : never;

/** What an address answers. */
export type Answer<P extends Readable> = Get<P> extends { responses: infer R } ? Json<R> : never;

/** What may be asked of an address beside its path; what is null is not asked. */
export type Query<P extends Readable> =
  Get<P> extends { parameters: { query?: infer Q } }
    ? [Q] extends [undefined]
      ? Record<string, never>
      : { [K in keyof Q]: Q[K] | null }
    : never;

/** The parts of an address that are filled in. */
export type Parts<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string | number> & Parts<Rest>
  : unknown;

export type Me = Schemas['Me'];
export type User = Schemas['User'];
export type AddedUser = Schemas['AddedUser'];
export type PasswordLink = Schemas['PasswordLink'];
export type NewApiToken = Schemas['NewApiToken'];

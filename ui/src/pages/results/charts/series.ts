import type { ReportPoint, Series, SeriesPoint } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { CROSS, groupColor, type Hovered, overTime, responseAxisTo, seriesColor, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { counted, duration, number, response, time } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { texts } from '../../../texts/results';

export type Metric = 'p50Ms' | 'p95Ms' | 'maxMs';
type SeriesLine = Series['lines'][number];

/** More lines than that are hard to distinguish. */
export const MOST_LINES = 7;

/** The slowest lines, in their own order; all where they are few. */
export function slowest<T extends { key: string }>(lines: T[], worst: (line: T) => number, most = MOST_LINES): T[] {
  if (lines.length <= most) return lines;
  const kept = new Set([...lines].sort((a, b) => (worst(a) === worst(b) ? 0 : worst(b) - worst(a))).slice(0, most));
  return lines.filter(line => kept.has(line));
}

/** The worst of a line; where so much failed that there is no figure, that is slower than any other. */
export const worstOf = (metric: Metric) => (line: SeriesLine) =>
  Math.max(0, ...line.points.map(point => point[metric] ?? (point.failed > 0 ? Number.POSITIVE_INFINITY : 0)));

const highestOf = (metric: Metric) => (line: SeriesLine) =>
  Math.max(0, ...line.points.map(point => point[metric] ?? 0));

/** Lines of responses over time, crosses at the top for failures, load points as shaded spans. */
export function seriesOption(
  series: Series,
  lines: SeriesLine[],
  metric: Metric,
  loadPoints: ReportPoint[],
  span: { from: string; to: string },
  byGroup: boolean,
  log: boolean,
  look: Look,
): ChartOption {
  const top = 1.15 * Math.max(1, ...lines.map(highestOf(metric)));
  const color = (line: SeriesLine, n: number) => (byGroup ? groupColor(look, line.key) : seriesColor(look, n));
  return {
    ...overTime(span),
    legend: { type: 'scroll', top: 0, data: lines.map(line => line.key) },
    tooltip: { trigger: 'item', formatter: tip(point => hoveredText(lines, point, series.bucketSeconds)) },
    yAxis: responseAxisTo(top, 'response', log),
    series: [
      ...lines.map((line, n) => ({
        id: line.key,
        name: line.key,
        type: 'line',
        color: color(line, n),
        showSymbol: true,
        symbolSize: 5,
        symbol: 'circle',
        connectNulls: false,
        data: line.points.map(point => [Date.parse(point.at), point[metric]]),
        ...(n === 0 ? { markArea: spans(loadPoints, look) } : {}),
      })),
      ...lines.map((line, n) => ({
        id: `${line.key} failed`,
        name: line.key,
        type: 'scatter',
        color: color(line, n),
        symbol: CROSS,
        symbolSize: 9,
        data: failures(line).map(({ point, index }) => [Date.parse(point.at), top, index]),
      })),
    ],
  } as ChartOption;
}

function failures(line: SeriesLine): { point: SeriesPoint; index: number }[] {
  return line.points.map((point, index) => ({ point, index })).filter(({ point }) => point.failed > 0);
}

/** Spans in which load points were held; every second one a little darker, so that neighbours are told apart. */
export function spans(loadPoints: ReportPoint[], look: Look) {
  return {
    silent: true,
    // Below the crosses of what failed.
    label: { color: look.text, fontSize: 11, position: 'insideTop' as const, distance: 12 },
    data: loadPoints.map((point, n) => [
      {
        name: `${number(point.sessions)}`,
        xAxis: Date.parse(point.startedAt),
        itemStyle: { color: look.text, opacity: n % 2 === 0 ? 0.05 : 0.1 },
      },
      { xAxis: Date.parse(point.endedAt) },
    ]),
  };
}

/** The line and the point of it that a mark stands for. */
export function pointOf(
  lines: SeriesLine[],
  mark: Pick<Hovered, 'seriesId' | 'dataIndex'> & { data?: unknown },
): { line: SeriesLine; point: SeriesPoint } | null {
  const failed = lines.find(line => `${line.key} failed` === mark.seriesId);
  const line = failed ?? lines.find(one => one.key === mark.seriesId);
  const index = failed ? Number((mark.data as number[] | undefined)?.[2]) : mark.dataIndex;
  const point = line?.points[index];
  return line && point ? { line, point } : null;
}

function hoveredText(lines: SeriesLine[], hovered: Hovered, bucketSeconds: number): string {
  const found = pointOf(lines, hovered);
  if (!found) return '';
  const { line, point } = found;
  return [
    texts.bucketOf(line.key, time(point.at), duration(bucketSeconds)),
    texts.p50P95Maximum(response(point.p50Ms), response(point.p95Ms), response(point.maxMs)),
    texts.countAndFailed(counted(point.count, 'operation'), number(point.failed)),
    texts.clickToListTheseTimings,
  ].join('\n');
}

export function seriesSheet(lines: SeriesLine[]): Sheet {
  return {
    head: ['at', 'what', 'group', 'count', 'failed', 'p50Ms', 'p95Ms', 'maxMs'],
    rows: lines.flatMap(line =>
      line.points.map(p => [p.at, line.key, line.group, p.count, p.failed, p.p50Ms, p.p95Ms, p.maxMs]),
    ),
  };
}

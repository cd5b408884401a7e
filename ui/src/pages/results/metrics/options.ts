import type { MetricDetails, MetricPoint, Report, ReportMetric } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { overTime, seriesColor, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { counted, number, percent, time } from '../../../format/format';
import { measured } from '../../../format/measured';
import type { Sheet } from '../../../parts/table/sheet';
import { texts } from '../../../texts/metrics';

/** A metric at a load point. */
export interface MetricMark {
  index: number;
  sessions: number;
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  failed: number;
  unknown: number;
}

/** The unit of a metric's statistic: of samples within a band it is a share. */
export const statisticUnit = (metric: Pick<ReportMetric, 'statistic' | 'unit'>): string =>
  metric.statistic.startsWith('within') ? '1' : metric.unit;

/** The marks of a metric by sessions; of points of the same size the earlier one first. */
export function metricMarks(report: Report, metric: string): MetricMark[] {
  return report.loadPoints
    .flatMap(point =>
      point.metrics
        .filter(figures => figures.metric === metric)
        .map(({ value, interval, count, failed, unknown }) => ({
          index: point.index,
          sessions: point.sessions,
          value,
          low: interval[0] ?? null,
          high: interval[1] ?? null,
          count,
          failed,
          unknown,
        })),
    )
    .sort((a, b) => a.sessions - b.sessions || a.index - b.index);
}

/** How little of a ratio's axis is shown at least. */
const LEAST_RATIO = 0.1;

interface Extent {
  min: number;
  max: number;
}

/**
 * Ends of an axis, null where the chart may choose: the limit is in sight, however far the values are from it, and the axis of a ratio, as a similarity,
 * ends at 1.
 */
export function bounds(
  { min, max }: Extent,
  unit: string,
  limit: number | null,
): { [End in keyof Extent]: number | null } {
  const low = Math.min(min, limit ?? min);
  const high = Math.max(max, limit ?? max);
  if (unit === '1' && low >= 0 && high <= 1) return { min: Math.min(low, 1 - LEAST_RATIO), max: 1 };
  const margin = (high - low) * 0.05;
  return { min: low < min ? low - margin : null, max: high > max ? high + margin : null };
}

const axis = (unit: string, limit: number | null) => ({
  type: 'value' as const,
  scale: true,
  min: (extent: Extent) => bounds(extent, unit, limit).min,
  max: (extent: Extent) => bounds(extent, unit, limit).max,
  axisLabel: { formatter: (value: number) => measured(value, unit), hideOverlap: true },
});

/** The limit in the unit of the values; none where it is one of their share. */
const limitOf = (metric: MetricDetails['metric']): number | null =>
  metric.statisticUnit === metric.unit ? metric.limit : null;

/** A dashed line where the limit is. */
const limitLine = (limit: number | null, along: 'xAxis' | 'yAxis', unit: string, look: Look) =>
  limit === null
    ? {}
    : {
        markLine: {
          silent: true,
          symbol: 'none',
          data: [
            {
              [along]: limit,
              lineStyle: { color: look.bad, type: 'dashed' },
              label: { formatter: measured(limit, unit), color: look.text, position: 'insideEndTop' },
            },
          ],
        },
      };

/** Where a mark stands that has no value, as too much failed: where the worst of the others is, or its limit if that is worse; null where there is neither. */
function worstShown(marks: MetricMark[], { better, statistic, limit }: ReportMetric): number | null {
  const shown = [...marks.map(mark => mark.value), limit].filter(value => value !== null);
  const higher = better === 'higher' || statistic.startsWith('within');
  return shown.length === 0 ? null : higher ? Math.min(...shown) : Math.max(...shown);
}

/** The statistic that judges, over the sessions, with its interval as a bar and the limit as a line. */
export function overSessionsOption(marks: MetricMark[], metric: ReportMetric, look: Look): ChartOption {
  const unit = statisticUnit(metric);
  const color = seriesColor(look, 0);
  const worst = worstShown(marks, metric);
  return {
    grid: { left: 72, right: 24, top: 24, bottom: 44 },
    tooltip: { trigger: 'item', formatter: tip(point => markText(marks[point.dataIndex], metric)) },
    xAxis: { type: 'value', name: texts.sessions, nameLocation: 'middle', nameGap: 26, minInterval: 1, scale: true },
    yAxis: axis(unit, metric.limit),
    series: [
      ...marks.map(mark => ({
        id: `interval ${mark.index}`,
        type: 'line',
        silent: true,
        showSymbol: false,
        color,
        lineStyle: { width: 2, opacity: 0.5 },
        data:
          mark.low === null || mark.high === null
            ? []
            : [
                [mark.sessions, mark.low],
                [mark.sessions, mark.high],
              ],
      })),
      {
        id: metric.id,
        name: metric.id,
        type: 'line',
        color,
        showSymbol: true,
        symbol: 'circle',
        symbolSize: 8,
        data: marks.map(mark => {
          const place = [mark.sessions, mark.value ?? (mark.failed > 0 ? worst : null), mark.index];
          return mark.value === null && mark.failed > 0 ? { value: place, symbol: 'triangle', symbolSize: 12 } : place;
        }),
        ...limitLine(metric.limit, 'yAxis', unit, look),
      },
    ],
  } as ChartOption;
}

/** The load point of what lies under a pointer. */
export function markIndex(data: unknown): number | undefined {
  return (Array.isArray(data) ? data : (data as { value?: number[] } | undefined)?.value)?.[2] as number | undefined;
}

function markText(mark: MetricMark | undefined, metric: ReportMetric): string {
  if (!mark) return '';
  const unit = statisticUnit(metric);
  return [
    texts.pointText(counted(mark.sessions, 'session'), metric.statistic, measured(mark.value, unit)),
    texts.intervalText(measured(mark.low, unit), measured(mark.high, unit)),
    texts.countFailedAndUnknown(counted(mark.count, 'sample'), number(mark.failed), number(mark.unknown)),
  ].join('\n');
}

export function overSessionsSheet(marks: MetricMark[]): Sheet {
  return {
    head: ['loadPoint', 'sessions', 'value', 'low', 'high', 'count', 'failed', 'unknown'],
    rows: marks.map(m => [m.index, m.sessions, m.value, m.low, m.high, m.count, m.failed, m.unknown]),
  };
}

type Line = 'p5' | 'p50' | 'p95';
const LINES: { id: Line; name: string }[] = [
  { id: 'p50', name: texts.median },
  { id: 'p5', name: 'p5' },
  { id: 'p95', name: 'p95' },
];

/** Median, p5 and p95 over the run's time. */
export function overTimeOption(details: MetricDetails, span: { from: string; to: string }, look: Look): ChartOption {
  const { metric, series } = details;
  return {
    ...overTime(span),
    tooltip: { trigger: 'item', formatter: tip(point => pointText(series.points[point.dataIndex], metric.unit)) },
    yAxis: axis(metric.unit, limitOf(metric)),
    series: LINES.map(({ id, name }, n) => ({
      id,
      name,
      type: 'line',
      color: seriesColor(look, n),
      showSymbol: true,
      symbol: 'circle',
      symbolSize: 4,
      lineStyle: { width: id === 'p50' ? 2 : 1 },
      data: series.points.map(point => [Date.parse(point.at), point[id]]),
      ...(n === 0 ? limitLine(limitOf(metric), 'yAxis', metric.unit, look) : {}),
    })),
  } as ChartOption;
}

function pointText(point: MetricPoint | undefined, unit: string): string {
  if (!point) return '';
  return [
    time(point.at),
    `p5 ${measured(point.p5, unit)}, ${texts.median} ${measured(point.p50, unit)}, p95 ${measured(point.p95, unit)}`,
    texts.countAndUnknown(counted(point.count, 'sample'), number(point.unknown)),
  ].join('\n');
}

export function overTimeSheet({ series }: MetricDetails): Sheet {
  return {
    head: ['at', 'count', 'unknown', 'min', 'p5', 'p50', 'p95', 'max'],
    rows: series.points.map(p => [p.at, p.count, p.unknown, p.min, p.p5, p.p50, p.p95, p.max]),
  };
}

/** Steps of the share of samples that are at most a value. */
export function distributionOption({ metric, distribution }: MetricDetails, look: Look): ChartOption {
  return {
    grid: { left: 56, right: 24, top: 24, bottom: 44 },
    tooltip: {
      trigger: 'item',
      formatter: tip(({ dataIndex }) => {
        const step = distribution.steps[dataIndex];
        return step ? texts.stepWithin(percent(100 * step.share, 1), measured(step.value, metric.unit)) : '';
      }),
    },
    xAxis: { ...axis(metric.unit, limitOf(metric)), nameGap: 26 },
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (share: number) => percent(share) } },
    series: [
      {
        id: metric.id,
        name: metric.id,
        type: 'line',
        step: 'end',
        color: seriesColor(look, 0),
        symbol: 'circle',
        symbolSize: 5,
        showSymbol: distribution.steps.length <= 50,
        data: distribution.steps.map(step => [step.value, 100 * step.share]),
        ...limitLine(limitOf(metric), 'xAxis', metric.unit, look),
      },
    ],
  } as ChartOption;
}

export function distributionSheet({ distribution }: MetricDetails): Sheet {
  return {
    head: ['value', 'share'],
    rows: distribution.steps.map(step => [step.value, step.share]),
  };
}

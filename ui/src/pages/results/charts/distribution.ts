import type { Distribution, DistributionLine } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { groupColor, type Hovered, responseAxis, seriesColor, shortResponse, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { counted, number, percent, response } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { texts } from '../../../texts/results';

/** A logarithmic axis has no zero. */
const LEAST_MS = 0.1;

/** Step lines of the share that was answered within a time; those with failures end below 100 %. */
export function ecdfOption(
  lines: DistributionLine[],
  thresholds: Record<string, number>,
  byGroup: boolean,
  look: Look,
): ChartOption {
  const groups = new Set(lines.map(line => line.group));
  const bounds = Object.entries(thresholds).filter(([group]) => groups.has(group));
  return {
    grid: { left: 56, right: 24, top: 44, bottom: 44 },
    legend: { type: 'scroll', top: 0, data: lines.map(line => line.key) },
    tooltip: { trigger: 'item', formatter: tip(point => stepText(lines, point)) },
    xAxis: { ...responseAxis('response', true), nameGap: 26 },
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (share: number) => percent(share) } },
    series: lines.map((line, n) => ({
      id: line.key,
      name: line.key,
      type: 'line',
      step: 'end',
      color: byGroup ? groupColor(look, line.key) : seriesColor(look, n),
      symbol: 'circle',
      symbolSize: 5,
      showSymbol: line.ecdf.length <= 50,
      data: line.ecdf.map(step => [Math.max(step.ms, LEAST_MS), 100 * step.share]),
      ...(n === 0 ? { markLine: thresholdLines(bounds, look) } : {}),
    })),
  } as ChartOption;
}

/** Where the thresholds lie on an axis of responses that runs to the right. */
export function thresholdLines(bounds: [string, number][], look: Look, position: 'start' | 'end' = 'end') {
  return {
    silent: true,
    symbol: 'none',
    data: bounds.map(([group, ms]) => ({
      xAxis: ms,
      lineStyle: { color: groupColor(look, group), type: 'dashed' as const },
      label: { formatter: `${group} ${shortResponse(ms)}`, color: look.text, position },
    })),
  };
}

function stepText(lines: DistributionLine[], hovered: Hovered): string {
  const line = lines.find(one => one.key === hovered.seriesId);
  const step = line?.ecdf[hovered.dataIndex];
  if (!line || !step) return '';
  return [
    texts.within(line.key, percent(100 * step.share, 1), response(step.ms)),
    texts.countAndFailed(counted(line.count, 'operation'), number(line.failed)),
    texts.clickToListSlowerTimings,
  ].join('\n');
}

export function ecdfSheet(lines: DistributionLine[]): Sheet {
  return {
    head: ['what', 'group', 'responseMs', 'share'],
    rows: lines.flatMap(line => line.ecdf.map(step => [line.key, line.group, step.ms, step.share])),
  };
}

const DOTS = [
  { name: 'p50', value: (line: DistributionLine) => line.p50Ms, symbol: 'circle' },
  { name: 'p95', value: (line: DistributionLine) => line.p95Ms, symbol: 'diamond' },
  { name: 'p99', value: (line: DistributionLine) => line.p99Ms, symbol: 'triangle' },
] as const;

/** A row per operation with its p50, p95 and p99 as marks of different shapes; the slowest p95 on top. */
export function percentilesOption(
  lines: DistributionLine[],
  thresholds: Record<string, number>,
  look: Look,
): ChartOption {
  const rows = byP95(lines);
  const groups = new Set(lines.map(line => line.group));
  return {
    grid: { left: 8, right: 24, top: 44, bottom: 40, containLabel: true },
    legend: { top: 0 },
    tooltip: { trigger: 'item', formatter: tip(point => dotText(rows[(point.data as [number, number])[1]])) },
    xAxis: { ...responseAxis('response', true), nameGap: 26 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(line => `${line.key} (${line.group})`),
      axisLabel: { interval: 0, width: 260, overflow: 'truncate' },
      splitLine: { show: true },
    },
    series: DOTS.map((dot, n) => ({
      id: dot.name,
      name: dot.name,
      type: 'scatter',
      color: seriesColor(look, n),
      symbol: dot.symbol,
      symbolSize: 10,
      data: rows.flatMap((line, row) => {
        const ms = dot.value(line);
        return ms === null ? [] : [[Math.max(ms, LEAST_MS), row]];
      }),
      ...(n === 0
        ? {
            markLine: thresholdLines(
              Object.entries(thresholds).filter(([group]) => groups.has(group)),
              look,
              'start',
            ),
          }
        : {}),
    })),
  } as ChartOption;
}

/** The slowest first; without a p95, as too many failed, before all others. */
export function byP95(lines: DistributionLine[]): DistributionLine[] {
  const worth = (line: DistributionLine) => line.p95Ms ?? (line.failed > 0 ? Number.POSITIVE_INFINITY : -1);
  return [...lines].sort((a, b) => (worth(a) === worth(b) ? 0 : worth(b) - worth(a)));
}

function dotText(line: DistributionLine | undefined): string {
  if (!line) return '';
  return [
    texts.lineAndGroup(line.key, line.group),
    `p50 ${response(line.p50Ms)}, p90 ${response(line.p90Ms)}, p95 ${response(line.p95Ms)}, p99 ${response(line.p99Ms)}`,
    texts.maximumFailed(response(line.maxMs), counted(line.count, 'operation'), number(line.failed)),
    texts.clickToListItsTimings,
  ].join('\n');
}

export function percentilesSheet(distribution: Distribution): Sheet {
  return {
    head: ['what', 'group', 'count', 'failed', 'notDelivered', 'p50Ms', 'p90Ms', 'p95Ms', 'p99Ms', 'maxMs'],
    rows: byP95(distribution.lines).map(l => [
      l.key,
      l.group,
      l.count,
      l.failed,
      l.notDelivered,
      l.p50Ms,
      l.p90Ms,
      l.p95Ms,
      l.p99Ms,
      l.maxMs,
    ]),
  };
}

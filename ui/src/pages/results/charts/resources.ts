import type { ReportPoint, ResourcePoint, ResourceSeries } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { type Hovered, overTime, seriesColor } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { number, percent, time } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { spans } from './series';

export interface Resource {
  id: string;
  title: string;
  /** What of it is drawn, each with a line style of its own. */
  lines: { name: string; value: (point: ResourcePoint) => number; dash: 'solid' | 'dashed' | 'dotted' }[];
  show: (value: number) => string;
  /** Of the axis, where it is known. */
  most?: number;
}

const mega = (value: number) => `${number(value, 1)} MB/s`;

export const RESOURCES: Resource[] = [
  {
    id: 'cpu',
    title: 'Processor',
    lines: [
      { name: 'mean', value: p => p.cpuPct, dash: 'solid' },
      { name: 'highest', value: p => p.cpuMaxPct, dash: 'dotted' },
      { name: 'Deskmeter', value: p => p.harnessCpuPct, dash: 'dashed' },
    ],
    show: value => percent(value, 1),
    most: 100,
  },
  {
    id: 'memory',
    title: 'Memory',
    lines: [
      { name: 'used', value: p => p.memUsedMb / 1024, dash: 'solid' },
      { name: 'there is', value: p => p.memTotalMb / 1024, dash: 'dotted' },
    ],
    show: value => `${number(value, 1)} GB`,
  },
  {
    id: 'disk',
    title: 'Disk',
    lines: [
      { name: 'read', value: p => p.diskReadMbPerS, dash: 'solid' },
      { name: 'written', value: p => p.diskWrittenMbPerS, dash: 'dashed' },
    ],
    show: mega,
  },
  {
    id: 'network',
    title: 'Network',
    lines: [
      { name: 'received', value: p => p.networkReceivedMbPerS, dash: 'solid' },
      { name: 'sent', value: p => p.networkSentMbPerS, dash: 'dashed' },
    ],
    show: mega,
  },
];

/** One resource of all machines over the run's time. */
export function resourceOption(
  series: ResourceSeries,
  resource: Resource,
  loadPoints: ReportPoint[],
  span: { from: string; to: string },
  look: Look,
): ChartOption {
  const many = series.agents.length > 1;
  const lines = series.agents.flatMap((agent, n) =>
    resource.lines.map((line, k) => ({
      id: `${agent.agent} ${line.name}`,
      name: many ? `${agent.host}: ${line.name}` : line.name,
      type: 'line' as const,
      color: seriesColor(look, many ? n : k),
      lineStyle: { type: line.dash },
      data: agent.points.map(point => [Date.parse(point.at), line.value(point)]),
      ...(n === 0 && k === 0 ? { markArea: spans(loadPoints, look) } : {}),
    })),
  );
  return {
    ...overTime(span),
    tooltip: {
      trigger: 'axis',
      formatter: (params: unknown) => axisText(params as (Hovered & { value: [number, number] })[], resource),
    },
    yAxis: {
      type: 'value',
      min: 0,
      axisLabel: { formatter: resource.show },
      ...(resource.most === undefined ? {} : { max: resource.most }),
    },
    series: lines,
  } as ChartOption;
}

/** Not more lines than can be read. */
const MOST_TOLD = 12;

function axisText(points: { seriesName: string; value: [number, number] }[], resource: Resource): string {
  const at = points[0]?.value[0];
  if (at === undefined) return '';
  const told = points.slice(0, MOST_TOLD).map(point => `${point.seriesName} ${resource.show(point.value[1])}`);
  const rest = points.length - told.length;
  return [time(at), ...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

export function resourceSheet(series: ResourceSeries): Sheet {
  return {
    head: [
      'at',
      'host',
      'agent',
      'cpuPct',
      'cpuMaxPct',
      'harnessCpuPct',
      'memUsedMb',
      'memTotalMb',
      'diskReadMbPerS',
      'diskWrittenMbPerS',
      'networkReceivedMbPerS',
      'networkSentMbPerS',
    ],
    rows: series.agents.flatMap(({ agent, host, points }) =>
      points.map(p => [
        p.at,
        host,
        agent,
        p.cpuPct,
        p.cpuMaxPct,
        p.harnessCpuPct,
        p.memUsedMb,
        p.memTotalMb,
        p.diskReadMbPerS,
        p.diskWrittenMbPerS,
        p.networkReceivedMbPerS,
        p.networkSentMbPerS,
      ]),
    ),
  };
}

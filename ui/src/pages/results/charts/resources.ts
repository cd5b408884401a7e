import type { ReportPoint, ResourcePoint, ResourceSeries } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { type Hovered, overTime, seriesColor } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { agentName } from '../../../format/agentNames';
import { number, percent, time } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { spans } from './series';
import { texts } from '../../../texts/results';

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
    title: texts.cpu,
    lines: [
      { name: texts.mean, value: p => p.cpuPct, dash: 'solid' },
      { name: texts.peak, value: p => p.cpuMaxPct, dash: 'dotted' },
      { name: texts.deskmeter, value: p => p.harnessCpuPct, dash: 'dashed' },
    ],
    show: value => percent(value, 1),
    most: 100,
  },
  {
    id: 'memory',
    title: texts.memory,
    lines: [
      { name: texts.used, value: p => p.memUsedMb / 1024, dash: 'solid' },
      { name: texts.total, value: p => p.memTotalMb / 1024, dash: 'dotted' },
    ],
    show: value => texts.gb(number(value, 1)),
  },
  {
    id: 'disk',
    title: texts.disk,
    lines: [
      { name: texts.read, value: p => p.diskReadMbPerS, dash: 'solid' },
      { name: texts.written, value: p => p.diskWrittenMbPerS, dash: 'dashed' },
    ],
    show: mega,
  },
  {
    id: 'network',
    title: texts.network,
    lines: [
      { name: texts.received, value: p => p.networkReceivedMbPerS, dash: 'solid' },
      { name: texts.sent, value: p => p.networkSentMbPerS, dash: 'dashed' },
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
  names: ReadonlyMap<string, string>,
  look: Look,
): ChartOption {
  const many = series.agents.length > 1;
  const lines = series.agents.flatMap((agent, n) =>
    resource.lines.map((line, k) => ({
      id: `${agent.agent} ${line.name}`,
      name: many ? `${agentName(names, agent.agent, agent.host)}: ${line.name}` : line.name,
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
  return [time(at), ...told, ...(rest > 0 ? [texts.andMore(rest)] : [])].join('\n');
}

export function resourceSheet(series: ResourceSeries, names: ReadonlyMap<string, string>): Sheet {
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
        agentName(names, agent, host),
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

import type { ChartOption } from '../../charts/echarts';
import type { PointView } from '../../api/types';
import { number, percent, response, time } from '../../format/format';
import { condensed } from './bounded';
import { type LivePoint, newer } from './live';
import { merged, type ResourceAt } from './resources';

/** A load point on the time line; its figures once it is judged. */
export interface PointMark {
  point: number;
  sessions: number;
  from: string;
  to: string | null;
  judged: PointView | undefined;
}

export interface Span {
  from: number;
  to: number;
}

const GROUPS = ['A', 'B'] as const;
/** Places in the theme's list of colours: a colour per group, the same in band, line and threshold. */
const COLOR_OF: Record<string, number> = { A: 0, B: 1 };

/** More than there are pixels would only cost time. */
const MOST_DRAWN = 800;

type Row = (number | null)[];

/** What is within the span, and the last point before it so that lines begin at the edge. */
export function within<T extends { at: number }>(points: readonly T[], span: Span): T[] {
  const first = points.findIndex(point => point.at >= span.from);
  if (first < 0) return [];
  return points.slice(Math.max(0, first - 1)).filter(point => point.at <= span.to);
}

/** Rows of instant, p95, ends of its interval. Where nothing is measured the line is broken. */
export function rowsOf(points: readonly LivePoint[], group: string): Row[] {
  return points.map(point => {
    const live = point.groups.find(one => one.group === group);
    return [point.at, live?.p95Ms ?? null, live?.p95Low ?? null, live?.p95High ?? null];
  });
}

/** The top of the axis: above all that is drawn, thresholds too; an interval without an upper end reaches up to it. */
export function topOf(rows: readonly Row[], thresholds: readonly number[]): number {
  let top = Math.max(1, ...thresholds);
  for (const row of rows) for (const value of row.slice(1)) top = Math.max(top, value ?? 0);
  return top * 1.1;
}

const xAxis = (span: Span, labels: boolean) => ({
  type: 'time' as const,
  min: span.from,
  max: span.to,
  axisLabel: { show: labels, formatter: (value: number) => time(value), hideOverlap: true },
  splitLine: { show: false },
});

const grid = { left: 64, right: 76, top: 38, bottom: 24 };

function band(group: string, rows: readonly Row[], top: number, color: string): object[] {
  const common = {
    type: 'line',
    stack: `band-${group}`,
    stackStrategy: 'all',
    silent: true,
    symbol: 'none',
    tooltip: { show: false },
  };
  const known = rows.map(([at, p95, low, high]) => ({ at, low: p95 === null ? null : low, high: high ?? top }));
  return [
    { ...common, name: `${group} low`, lineStyle: { opacity: 0 }, data: known.map(one => [one.at, one.low]) },
    {
      ...common,
      name: `${group} interval`,
      lineStyle: { opacity: 0 },
      areaStyle: { opacity: 0.18, color },
      data: known.map(one => [one.at, one.low == null ? null : one.high - one.low]),
    },
  ];
}

function judged(group: 'A' | 'B', marks: readonly PointMark[], top: number, color: string): object {
  const data = marks.flatMap(mark => {
    const figures = group === 'A' ? mark.judged?.a : mark.judged?.b;
    if (!figures || figures.p95Ms === null || mark.to === null) return [];
    return [
      [Date.parse(mark.to), figures.p95Ms, figures.p95Low ?? figures.p95Ms, figures.p95High ?? top, mark.sessions],
    ];
  });
  return {
    type: 'custom',
    name: `${group} judged`,
    color,
    encode: { x: 0, y: 1 },
    data,
    clip: true,
    z: 5,
    renderItem: (
      _: unknown,
      api: { value: (d: number) => number; coord: (p: [number, number]) => [number, number] },
    ) => {
      const [x, y] = api.coord([api.value(0), api.value(1)]);
      const low = api.coord([api.value(0), api.value(2)])[1];
      const high = api.coord([api.value(0), api.value(3)])[1];
      return {
        type: 'group',
        children: [
          { type: 'line', shape: { x1: x, x2: x, y1: low, y2: high }, style: { stroke: color, lineWidth: 1.5 } },
          { type: 'circle', shape: { cx: x, cy: y, r: 4 }, style: { fill: color } },
        ],
      };
    },
  };
}

interface TooltipPart {
  seriesName: string;
  value: Row;
}

/** A tooltip's lines: the instant, then what is worth telling of each series. */
function tooltip(tell: (name: string, value: Row) => string | null): ChartOption['tooltip'] {
  return {
    trigger: 'axis',
    formatter: (raw: unknown) => {
      const parts = (Array.isArray(raw) ? raw : [raw]) as TooltipPart[];
      const lines = parts.map(part => tell(part.seriesName, part.value)).filter(line => line !== null);
      return [time(parts[0]?.value[0]), ...lines].join('\n');
    },
  };
}

/** Running p95 of A and B with their 95 % intervals against their thresholds; judged load points as dots with whiskers. */
export function p95Option(
  points: readonly LivePoint[],
  marks: readonly PointMark[],
  thresholds: Readonly<Record<string, number>>,
  span: Span,
  colors: readonly string[],
): ChartOption {
  const shown = condensed(within(points, span), MOST_DRAWN, newer);
  const rows = new Map(GROUPS.map(group => [group, rowsOf(shown, group)]));
  const figures = marks.flatMap(mark => (mark.judged ? [mark.judged.a, mark.judged.b] : []));
  const judgedRows = figures.map(g => [0, g.p95Ms, g.p95Low, g.p95High]);
  const top = topOf([...[...rows.values()].flat(), ...judgedRows], Object.values(thresholds));
  const starts = marks.filter(mark => Date.parse(mark.from) >= span.from);
  const series = GROUPS.flatMap(group => {
    const color = colors[COLOR_OF[group] ?? 0] ?? '#888888';
    const own = rows.get(group) ?? [];
    const limit = thresholds[group];
    const lines: object[] =
      limit === undefined ? [] : [{ yAxis: limit, label: { formatter: `${group} ${response(limit)}`, color } }];
    return [
      ...band(group, own, top, color),
      {
        type: 'line',
        name: `p95 ${group}`,
        color,
        data: own,
        encode: { x: 0, y: 1 },
        symbol: 'none',
        lineStyle: { width: 2, type: group === 'A' ? 'solid' : [6, 2] },
        markLine: { silent: true, symbol: 'none', lineStyle: { color, type: 'dashed' }, data: lines },
      },
      judged(group, marks, top, color),
    ];
  });
  series.push(loadPoints(starts, true));
  return {
    grid,
    legend: { data: GROUPS.map(group => `p95 ${group}`), right: 0, top: 0 },
    tooltip: tooltip((name, value) => {
      if (!name.startsWith('p95') || value[1] == null) return null;
      return `${name}: ${response(value[1])} (${response(value[2])} – ${value[3] == null ? '∞' : response(value[3])})`;
    }),
    xAxis: xAxis(span, true),
    yAxis: {
      type: 'value',
      min: 0,
      max: top,
      axisLabel: { formatter: (v: number) => (v === top ? '' : v === 0 ? '0' : response(v)) },
    },
    series: series as ChartOption['series'],
  };
}

/** Where load points begin; with their sessions above, where there is room for them. */
function loadPoints(marks: readonly PointMark[], labelled: boolean): object {
  return {
    type: 'line',
    name: 'load points',
    data: [],
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { type: 'solid', width: 1, color: '#868e96', opacity: 0.6 },
      label: { show: labelled, position: 'end', color: '#868e96', textBorderWidth: 0, fontSize: 11 },
      data: marks.map(mark => ({ xAxis: Date.parse(mark.from), label: { formatter: number(mark.sessions) } })),
    },
  };
}

function plain(
  name: string,
  points: readonly ResourceAt[],
  key: keyof ResourceAt,
  color: string | undefined,
  type: string | number[] = 'solid',
): object {
  return {
    type: 'line',
    name,
    color,
    symbol: 'none',
    lineStyle: { type },
    data: points.map(point => [point.at, point[key]]),
  };
}

/** Processor and memory of a machine; what the harness itself uses apart, as an area. */
export function machineOption(
  points: readonly ResourceAt[],
  marks: readonly PointMark[],
  span: Span,
  colors: readonly string[],
): ChartOption {
  const shown = condensed(within(points, span), MOST_DRAWN, merged);
  return {
    grid,
    legend: { right: 70, top: 0, data: ['CPU', 'CPU, highest', 'Memory', 'CPU of Deskmeter'] },
    tooltip: tooltip((name, value) => (name === 'load points' ? null : `${name}: ${percent(value[1], 1)}`)),
    xAxis: xAxis(span, true),
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (v: number) => percent(v) } },
    series: [
      plain('CPU', shown, 'cpuPct', colors[0]),
      plain('CPU, highest', shown, 'cpuMaxPct', colors[5], 'dotted'),
      plain('Memory', shown, 'memPct', colors[2], 'dashed'),
      { ...plain('CPU of Deskmeter', shown, 'harnessCpuPct', colors[3]), areaStyle: { opacity: 0.2 } },
      loadPoints(
        marks.filter(mark => Date.parse(mark.from) >= span.from),
        false,
      ),
    ] as ChartOption['series'],
  };
}

/** Disk and network of a machine. */
export function flowOption(points: readonly ResourceAt[], span: Span, colors: readonly string[]): ChartOption {
  const shown = within(points, span);
  const rate = (value: number | null | undefined) => `${number(value, 1)} MB/s`;
  return {
    grid,
    legend: { right: 70, top: 0 },
    tooltip: tooltip((name, value) => `${name}: ${rate(value[1])}`),
    xAxis: xAxis(span, true),
    yAxis: { type: 'value', min: 0, axisLabel: { formatter: rate } },
    series: [
      plain('Disk read', shown, 'diskRead', colors[0]),
      plain('Disk written', shown, 'diskWritten', colors[1], 'dashed'),
      plain('Network received', shown, 'received', colors[2], 'dotted'),
      plain('Network sent', shown, 'sent', colors[3], [8, 3]),
    ] as ChartOption['series'],
  };
}

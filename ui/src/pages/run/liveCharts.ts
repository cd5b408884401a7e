import type { ChartOption } from '../../charts/echarts';
import type { ReportPoint } from '../../api/types';
import { number, percent, response, time } from '../../format/format';
import type { P95Column } from './past';
import type { UseColumn } from './resources';
import type { Rows } from './rows';
import { texts } from '../../texts/run';

/** A load point on the time line; its figures once it is judged. */
export interface PointMark {
  point: number;
  sessions: number;
  from: string;
  to: string | null;
  judged: ReportPoint | undefined;
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

/** The columns of a group. */
const COLUMNS = {
  A: { p95: 'p95A', low: 'lowA', high: 'highA' },
  B: { p95: 'p95B', low: 'lowB', high: 'highB' },
} as const;

/** The top of the axis: above all that is drawn, thresholds too; an interval without an upper end reaches up to it. */
export function topOf(...drawn: Iterable<number | null>[]): number {
  let top = 1;
  for (const values of drawn) for (const value of values) if (Number.isFinite(value)) top = Math.max(top, value ?? 0);
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

/** What a series of rows wants, given as one array of so many columns. */
function flat(data: Float64Array, ...values: string[]): object {
  return { data, dimensions: ['at', ...values], encode: { x: 0, y: 1 }, symbol: 'none' };
}

function band(group: 'A' | 'B', rows: Rows<P95Column>, top: number, color: string): object[] {
  const common = {
    type: 'line',
    stack: `band-${group}`,
    stackStrategy: 'all',
    silent: true,
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
  };
  const { low, high } = COLUMNS[group];
  const width = (row: number) => Math.min(rows.value(row, high), top) - rows.value(row, low);
  return [
    { ...common, ...flat(rows.columns('at', low), 'low'), name: `${group} low` },
    {
      ...common,
      ...flat(rows.line(width), 'width'),
      name: `${group} interval`,
      areaStyle: { opacity: 0.18, color },
    },
  ];
}

function judged(group: 'A' | 'B', marks: readonly PointMark[], top: number, color: string): object {
  const data = marks.flatMap(mark => {
    const figures = mark.judged?.groups[group];
    if (!figures || mark.to === null || (figures.p95Ms === null && figures.count === 0)) return [];
    // Where so much was lost that there is no p95 it is above all that is drawn.
    const p95 = figures.p95Ms ?? top;
    return [[Date.parse(mark.to), p95, figures.p95Ci[0] ?? p95, figures.p95Ci[1] ?? top, mark.sessions]];
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
  value: number[];
}

/** A tooltip's lines: the instant, then what is worth telling of each series. */
function tooltip(tell: (name: string, value: number[]) => string | null): ChartOption['tooltip'] {
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
  points: Rows<P95Column>,
  marks: readonly PointMark[],
  thresholds: Readonly<Record<string, number>>,
  span: Span,
  colors: readonly string[],
): ChartOption {
  const rows = points.within(span).condensed(MOST_DRAWN);
  const figures = marks.flatMap(mark => (mark.judged ? Object.values(mark.judged.groups) : []));
  const drawn = GROUPS.map(group => rows.columns(...Object.values(COLUMNS[group])));
  const top = topOf(...drawn, ...figures.map(g => [g.p95Ms, ...g.p95Ci]), Object.values(thresholds));
  const starts = marks.filter(mark => Date.parse(mark.from) >= span.from);
  const series = GROUPS.flatMap(group => {
    const color = colors[COLOR_OF[group] ?? 0] ?? '#888888';
    const { p95, low, high } = COLUMNS[group];
    const limit = thresholds[group];
    const lines: object[] =
      limit === undefined ? [] : [{ yAxis: limit, label: { formatter: `${group} ${response(limit)}`, color } }];
    return [
      ...band(group, rows, top, color),
      {
        ...flat(rows.columns('at', p95, low, high), 'p95', 'low', 'high'),
        type: 'line',
        name: `p95 ${group}`,
        color,
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
      const [, p95, low, high] = value;
      if (!name.startsWith('p95') || Number.isNaN(p95 ?? Number.NaN)) return null;
      const interval = `(${response(low)} – ${high === Infinity ? '∞' : response(high)})`;
      return `${name}: ${response(p95)}${Number.isNaN(low ?? Number.NaN) ? '' : ` ${interval}`}`;
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
    name: texts.loadPointsLegend,
    data: [],
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { type: 'solid', width: 1, color: '#868e96', opacity: 0.6 },
      label: { show: labelled, position: 'end', color: '#868e96', textBorderWidth: 0, fontSize: 11 },
      data: marks.map(mark => ({
        xAxis: Date.parse(mark.from),
        label: { formatter: mark.sessions > 0 ? number(mark.sessions) : '' },
      })),
    },
  };
}

function plain(
  name: string,
  rows: Rows<UseColumn>,
  column: UseColumn,
  color: string | undefined,
  type: string | number[] = 'solid',
): object {
  return { ...flat(rows.columns('at', column), column), type: 'line', name, color, lineStyle: { type } };
}

/** Processor and memory of a machine; what the harness itself uses apart, as an area. */
export function machineOption(
  points: Rows<UseColumn>,
  marks: readonly PointMark[],
  span: Span,
  colors: readonly string[],
): ChartOption {
  const shown = points.within(span).condensed(MOST_DRAWN);
  return {
    grid,
    legend: { right: 70, top: 0, data: [texts.cpu, texts.cpuPeak, texts.memory, texts.cpuDeskmeter] },
    tooltip: tooltip((name, value) => (name === 'load points' ? null : `${name}: ${percent(value[1], 1)}`)),
    xAxis: xAxis(span, true),
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (v: number) => percent(v) } },
    series: [
      plain(texts.cpu, shown, 'cpuPct', colors[0]),
      plain(texts.cpuPeak, shown, 'cpuMaxPct', colors[5], 'dotted'),
      plain(texts.memory, shown, 'memPct', colors[2], 'dashed'),
      { ...plain(texts.cpuDeskmeter, shown, 'harnessCpuPct', colors[3]), areaStyle: { opacity: 0.2 } },
      loadPoints(
        marks.filter(mark => Date.parse(mark.from) >= span.from),
        false,
      ),
    ] as ChartOption['series'],
  };
}

/** Disk and network of a machine. */
export function flowOption(points: Rows<UseColumn>, span: Span, colors: readonly string[]): ChartOption {
  const shown = points.within(span).condensed(MOST_DRAWN);
  const rate = (value: number | null | undefined) => `${number(value, Math.abs(value ?? 0) < 1 ? 2 : 1)} MB/s`;
  return {
    grid,
    legend: { right: 70, top: 0 },
    tooltip: tooltip((name, value) => `${name}: ${rate(value[1])}`),
    xAxis: xAxis(span, true),
    yAxis: { type: 'value', min: 0, axisLabel: { formatter: rate } },
    series: [
      plain(texts.diskReads, shown, 'diskRead', colors[0]),
      plain(texts.diskWrites, shown, 'diskWritten', colors[1], 'dashed'),
      plain(texts.networkReceived, shown, 'received', colors[2], 'dotted'),
      plain(texts.networkSent, shown, 'sent', colors[3], [8, 3]),
    ] as ChartOption['series'],
  };
}

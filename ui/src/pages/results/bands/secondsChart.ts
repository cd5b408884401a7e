import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import type { ReportMetric, Sample } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { type Hovered, seriesColor, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { time } from '../../../format/format';
import { measured } from '../../../format/measured';
import { texts } from '../../../texts/bands';
import {
  type BandPanel,
  fromOf,
  isEvent,
  placed,
  type SessionSamples,
  toOf,
  type UnknownRun,
  unknownRuns,
} from './seconds';

const TOP = 16;
const PLOT = 230;
const LANE = 22;
const FOOT = 64;
const LEFT = 80;
const RIGHT = 24;
/** The bars of more samples than these would be one area. */
const MOST_UNCERTAINTIES = 1_000;
const MARGIN = 0.08;
const NARROWEST = 2;

export const chartHeight = (panel: BandPanel): number => TOP + PLOT + 10 + lanes(panel).length * LANE + FOOT;

/** The last word of an id says what it is: `dropout`, `freeze`. */
const lanes = ({ events }: BandPanel): string[] => [texts.unknown, ...events.map(({ id }) => id.replace(/.*-/, ''))];

/** Ends of the axis: all values are in sight, unless they are further from the bands than these are wide. */
export function extent(metric: Pick<ReportMetric, 'bands'>, values: number[]): { min: number; max: number } {
  const low = Math.min(...metric.bands.map(band => band.low));
  const high = Math.max(...metric.bands.map(band => band.high));
  const span = high - low;
  const least = values.reduce((a, b) => Math.min(a, b), low);
  const most = values.reduce((a, b) => Math.max(a, b), high);
  return {
    min: Math.max(low - span, least - MARGIN * span),
    max: Math.min(high + span, most + MARGIN * span),
  };
}

/** What a mark stands for: a known sample, an event, or samples that are unknown. */
type Mark = { lane: number; from: number; to: number; sample: Sample; run: UnknownRun | null };

/** The marks in the lanes below the plot, in the order in which they are drawn. */
export function laneMarks(panel: BandPanel, samples: SessionSamples): Mark[] {
  const unknown = (page: Sample[], lane: number) =>
    unknownRuns(page).map(run => ({ lane, from: run.from, to: run.to, sample: run.first, run }));
  return [
    ...unknown(placed(samples[panel.metric.id]), 0),
    ...panel.events.flatMap(({ id }, n) => [
      ...unknown(placed(samples[id]), n + 1),
      ...placed(samples[id])
        .filter(isEvent)
        .map(sample => ({ lane: n + 1, from: fromOf(sample), to: toOf(sample), sample, run: null })),
    ]),
  ];
}

/** The sample behind a mark of the chart. */
export function sampleAt(
  panel: BandPanel,
  samples: SessionSamples,
  { series, index }: { series: string; index: number },
): Sample | undefined {
  if (series === 'lanes') return laneMarks(panel, samples)[index]?.sample;
  return known(panel, samples)[index];
}

const known = (panel: BandPanel, samples: SessionSamples): Sample[] =>
  placed(samples[panel.metric.id]).filter(sample => sample.value !== null);

/** One session's samples over time, with the bands as areas; below them a lane for what is unknown, and one for each kind of event. */
export function secondsOption(panel: BandPanel, samples: SessionSamples, look: Look): ChartOption {
  const { metric } = panel;
  const values = known(panel, samples);
  const marks = laneMarks(panel, samples);
  const axis = extent(
    metric,
    values.map(sample => sample.value ?? 0),
  );
  const span = spanOf([...values, ...marks.map(mark => mark.sample)], marks);
  const laneTop = TOP + PLOT + 10;
  const times = { type: 'time', ...span };
  return {
    grid: [
      { left: LEFT, right: RIGHT, top: TOP, height: PLOT },
      { left: LEFT, right: RIGHT, top: laneTop, height: lanes(panel).length * LANE },
    ],
    dataZoom: [
      { type: 'inside', xAxisIndex: [0, 1], filterMode: 'none' },
      {
        type: 'slider',
        xAxisIndex: [0, 1],
        filterMode: 'none',
        height: 18,
        bottom: 6,
        labelFormatter: (at: number) => time(at),
      },
    ],
    tooltip: { trigger: 'item', formatter: tip(point => hoveredText(panel, values, marks, point)) },
    xAxis: [
      { ...times, axisLabel: { show: false }, axisTick: { show: false } },
      { ...times, gridIndex: 1, axisLabel: { formatter: (at: number) => time(at), hideOverlap: true } },
    ],
    yAxis: [
      {
        type: 'value',
        ...axis,
        axisLabel: {
          formatter: (value: number) => measured(value, metric.unit),
          showMinLabel: false,
          showMaxLabel: false,
        },
      },
      { type: 'category', gridIndex: 1, data: lanes(panel), inverse: true, axisTick: { show: false } },
    ],
    series: [
      { id: 'bands', type: 'scatter', data: [], silent: true, markArea: bandAreas(metric, look) },
      { id: 'gaps', type: 'scatter', data: [], silent: true, markArea: unknownAreas(marks, look) },
      {
        id: 'uncertainty',
        type: 'custom',
        silent: true,
        renderItem: bar(seriesColor(look, 0)),
        encode: { x: 0, y: [1, 2] },
        data: values.length > MOST_UNCERTAINTIES ? [] : values.map(sample => interval(sample)),
      },
      {
        id: 'values',
        name: metric.id,
        type: 'scatter',
        symbolSize: 6,
        color: seriesColor(look, 0),
        data: values.map(sample => dot(sample, axis, look)),
      },
      {
        id: 'lanes',
        type: 'custom',
        xAxisIndex: 1,
        yAxisIndex: 1,
        renderItem: laneBar(look),
        encode: { x: [0, 1], y: 2 },
        data: marks.map(mark => [mark.from, mark.to, mark.lane, mark.run ? 1 : 0]),
      },
    ],
  } as ChartOption;
}

function spanOf(samples: Sample[], marks: Mark[]): { min?: number; max?: number } {
  if (samples.length === 0) return {};
  const from = samples.map(fromOf);
  const to = [...samples.map(toOf), ...marks.map(mark => mark.to)];
  return { min: from.reduce((a, b) => Math.min(a, b)), max: to.reduce((a, b) => Math.max(a, b)) };
}

const middle = (sample: Sample): number => (fromOf(sample) + toOf(sample)) / 2;

const interval = (sample: Sample): [number, number, number] => [
  middle(sample),
  (sample.value ?? 0) - (sample.uncertainty ?? 0),
  (sample.value ?? 0) + (sample.uncertainty ?? 0),
];

/** A sample that does not count is pale; one beyond the axis is a hollow mark at its edge. */
function dot(sample: Sample, { min, max }: { min: number; max: number }, look: Look) {
  const value = sample.value ?? 0;
  const beyond = value < min || value > max;
  return {
    value: [middle(sample), Math.min(max, Math.max(min, value))],
    ...(beyond ? { symbol: 'emptyCircle', symbolSize: 9, itemStyle: { color: look.bad } } : {}),
    ...(sample.steady ? {} : { itemStyle: { opacity: 0.35 } }),
  };
}

/** From the widest to the narrowest: the areas lie on each other. Their names stand at the lower edges, at the upper ones where areas share the lower one. */
function bandAreas(metric: ReportMetric, look: Look) {
  const shared = new Set(metric.bands.map(band => band.low)).size < metric.bands.length;
  const position = shared ? 'insideTopLeft' : 'insideBottomLeft';
  return {
    silent: true,
    data: [...metric.bands].reverse().map(band => [
      {
        name: band.title,
        yAxis: band.low,
        itemStyle: { color: seriesColor(look, 2), opacity: 0.1 },
        label: { color: look.text, fontSize: 11, position, distance: 4 },
      },
      { yAxis: band.high },
    ]),
  };
}

function unknownAreas(marks: Mark[], look: Look) {
  return {
    silent: true,
    itemStyle: { color: look.text, opacity: 0.18 },
    data: marks.filter(mark => mark.lane === 0).map(mark => [{ xAxis: mark.from }, { xAxis: mark.to }]),
  };
}

const bar = (color: string) => (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
  const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)]);
  const [, high = 0] = api.coord([api.value(0), api.value(2)]);
  return {
    type: 'line' as const,
    shape: { x1: x, y1: low, x2: x, y2: high },
    style: { stroke: color, lineWidth: 1, opacity: 0.6 },
  };
};

const laneBar = (look: Look) => (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
  const [from = 0, y = 0] = api.coord([api.value(0), api.value(2)]);
  const [to = 0] = api.coord([api.value(1), api.value(2)]);
  const unknown = api.value(3) === 1;
  return {
    type: 'rect' as const,
    shape: { x: from, y: y - LANE / 2 + 4, width: Math.max(NARROWEST, to - from), height: LANE - 8 },
    style: { fill: unknown ? look.text : look.bad, opacity: unknown ? 0.4 : 1 },
  };
};

function hoveredText(panel: BandPanel, values: Sample[], marks: Mark[], { seriesId, dataIndex }: Hovered): string {
  const mark = seriesId === 'lanes' ? marks[dataIndex] : undefined;
  if (mark?.run) return texts.unknownRun(time(mark.from), time(mark.to), mark.run.count, mark.run.reason);
  const sample = mark?.sample ?? values[dataIndex];
  return sample ? sampleText(panel, sample) : '';
}

export function sampleText(panel: BandPanel, sample: Sample): string {
  const metric = panel.events.find(({ id }) => id === sample.metric) ?? panel.metric;
  return [
    time(sample.at),
    sample.value === null
      ? texts.unknownText(sample.unknown)
      : texts.valueText(metric.id, measured(sample.value, metric.unit), measured(sample.uncertainty, metric.unit)),
    ...(sample.steady ? [] : [texts.notSteady]),
  ].join('\n');
}

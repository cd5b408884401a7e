import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import { useComputedColorScheme } from '@mantine/core';
import { response, time } from '../format/format';
import { type Look, looks } from './themes';

/** The colours of charts in the scheme that the reader has chosen. */
export const useLook = (): Look => looks[useComputedColorScheme('light')];

const GROUPS = ['A', 'B', 'C'];

/** A group has the same colour in all charts. */
export function groupColor(look: Look, group: string): string {
  const at = GROUPS.indexOf(group);
  return look.series[at === 2 ? 6 : at] ?? look.text;
}

/** Of the n-th of several lines that are no groups. */
export const seriesColor = (look: Look, n: number): string => look.series[n % look.series.length] ?? look.text;

/** A cross, for what failed. */
export const CROSS = 'path://M1,0L5,4L9,0L10,1L6,5L10,9L9,10L5,6L1,10L0,9L4,5L0,1Z';

/** An axis of responses. */
export const responseAxis = (name: string, log: boolean) => ({
  type: log ? ('log' as const) : ('value' as const),
  name,
  nameLocation: 'middle' as const,
  axisLabel: { formatter: (ms: number) => shortResponse(ms), hideOverlap: true },
});

/** The same for what is high, up to the top of the chart, which is no round number and has no label; a linear scale begins at 0. */
export function responseAxisTo(top: number, name: string, log: boolean) {
  const axis = responseAxis(name, log);
  return {
    ...axis,
    axisLabel: { ...axis.axisLabel, showMaxLabel: false },
    nameGap: 48,
    max: top,
    ...(log ? {} : { min: 0 }),
  };
}

/** What charts of a whole run over time have in common: room, a legend above, a bar below to look closer, and the run's span. */
export const overTime = (span: { from: string; to: string }) => ({
  grid: { left: 64, right: 24, top: 44, bottom: 64 },
  legend: { type: 'scroll' as const, top: 0 },
  dataZoom: [
    { type: 'inside' as const },
    { type: 'slider' as const, height: 18, bottom: 6, labelFormatter: (at: number) => time(at) },
  ],
  xAxis: {
    type: 'time' as const,
    min: Date.parse(span.from),
    max: Date.parse(span.to),
    axisLabel: { formatter: (at: number) => time(at), hideOverlap: true },
  },
});

/** A response on an axis: without decimals that say nothing. */
export function shortResponse(ms: number): string {
  // From 1,000 s on a mark separates thousands.
  if (ms >= 1_000_000) return response(ms);
  return response(ms).replace(/([.,])(\d*?)0+ /, (_, mark: string, digits: string) =>
    digits ? `${mark}${digits} ` : ' ',
  );
}

/** What a tooltip is told of the point below the pointer. */
export interface Hovered {
  seriesId: string;
  seriesName: string;
  dataIndex: number;
  data: unknown;
}

/** A tooltip's text for one point; lines are broken by `\n`. */
export const tip = (text: (point: Hovered) => string) => (params: unknown) => {
  const point = (Array.isArray(params) ? params[0] : params) as Hovered | undefined;
  return point ? text(point) : '';
};

/** An interval as a line with a short bar at either end. */
const whisker = (color: string) => (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
  const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)]);
  const [, high = 0] = api.coord([api.value(0), api.value(2)]);
  const line = (x1: number, y1: number, x2: number, y2: number) => ({
    type: 'line' as const,
    shape: { x1, y1, x2, y2 },
    style: { stroke: color, lineWidth: 1.5 },
  });
  return {
    type: 'group' as const,
    children: [line(x, low, x, high), line(x - 5, low, x + 5, low), line(x - 5, high, x + 5, high)],
  };
};

/** Intervals as whiskers, each `[x, low, high]`, behind the marks that they belong to. */
export const intervals = (id: string, color: string, data: (number | null)[][]) => ({
  id,
  type: 'custom' as const,
  silent: true,
  color,
  z: 1,
  renderItem: whisker(color),
  encode: { x: 0, y: [1, 2] },
  data,
});

/** A dashed line across the chart with its words: a limit, or what is expected; nothing where there is none. */
export const boundLine = (
  bound: number | null | undefined,
  words: (bound: number) => string,
  color: string,
  look: Look,
) =>
  bound === null || bound === undefined
    ? {}
    : {
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color, type: 'dashed' as const },
          label: { formatter: words(bound), position: 'insideStartTop' as const, color: look.text },
          data: [{ yAxis: bound }],
        },
      };

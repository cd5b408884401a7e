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

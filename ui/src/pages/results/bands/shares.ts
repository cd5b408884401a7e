import type { MetricDetails, Report } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { seriesColor, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { counted, percent } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { texts } from '../../../texts/bands';
import { pointTitle } from '../points';
import type { BandPanel } from './seconds';

/** The samples of a load point by band. */
export interface BandRow {
  index: number;
  title: string;
  sessions: number;
  parts: { title: string; count: number }[];
  all: number;
}

/** Of each load point: samples of each band, beyond all, of failed operations, and unknown ones. */
export function bandRows(report: Report, { metric }: BandPanel, counts: MetricDetails['bands']): BandRow[] {
  return report.loadPoints.flatMap(point => {
    const figures = point.metrics.find(one => one.metric === metric.id);
    const counted = counts.find(one => one.loadPoint === point.index);
    if (!figures) return [];
    const parts = [
      ...metric.bands.map((band, n) => ({ title: band.title, count: counted?.within[n] ?? 0 })),
      { title: texts.beyond, count: counted?.beyond ?? 0 },
      { title: texts.failed, count: figures.failed },
      { title: texts.unknown, count: figures.unknown },
    ];
    const all = parts.reduce((sum, part) => sum + part.count, 0);
    return all === 0 ? [] : [{ index: point.index, title: pointTitle(point), sessions: point.sessions, parts, all }];
  });
}

const ROW = 30;
const FRAME = 96;

export const sharesHeight = (rows: BandRow[]): number => FRAME + rows.length * ROW;

/** A bar for each load point, cut into the shares of its bands. */
export function sharesOption(rows: BandRow[], look: Look): ChartOption {
  const names = rows[0]?.parts.map(part => part.title) ?? [];
  return {
    grid: { left: 150, right: 24, top: 40, bottom: 44 },
    legend: { type: 'scroll', top: 0, data: names },
    tooltip: { trigger: 'item', formatter: tip(({ seriesName, dataIndex }) => partText(rows[dataIndex], seriesName)) },
    xAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (share: number) => percent(share) } },
    yAxis: { type: 'category', inverse: true, data: rows.map(row => row.title), axisTick: { show: false } },
    series: names.map((name, n) => ({
      id: name,
      name,
      type: 'bar',
      stack: 'all',
      barMaxWidth: 20,
      itemStyle: partStyle(n, names.length - 3, look),
      data: rows.map(row => (100 * (row.parts[n]?.count ?? 0)) / row.all),
    })),
  } as ChartOption;
}

/** Bands get paler from the narrowest to the widest; behind them stand beyond, failed and unknown. */
function partStyle(n: number, bands: number, look: Look) {
  if (n < bands) return { color: seriesColor(look, 2), opacity: 1 - (0.7 * n) / Math.max(1, bands - 1) };
  if (n === bands) return { color: look.bad };
  return n === bands + 1 ? { color: look.text } : { color: look.text, opacity: 0.35 };
}

function partText(row: BandRow | undefined, name: string): string {
  const part = row?.parts.find(one => one.title === name);
  if (!row || !part) return '';
  return texts.shareText(row.title, name, percent((100 * part.count) / row.all, 1), counted(part.count, 'sample'));
}

export function sharesSheet(rows: BandRow[]): Sheet {
  return {
    head: ['loadPoint', 'sessions', ...(rows[0]?.parts.map(part => part.title) ?? [])],
    rows: rows.map(row => [row.index, row.sessions, ...row.parts.map(part => part.count)]),
  };
}

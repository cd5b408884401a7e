import type { DistributionLine, Report } from '../../api/types';
import type { ChartOption } from '../../charts/echarts';
import { boundLine, type Hovered, intervals, responseAxis, responseAxisTo, seriesColor, tip } from '../../charts/look';
import type { Look } from '../../charts/themes';
import { counted, number, percent, response, withInterval } from '../../format/format';
import type { Sheet } from '../../parts/table/sheet';
import { ceiling, markSymbol, type PointMark, pointMarks } from '../results/points';
import { texts } from '../../texts/compare';

/** A run in its colour, which is that of its place in the choice. */
export interface RunLine {
  report: Report;
  name: string;
}

/** p95 over sessions of one group in all runs. */
export function overlayOption(runs: RunLine[], group: string, log: boolean, look: Look): ChartOption {
  const all = runs.map(({ report }) => pointMarks(report).filter(mark => mark.group === group));
  const threshold = runs[0]?.report.thresholds[group];
  const top = ceiling(all.flat(), threshold === undefined ? {} : { [group]: threshold });
  return {
    grid: { left: 64, right: 24, top: 44, bottom: 44 },
    legend: { type: 'scroll', top: 0, data: runs.map(run => run.name) },
    tooltip: {
      trigger: 'item',
      formatter: tip(({ seriesId, dataIndex }) => overlayText(runs, all, seriesId, dataIndex)),
    },
    xAxis: { type: 'value', name: texts.sessions, nameLocation: 'middle', nameGap: 26, min: 0, minInterval: 1 },
    yAxis: responseAxisTo(top, 'p95', log),
    series: runs.flatMap(({ report, name }, n) => {
      const color = seriesColor(look, n);
      const marks = all[n] ?? [];
      return [
        {
          id: report.run.id,
          name,
          type: 'line',
          color,
          showSymbol: true,
          data: marks.map(mark => ({
            value: [mark.sessions, mark.p95 ?? top],
            symbol: markSymbol(mark),
            symbolSize: 10,
          })),
          ...boundLine(n === 0 ? threshold : null, ms => texts.limit(response(ms)), look.text, look),
        },
        intervals(
          `${report.run.id} interval`,
          color,
          marks
            .filter(mark => mark.p95 !== null && mark.low !== null)
            .map(mark => [mark.sessions, mark.low, Math.min(mark.high ?? top, top)]),
        ),
      ];
    }),
  } as ChartOption;
}

function overlayText(runs: RunLine[], all: PointMark[][], id: string, index: number): string {
  const n = runs.findIndex(({ report }) => report.run.id === id);
  const mark = all[n]?.[index];
  if (!mark) return '';
  return [
    runs[n]?.name ?? '',
    `${counted(mark.sessions, 'session')}: ${mark.verdict}`,
    `p95 ${mark.p95 === null ? texts.noneOver5Failed : withInterval(mark.p95, mark.low, mark.high)}`,
  ].join('\n');
}

export function overlaySheet(runs: RunLine[], group: string): Sheet {
  return {
    head: ['run', 'title', texts.loadPoint, 'sessions', 'verdict', 'p95Ms', 'p95LowMs', 'p95HighMs', 'count', 'failed'],
    rows: runs.flatMap(({ report }) =>
      pointMarks(report)
        .filter(mark => mark.group === group)
        .map(m => [
          report.run.id,
          report.run.title,
          m.index,
          m.sessions,
          m.verdict,
          m.p95,
          m.low,
          m.high,
          m.count,
          m.failed,
        ]),
    ),
  };
}

/** A run's distribution of one group. */
export interface RunDistribution {
  run: string;
  name: string;
  /** Its place in the choice, for its colour. */
  place: number;
  line: DistributionLine;
}

export function ecdfOverlayOption(lines: RunDistribution[], look: Look): ChartOption {
  return {
    grid: { left: 56, right: 24, top: 44, bottom: 44 },
    legend: { type: 'scroll', top: 0, data: lines.map(line => line.name) },
    tooltip: { trigger: 'item', formatter: tip(point => ecdfText(lines, point)) },
    xAxis: { ...responseAxis('response', true), nameGap: 26 },
    yAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (share: number) => percent(share) } },
    series: lines.map(({ run, name, place, line }) => ({
      id: run,
      name,
      type: 'line',
      step: 'end',
      color: seriesColor(look, place),
      symbol: 'circle',
      symbolSize: 4,
      showSymbol: line.ecdf.length <= 50,
      data: line.ecdf.map(step => [Math.max(step.ms, 0.1), 100 * step.share]),
    })),
  } as ChartOption;
}

function ecdfText(lines: RunDistribution[], { seriesId, dataIndex }: Hovered): string {
  const found = lines.find(line => line.run === seriesId);
  const step = found?.line.ecdf[dataIndex];
  if (!found || !step) return '';
  return [
    found.name,
    texts.shareWithin(percent(100 * step.share, 1), response(step.ms)),
    texts.countAndFailed(counted(found.line.count, 'operation'), number(found.line.failed)),
  ].join('\n');
}

export function ecdfOverlaySheet(lines: RunDistribution[]): Sheet {
  return {
    head: ['run', 'title', 'responseMs', 'share'],
    rows: lines.flatMap(({ run, name, line }) => line.ecdf.map(step => [run, name, step.ms, step.share])),
  };
}

import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import type { Report } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { CROSS, groupColor, type Hovered, responseAxis, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { counted, number, response, withInterval } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { ceiling, type PointMark, pointMarks } from '../points';
import { texts } from '../../../texts/results';

/** p95 over sessions with intervals, thresholds and, where the run is valid, its capacity. A mark's third figure is its load point. */
export function capacityOption(report: Report, look: Look, log: boolean, chosen: number | null): ChartOption {
  const marks = pointMarks(report);
  const top = ceiling(marks, report.thresholds);
  const groups = [...new Set(marks.map(mark => mark.group))];
  return {
    grid: { left: 64, right: 24, top: 36, bottom: 44 },
    legend: { top: 0, data: groups.map(group => ({ name: texts.p95OfGroup(group) })) },
    tooltip: { trigger: 'item', formatter: tip(point => markText(markAt(marks, point))) },
    xAxis: {
      type: 'value',
      name: texts.sessionsAxis,
      nameLocation: 'middle',
      nameGap: 26,
      min: 0,
      minInterval: 1,
      max: widest(report),
    },
    yAxis: { ...responseAxis('p95', log), nameGap: 48, max: top, ...(log ? {} : { min: 0 }) },
    series: [
      ...groups.flatMap(group => groupSeries(group, marks, report.thresholds[group], top, look, chosen)),
      capacitySeries(report, look),
    ],
  } as ChartOption;
}

function widest(report: Report): number {
  const most = Math.max(1, ...report.loadPoints.map(point => point.sessions));
  return most + Math.max(1, Math.ceil(most * 0.1));
}

function markAt(marks: PointMark[], { seriesId, data }: Hovered): PointMark | undefined {
  const [, , index] = (data as { value?: number[] }).value ?? (Array.isArray(data) ? (data as number[]) : []);
  return marks.find(mark => mark.index === index && seriesId.startsWith(`${mark.group}-`));
}

export function markText(mark: PointMark | undefined): string {
  if (!mark) return '';
  return [
    texts.loadPointVerdict(mark.index, counted(mark.sessions, 'session'), mark.verdict),
    texts.groupP95(mark.group, mark.p95 === null ? texts.noneOver5Failed : withInterval(mark.p95, mark.low, mark.high)),
    texts.failedDiscarded(counted(mark.count, 'operation'), number(mark.failed), counted(mark.discarded, 'session')),
    texts.clickToSelectThisLoad,
  ].join('\n');
}

function groupSeries(
  group: string,
  marks: PointMark[],
  threshold: number | undefined,
  top: number,
  look: Look,
  chosen: number | null,
) {
  const color = groupColor(look, group);
  const own = marks.filter(mark => mark.group === group);
  return [
    {
      id: `${group}-p95`,
      name: texts.p95OfGroup(group),
      type: 'line',
      color,
      showSymbol: true,
      data: own.map(mark => ({
        value: [mark.sessions, mark.p95 ?? top, mark.index],
        symbol:
          mark.p95 === null
            ? 'triangle'
            : mark.verdict === 'fail'
              ? CROSS
              : mark.verdict === 'pass'
                ? 'circle'
                : 'emptyCircle',
        symbolSize: (mark.index === chosen ? 16 : 10) + (mark.verdict === 'fail' ? 4 : 0),
      })),
      ...(threshold === undefined
        ? {}
        : {
            markLine: {
              silent: true,
              symbol: 'none',
              lineStyle: { color, type: 'dashed' },
              label: {
                formatter: texts.limitOfGroup(group, response(threshold)),
                position: 'insideStartTop',
                color: look.text,
              },
              data: [{ yAxis: threshold }],
            },
          }),
    },
    {
      id: `${group}-interval`,
      type: 'custom',
      silent: true,
      color,
      z: 1,
      renderItem: whisker(color),
      encode: { x: 0, y: [1, 2] },
      data: own
        .filter(mark => mark.p95 !== null && mark.low !== null)
        .map(mark => [mark.sessions, mark.low, Math.min(mark.high ?? top, top)]),
    },
  ];
}

/** An interval as a line with a short bar at either end. */
export const whisker = (color: string) => (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
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

/** The capacity as a line with its interval as an area; nothing where the run must not be used or found none. */
function capacitySeries(report: Report, look: Look) {
  const { capacity, capacityInterval, valid } = report.verdict;
  if (!valid || capacity === null || capacity === 0) return { id: 'capacity', type: 'line', data: [] };
  const [low, high] = capacityInterval ?? [capacity, capacity];
  return {
    id: 'capacity',
    type: 'line',
    data: [],
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: look.text, type: 'solid', width: 1.5 },
      label: { formatter: texts.capacityMark(number(capacity)), color: look.text },
      data: [{ xAxis: capacity }],
    },
    markArea: {
      silent: true,
      itemStyle: { color: look.text, opacity: 0.08 },
      data: [[{ xAxis: low ?? capacity }, { xAxis: high ?? widest(report) }]],
    },
  };
}

export function capacitySheet(report: Report): Sheet {
  return {
    head: [
      texts.oneLoadPoint,
      'sessions',
      'verdict',
      'group',
      'p95Ms',
      'p95LowMs',
      'p95HighMs',
      'thresholdMs',
      'count',
      'failed',
    ],
    rows: pointMarks(report).map(mark => [
      mark.index,
      mark.sessions,
      mark.verdict,
      mark.group,
      mark.p95,
      mark.low,
      mark.high,
      report.thresholds[mark.group] ?? null,
      mark.count,
      mark.failed,
    ]),
  };
}

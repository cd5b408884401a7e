import type { Report } from '../../../api/types';
import type { ChartOption } from '../../../charts/echarts';
import { boundLine, groupColor, type Hovered, intervals, responseAxisTo, tip } from '../../../charts/look';
import type { Look } from '../../../charts/themes';
import { counted, number, response, withInterval } from '../../../format/format';
import type { Sheet } from '../../../parts/table/sheet';
import { ceiling, markSymbol, type PointMark, pointMarks } from '../points';
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
    yAxis: responseAxisTo(top, 'p95', log),
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
    texts.clickSelectsLoadPoint,
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
        symbol: markSymbol(mark),
        symbolSize: (mark.index === chosen ? 16 : 10) + (mark.verdict === 'fail' ? 4 : 0),
      })),
      ...boundLine(threshold, ms => texts.limitOfGroup(group, response(ms)), color, look),
    },
    intervals(
      `${group}-interval`,
      color,
      own
        .filter(mark => mark.p95 !== null && mark.low !== null)
        .map(mark => [mark.sessions, mark.low, Math.min(mark.high ?? top, top)]),
    ),
  ];
}

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

import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import type { ComparedRun, Comparison, Difference } from '../../api/types';
import type { ChartOption } from '../../charts/echarts';
import { seriesColor, tip } from '../../charts/look';
import type { Look } from '../../charts/themes';
import { number, response } from '../../format/format';
import { certainty, certaintyFigure, certaintyText } from './certainty';
import type { RunLine } from './overlay';
import { texts } from '../../texts/compare';

/** What a row of the forest and of the table holds: a difference, and whose. */
export interface RunDifference {
  run: ComparedRun;
  difference: Difference;
}

export const allDifferences = (comparison: Comparison): RunDifference[] =>
  comparison.runs.flatMap(run => run.differences.map(difference => ({ run, difference })));

/** A row for each group and operation; in it a ratio with its interval for each run. Left of 1 is faster than the baseline, right of it slower. */
export function forestOption(differences: RunDifference[], runs: RunLine[], quantile: number, look: Look): ChartOption {
  const own = differences.filter(({ difference }) => difference.quantile === quantile);
  const rows = [...new Set(own.map(({ difference }) => difference.what))];
  const compared = runs.slice(1);
  const [low, high] = span(own.map(({ difference }) => difference));
  return {
    grid: { left: 8, right: 24, top: 44, bottom: 44, containLabel: true },
    legend: { type: 'scroll', top: 0, data: compared.map(run => run.name) },
    tooltip: { trigger: 'item', formatter: tip(({ data }) => forestText(own[(data as number[])[4] ?? -1])) },
    xAxis: {
      type: 'log',
      name: texts.ratioToTheBaselineBelow,
      nameLocation: 'middle',
      nameGap: 26,
      min: low,
      max: high,
      axisLabel: { formatter: (ratio: number) => number(ratio, 2) },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows,
      axisLabel: { interval: 0, width: 260, overflow: 'truncate' },
    },
    series: compared.map((run, n) => ({
      id: run.report.run.id,
      name: run.name,
      type: 'custom',
      color: seriesColor(look, n + 1),
      renderItem: forestMark(seriesColor(look, n + 1), n, compared.length, low, high),
      encode: { x: [1, 2, 3], y: 0 },
      data: own.flatMap(({ run: other, difference }, index) =>
        other.run === run.report.run.id && difference.ratio !== null
          ? [
              [
                rows.indexOf(difference.what),
                difference.ratio,
                difference.ratioCi[0] ?? high,
                difference.ratioCi[1] ?? high,
                index,
              ],
            ]
          : [],
      ),
      ...(n === 0
        ? {
            markLine: {
              silent: true,
              symbol: 'none',
              lineStyle: { color: look.text },
              label: { show: false },
              data: [{ xAxis: 1 }],
            },
          }
        : {}),
    })),
  } as ChartOption;
}

/** Symmetric about 1 and wide enough for all ratios and ends, but for ends that lie far outside. */
export function span(differences: Difference[]): [number, number] {
  const sides = differences.flatMap(({ ratio, ratioCi }) => [
    ...(ratio === null ? [] : [ratio]),
    ...ratioCi.filter(end => end !== null && end > 0 && end < 10 * Math.max(1, ratio ?? 1)).map(Number),
  ]);
  const widest = Math.max(1.1, ...sides.filter(side => side > 0).map(side => Math.max(side, 1 / side)));
  return [1 / (1.1 * widest), 1.1 * widest];
}

function forestMark(color: string, place: number, of: number, low: number, high: number) {
  const within = (ratio: number) => Math.max(low, Math.min(high, ratio));
  return (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
    const row = Number(api.value(0));
    const offset = (place - (of - 1) / 2) * 7;
    const at = (dimension: number): number[] => api.coord([within(Number(api.value(dimension))), row]);
    const [x = 0, middle = 0] = at(1);
    const [x1 = 0] = at(2);
    const [x2 = 0] = at(3);
    const y = middle + offset;
    return {
      type: 'group' as const,
      children: [
        { type: 'line' as const, shape: { x1, y1: y, x2, y2: y }, style: { stroke: color, lineWidth: 1.5 } },
        { type: 'rect' as const, shape: { x: x - 3.5, y: y - 3.5, width: 7, height: 7 }, style: { fill: color } },
      ],
    };
  };
}

function forestText(found: RunDifference | undefined): string {
  if (!found) return '';
  const { run, difference } = found;
  return [
    `${difference.what}, ${quantileTitle(difference.quantile)}: ${run.title}`,
    `${response(difference.baselineMs)} → ${response(difference.otherMs)}`,
    texts.ratioOf(ratioText(difference)),
    `${certaintyText(certainty(difference))} (${difference.reason || certaintyFigure(difference.slower)})`,
  ].join('\n');
}

export const quantileTitle = (quantile: number): string => `p${Math.round(100 * quantile)}`;

const end = (value: number | null): string => (value === null ? '∞' : number(value, 2));

export const ratioText = ({ ratio, ratioCi }: Difference): string =>
  `${ratio === null ? '–' : number(ratio, 2)} (${end(ratioCi[0])} – ${end(ratioCi[1])})`;

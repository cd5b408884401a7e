import type { ChartOption } from '../../charts/echarts';
import { boundLine, groupColor, intervals, responseAxisTo, seriesColor, tip } from '../../charts/look';
import type { Look } from '../../charts/themes';
import { dateTime, number } from '../../format/format';
import type { Sheet } from '../../parts/table/sheet';
import { texts } from '../../texts/trend';
import { type Expected, type Figure, figureText, type Mark } from './trend';

/** An interval that reaches far beyond all marks is cut there. */
const HEADROOM = 1.3;

/** The runs in equal steps from left to right; the scale begins at 0, so that a small change looks small. */
export function trendOption(
  marks: readonly Mark[],
  figure: Figure,
  expected: Expected | null,
  title: string,
  look: Look,
): ChartOption {
  const color = figure === 'capacity' ? seriesColor(look, 0) : groupColor(look, figure);
  const known = marks.flatMap(({ value, high }) => [value ?? 0, Math.min(high ?? 0, 3 * (value ?? 0))]);
  const top = HEADROOM * Math.max(1, ...known, expected?.bound ?? 0);
  const axis =
    figure === 'capacity'
      ? {
          type: 'value' as const,
          name: texts.sessionsAxis,
          nameLocation: 'middle' as const,
          nameGap: 48,
          minInterval: 1,
          min: 0,
          max: Math.ceil(top),
        }
      : responseAxisTo(top, 'p95', false);
  return {
    grid: { left: 64, right: 24, top: 24, bottom: 36 },
    tooltip: { trigger: 'item', formatter: tip(({ dataIndex }) => markText(marks[dataIndex], figure)) },
    xAxis: {
      type: 'category',
      data: marks.map(({ run }) => dateTime(run.startedAt)),
      axisLabel: { hideOverlap: true },
    },
    yAxis: axis,
    series: [
      {
        id: 'figure',
        name: title,
        type: 'line',
        color,
        showSymbol: true,
        data: marks.map(({ value, high }) => ({
          value: value ?? top,
          symbol: value === null ? 'triangle' : high === null ? 'arrow' : 'circle',
          symbolSize: 10,
        })),
        ...boundLine(expected?.bound, () => texts.expected(expected?.words ?? ''), look.text, look),
      },
      intervals(
        'interval',
        color,
        marks.flatMap(({ value, low, high }, at) =>
          value === null || low === null ? [] : [[at, low, Math.min(high ?? top, top)]],
        ),
      ),
    ],
  } as ChartOption;
}

function markText(mark: Mark | undefined, figure: Figure): string {
  if (!mark) return '';
  return [dateTime(mark.run.startedAt), mark.run.title, figureText(mark, figure)].join('\n');
}

export function trendSheet(marks: readonly Mark[], figure: Figure): Sheet {
  const unit = figure === 'capacity' ? 'Sessions' : 'Ms';
  return {
    head: ['run', 'startedAt', 'title', `value${unit}`, `low${unit}`, `high${unit}`, 'agentVersions'],
    rows: marks.map(({ run, value, low, high }) => [run.run, run.startedAt, run.title, value, low, high, run.versions]),
  };
}

/** All marks for those who cannot see them. */
export const told = (marks: readonly Mark[], figure: Figure): string =>
  marks.length === 0 ? number(0) : marks.map(mark => figureText(mark, figure)).join(', ');

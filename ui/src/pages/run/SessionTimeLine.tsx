import { Text } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { Timing } from '../../api/types';
import { counted, response, time } from '../../format/format';
import { GROUP_COLORS } from '../../format/states';
import css from './run.module.css';
import { timeLine } from './timeline';
import { texts } from '../../texts/run';

const WIDTH = 660;
const LANE = 30;
const LEFT = 20;

const colorOf = (timing: Timing) =>
  timing.outcome === 'ok'
    ? `var(--mantine-color-${GROUP_COLORS[timing.group] ?? 'gray'}-6)`
    : 'var(--mantine-color-red-8)';

/** A session's latest operations as bars over time: as long as the response, in a lane per group. What failed is red, taller and crossed. */
export const SessionTimeLine = memo(function SessionTimeLine({ timings }: { timings: readonly Timing[] }) {
  const line = useMemo(() => timeLine(timings, WIDTH - LEFT), [timings]);
  if (line.bars.length === 0) return null;
  const height = line.lanes.length * LANE;
  const failed = line.bars.filter(bar => bar.timing.outcome !== 'ok').length;
  const label = texts.fromToFailedTheTable(
    counted(line.bars.length, 'operation'),
    time(line.from),
    time(line.to),
    failed,
  );
  return (
    <div>
      <svg viewBox={`0 0 ${WIDTH} ${height + 18}`} width="100%" role="img" aria-label={label}>
        {line.lanes.map((lane, i) => (
          <text key={lane} x={0} y={i * LANE + LANE / 2 + 4} fontSize={12} fill="currentColor">
            {lane}
          </text>
        ))}
        {line.bars.map(({ timing, x, width, lane }) => {
          const ok = timing.outcome === 'ok';
          const top = lane * LANE + (ok ? 8 : 3);
          return (
            <g key={timing.sequence} className={css.bar} data-outcome={timing.outcome}>
              <title>
                {`${timing.workload}/${timing.operation}: ${ok ? response(timing.responseMs) : timing.outcome}, ${time(timing.firedAt)}`}
              </title>
              <rect x={LEFT + x} y={top} width={width} height={ok ? 14 : 24} fill={colorOf(timing)} />
              {ok ? null : (
                <path
                  d={`M${LEFT + x - 3} ${top}l6 6m0 -6l-6 6`}
                  stroke="currentColor"
                  strokeWidth={1.5}
                  fill="none"
                  transform={`translate(${width / 2} 9)`}
                />
              )}
            </g>
          );
        })}
        <text x={LEFT} y={height + 13} fontSize={11} fill="currentColor">
          {time(line.from)}
        </text>
        <text x={WIDTH} y={height + 13} fontSize={11} fill="currentColor" textAnchor="end">
          {time(line.to)}
        </text>
      </svg>
      {line.without > 0 ? (
        <Text size="xs">{texts.neverStartedSeeTheTable(counted(line.without, 'operation'))}</Text>
      ) : null}
    </div>
  );
});

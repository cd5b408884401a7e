import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useResizeObserver } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { HeatMap } from '../../../api/types';
import { useLook } from '../../../charts/look';
import { time } from '../../../format/format';
import classes from './heat.module.css';
import {
  cellAt,
  gridOf,
  HEAT_COLORS,
  moved,
  paint,
  type Place,
  placeAt,
  placeText,
  reference,
  rowHeight,
  STEPS,
} from './heat';
import { texts } from '../../../texts/results';

interface HeatCanvasProps {
  map: HeatMap;
  label: string;
  /** A click on a cell, or Enter: its session and its column. */
  onPick: (session: number, column: number) => void;
}

/** Sessions × time on a canvas of its own: painted once, and then only a cursor moves. */
export function HeatCanvas({ map, label, onPick }: HeatCanvasProps) {
  const scheme = useComputedColorScheme('light');
  const look = useLook();
  const grid = useMemo(() => gridOf(map), [map]);
  const [sizeRef, { width }] = useResizeObserver<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const height = rowHeight(map.sessions.length) * map.sessions.length;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || width === 0) return;
    const scale = window.devicePixelRatio || 1;
    context.canvas.width = Math.round(width * scale);
    context.canvas.height = Math.round(height * scale);
    context.scale(scale, scale);
    paint(context, grid, { width, height }, HEAT_COLORS[scheme], look);
  }, [grid, width, height, scheme, look]);

  const pick = (at: Place) => {
    const session = map.sessions[at.row];
    if (session !== undefined && cellAt(grid, at.row, at.column) >= 0) onPick(session, at.column);
  };
  const below = (event: MouseEvent<HTMLDivElement>): Place | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return placeAt(grid, event.clientX - box.left, event.clientY - box.top, box.width, box.height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = place ?? { row: 0, column: 0 };
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pick(at);
      return;
    }
    const next = moved(grid, at, event.key);
    if (next) {
      event.preventDefault();
      setPlace(next);
    }
  };

  return (
    <div>
      <Legend colors={HEAT_COLORS[scheme]} bad={look.bad} title={reference(map).title} />
      <Text size="xs" mb={4} aria-live="polite" mih={18}>
        {place ? placeText(grid, place) : texts.heatMapHelp}
      </Text>
      <div className={classes.frame}>
        <div className={classes.sessions} aria-hidden>
          <span>{map.sessions[0]}</span>
          <span>{map.sessions.length > 1 ? map.sessions[map.sessions.length - 1] : ''}</span>
        </div>
        <div
          ref={sizeRef}
          className={classes.field}
          style={{ height }}
          tabIndex={0}
          role="application"
          aria-roledescription={texts.heatMap}
          aria-label={texts.heatMapKeysHelp(label)}
          onKeyDown={onKeyDown}
          onPointerMove={event => setPlace(below(event))}
          onClick={event => {
            const at = below(event);
            if (at) pick(at);
          }}
        >
          <canvas ref={canvas} style={{ width: '100%', height }} aria-hidden />
          {place ? <Cursor place={place} rows={map.sessions.length} columns={map.columns} /> : null}
        </div>
        <div className={classes.times} aria-hidden>
          <span>{time(map.from)}</span>
          <span>{time(map.to)}</span>
        </div>
      </div>
    </div>
  );
}

function Cursor({ place, rows, columns }: { place: Place; rows: number; columns: number }) {
  const style = {
    left: `${(100 * place.column) / columns}%`,
    top: `${(100 * place.row) / rows}%`,
    width: `${100 / columns}%`,
    height: `max(${100 / rows}%, 3px)`,
  };
  return <div className={classes.cursor} style={style} />;
}

function Legend({ colors, bad, title }: { colors: readonly string[]; bad: string; title: string }) {
  const entries = [
    ...STEPS.map((step, n) => ({ title: step.title, color: colors[n] })),
    { title: texts.someFailed, color: bad },
  ];
  return (
    <Group gap="sm" mb="xs">
      <Text size="xs">{texts.p95OfTheSession(title)}</Text>
      {entries.map(entry => (
        <Group gap={4} key={entry.title}>
          <span className={classes.swatch} style={{ background: entry.color }} />
          <Text size="xs">{entry.title}</Text>
        </Group>
      ))}
    </Group>
  );
}

import { isLightColor, Paper, Text, useComputedColorScheme, useMantineTheme, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, memo, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SessionView } from '../../api/types';
import { sessionState } from '../../format/states';
import type { NameOf } from './agentNames';
import { cellAt, type GridLayout, hit, layout, walk } from './grid';
import { type ColourBy, type Look, lastDone, lookOf, nowDoing, sentence, type Thresholds } from './looks';
import css from './run.module.css';
import { texts } from '../../texts/run';

interface SessionGridProps {
  sessions: readonly SessionView[];
  by: ColourBy;
  thresholds: Thresholds;
  skewMs: number;
  nameOf: NameOf;
  onOpen: (session: number) => void;
}

/** Before the first measurement of its place, and where nothing is measured. */
const USUAL_WIDTH = 960;

export type Colours = (look: Pick<Look, 'color' | 'shade'>) => { fill: string; ink: string };

/** The theme's colours by look, with an ink that can be read on them. */
export function useColours(): Colours {
  const { colors } = useMantineTheme();
  return useMemo(() => {
    const known = new Map<string, { fill: string; ink: string }>();
    return ({ color, shade }) => {
      const key = `${color}.${shade}`;
      let found = known.get(key);
      if (!found) {
        const fill = colors[color as keyof typeof colors]?.[shade] ?? '#adb5bd';
        found = { fill, ink: isLightColor(fill, 0.3) ? '#000000' : '#ffffff' };
        known.set(key, found);
      }
      return found;
    };
  }, [colors]);
}

/** What the canvas shows: its layout, and the look of each cell as it was drawn. */
interface Drawn {
  grid: GridLayout;
  colours: Colours;
  scheme: string;
  looks: string[];
}

/** Draws the cells whose look has changed; all of them where they lie elsewhere now, or have other colours. */
function draw(
  canvas: HTMLCanvasElement,
  before: Drawn | null,
  next: Omit<Drawn, 'looks'>,
  sessions: readonly SessionView[],
  look: (s: SessionView) => Look,
): Drawn | null {
  const { grid, colours, scheme } = next;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(grid.width * ratio), Math.round(grid.height * ratio)];
  const whole =
    before?.grid !== grid ||
    before.colours !== colours ||
    before.scheme !== scheme ||
    canvas.width !== width ||
    canvas.height !== height;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  if (whole) {
    canvas.width = width;
    canvas.height = height;
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = `600 ${grid.pitch >= 40 ? 13 : 11}px 'Inter Variable', sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const numbered = grid.pitch >= 30;
  const looks = sessions.map((session, i) => {
    const seen = look(session);
    if (!whole && before?.looks[i] === seen.key) return seen.key;
    const { x, y, size } = cellAt(grid, i);
    const { fill, ink } = colours(seen);
    pen.fillStyle = fill;
    pen.fillRect(x, y, size, size);
    const words = numbered ? `${seen.sign}${session.session}` : seen.sign;
    if (words !== '') {
      pen.fillStyle = ink;
      pen.fillText(words, x + size / 2, y + size / 2 + 0.5, size);
    }
    return seen.key;
  });
  return { ...next, looks };
}

/** Sessions as a dense grid on a canvas; pointer and keys show what one does, a click or Enter opens it. */
export const SessionGrid = memo(function SessionGrid({
  sessions,
  by,
  thresholds,
  skewMs,
  nameOf,
  onOpen,
}: SessionGridProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const colours = useColours();
  const [active, setActive] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const count = sessions.length;
  const grid = useMemo(() => layout(count, width || USUAL_WIDTH), [count, width]);

  const drawn = useRef<Drawn | null>(null);

  useEffect(() => {
    if (canvas.current === null) return;
    const look = (session: SessionView) => lookOf(session, by, thresholds);
    drawn.current = draw(canvas.current, drawn.current, { grid, colours, scheme }, sessions, look);
  }, [grid, sessions, by, thresholds, colours, scheme]);

  const at = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return hit(grid, event.clientX - box.left, event.clientY - box.top);
  };
  const open = (index: number | null) => {
    const session = index === null ? undefined : sessions[index];
    if (session) onOpen(session.session);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(active ?? 0);
      return;
    }
    const next = event.key === 'Escape' ? null : walk(grid, active ?? -1, event.key);
    if (next === null && event.key !== 'Escape') return;
    event.preventDefault();
    setActive(next);
    const session = next === null ? undefined : sessions[next];
    setSpoken(session ? sentence(session, Date.now() + skewMs, nameOf(session.agent)) : '');
  };
  const shown = active === null ? undefined : sessions[active];

  return (
    <div
      ref={ref}
      className={css.gridFrame}
      role="application"
      aria-label={texts.sessionGridLabel(count)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setActive(before => before ?? 0)}
      onBlur={() => setActive(null)}
    >
      <canvas
        ref={canvas}
        className={css.canvas}
        style={{ width: grid.width, height: grid.height }}
        aria-hidden
        data-sessions={count}
        onMouseMove={event => setActive(at(event))}
        onMouseLeave={() => setActive(null)}
        onClick={event => open(at(event))}
      />
      {shown && active !== null ? (
        <Tip session={shown} agent={nameOf(shown.agent)} grid={grid} index={active} now={Date.now() + skewMs} />
      ) : null}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
});

interface TipProps {
  session: SessionView;
  agent: string;
  grid: GridLayout;
  index: number;
  now: number;
}

/** What the session under the pointer does; beside its cell, on the side with more room. */
function Tip({ session, agent, grid, index, now }: TipProps) {
  const { x, y, size } = cellAt(grid, index);
  const side = x > grid.width / 2 ? { right: `calc(100% - ${x - 6}px)` } : { left: x + size + 6 };
  return (
    <>
      <div className={css.cursor} style={{ left: x - 2, top: y - 2, width: size + 4, height: size + 4 }} />
      <Paper className={css.tip} style={{ top: y, ...side }} shadow="md" withBorder p="xs" data-tip={session.session}>
        <Text size="sm" fw={600}>
          {texts.sessionAndState(session.session, sessionState(session.state).title)}
        </Text>
        <Text size="xs">{texts.agentAndIteration(agent, session.iteration + 1)}</Text>
        <Text size="xs">{texts.tipNow(nowDoing(session, now))}</Text>
        <Text size="xs">{texts.tipLast(lastDone(session))}</Text>
        {session.detail === '' ? null : <Text size="xs">{session.detail}</Text>}
      </Paper>
    </>
  );
}

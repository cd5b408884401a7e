import { Badge, Text, UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { counted, duration, NONE, number, seconds } from '../../format/format';
import { runState } from '../../format/states';
import css from './run.module.css';
import type { StageBox, StageGroup } from './stages';
import { texts } from '../../texts/run';

interface StagesProps {
  groups: readonly StageGroup[];
  now: number;
  onOpen: (number: number) => void;
}

/** All stages of a run in a row of coloured boxes, those of a load point in one frame; a box opens its stage. */
export const Stages = memo(function Stages({ groups, now, onOpen }: StagesProps) {
  return (
    <ol className={css.groups} aria-label={texts.stages}>
      {groups.map(group => (
        <li key={group.key} className={css.group}>
          <Text component="div" className={css.groupTitle}>
            <GroupTitle group={group} />
          </Text>
          <ol className={css.boxes}>
            {group.boxes.map(box => (
              <li key={box.key}>
                <Box box={box} now={now} onOpen={onOpen} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
});

function GroupTitle({ group }: { group: StageGroup }) {
  if (group.point === null) return group.boxes.some(box => box.state === 'preparing') ? texts.before : texts.after;
  const sessions = group.sessions > 0 ? `: ${counted(group.sessions, 'session')}` : '';
  const color = group.verdict?.startsWith('pass') ? 'green' : 'red';
  return (
    <>
      {texts.loadPointNumber(group.point, sessions)}
      {group.verdict === null ? null : (
        <Badge size="xs" color={color} variant="dot">
          {group.verdict}
        </Badge>
      )}
    </>
  );
}

function Box({ box, now, onOpen }: { box: StageBox; now: number; onOpen: (number: number) => void }) {
  const style = { '--stage': `var(--mantine-color-${runState(box.state).color}-filled)` } as React.CSSProperties;
  const data = { 'data-stage': box.state, 'data-when': box.when };
  if (box.number === null || box.startedAt === null) {
    return (
      <div className={`${css.box} ${css.toCome}`} style={style} {...data}>
        {box.title}
        <span className={css.about}>{texts.pending}</span>
      </div>
    );
  }
  const { number: stage } = box;
  const present = box.when === 'present';
  return (
    <UnstyledButton
      className={present ? `${css.box} ${css.present}` : css.box}
      style={style}
      onClick={() => onOpen(stage)}
      aria-haspopup="dialog"
      aria-current={present ? 'step' : undefined}
      {...data}
    >
      <span className={css.name}>{box.title}</span>
      <span className={`figures ${css.about}`}>
        {present && box.of > 0 ? texts.progressWhat(number(box.done), number(box.of), box.what) : ''}
        {took(box, now)}
        {box.findings > 0 ? ` · ${counted(box.findings, 'finding')}` : ''}
      </span>
    </UnstyledButton>
  );
}

const took = (box: StageBox, now: number) =>
  box.startedAt === null ? NONE : duration(seconds(box.startedAt, box.endedAt, now));

import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { LiveGroup, SessionView } from '../../api/types';
import { number } from '../../format/format';
import { Empty } from '../../parts/Empty';
import type { NameOf } from './agentNames';
import { type ColourBy, legend, type Thresholds, thresholdsOf } from './looks';
import css from './run.module.css';
import { SessionGrid, useColours } from './SessionGrid';
import { SessionTable } from './SessionTable';
import { texts } from '../../texts/run';

interface SessionsProps {
  sessions: readonly SessionView[];
  groups: readonly LiveGroup[];
  skewMs: number;
  nameOf: NameOf;
  onOpen: (session: number) => void;
}

/** All sessions, as a grid or as a table, with what the colours mean. */
export const Sessions = memo(function Sessions({ sessions, groups, skewMs, nameOf, onOpen }: SessionsProps) {
  const [by, setBy] = useState<ColourBy>('state');
  const [shape, setShape] = useState('grid');
  const limits = groups.map(group => `${group.group}=${group.thresholdMs}`).join();
  // Thresholds do not change in a run though the groups' figures do: the grid is not drawn for those.
  const thresholds = useMemo(() => thresholdsOf(groups), [limits]);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {texts.sessionsTitle}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={texts.colourBy}
            value={by}
            onChange={value => setBy(value as ColourBy)}
            data={[
              { value: 'state', label: texts.state },
              { value: 'response', label: texts.lastResponse },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label={texts.view}
            value={shape}
            onChange={setShape}
            data={[
              { value: 'grid', label: texts.grid },
              { value: 'table', label: texts.table },
            ]}
          />
        </Group>
      </Group>
      {sessions.length === 0 ? (
        <Empty title={texts.noSessionsYet}>{texts.sessionsAppearWhenTheFirst}</Empty>
      ) : (
        <Stack gap="xs">
          <Legend sessions={sessions} by={by} thresholds={thresholds} />
          {shape === 'grid' ? (
            <SessionGrid
              sessions={sessions}
              by={by}
              thresholds={thresholds}
              skewMs={skewMs}
              nameOf={nameOf}
              onOpen={onOpen}
            />
          ) : (
            <SessionTable sessions={sessions} now={Date.now() + skewMs} nameOf={nameOf} onOpen={onOpen} />
          )}
        </Stack>
      )}
    </Paper>
  );
});

function Legend(props: { sessions: readonly SessionView[]; by: ColourBy; thresholds: Thresholds }) {
  const colours = useColours();
  return (
    <Group gap="md" role="list" aria-label={texts.legend}>
      {legend(props.sessions, props.by, props.thresholds).map(({ look, count }) => {
        const { fill, ink } = colours(look);
        return (
          <Group key={look.key} gap={6} role="listitem" data-look={look.key}>
            <span className={css.swatch} style={{ background: fill, color: ink }} aria-hidden>
              {look.sign}
            </span>
            <Text size="xs" className="figures">
              {look.words}: {number(count)}
            </Text>
          </Group>
        );
      })}
    </Group>
  );
}

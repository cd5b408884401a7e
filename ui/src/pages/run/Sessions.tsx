import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { LiveGroup, SessionView } from '../../api/types';
import { number } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { type ColourBy, legend, type Thresholds, thresholdsOf } from './looks';
import css from './run.module.css';
import { SessionGrid, useColours } from './SessionGrid';
import { SessionTable } from './SessionTable';

interface SessionsProps {
  sessions: readonly SessionView[];
  groups: readonly LiveGroup[];
  skewMs: number;
  onOpen: (session: number) => void;
}

/** All sessions, as a grid or as a table, with what the colours mean. */
export const Sessions = memo(function Sessions({ sessions, groups, skewMs, onOpen }: SessionsProps) {
  const [by, setBy] = useState<ColourBy>('state');
  const [shape, setShape] = useState('grid');
  const limits = groups.map(group => `${group.group}=${group.thresholdMs}`).join();
  // Thresholds do not change in a run though the groups' figures do: the grid is not drawn for those.
  const thresholds = useMemo(() => thresholdsOf(groups), [limits]);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          Sessions
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="What the colours of sessions tell"
            value={by}
            onChange={value => setBy(value as ColourBy)}
            data={[
              { value: 'state', label: 'State' },
              { value: 'response', label: 'Last response' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="How sessions are shown"
            value={shape}
            onChange={setShape}
            data={[
              { value: 'grid', label: 'Grid' },
              { value: 'table', label: 'Table' },
            ]}
          />
        </Group>
      </Group>
      {sessions.length === 0 ? (
        <Empty title="No session yet">They appear here as soon as the first load point starts them.</Empty>
      ) : (
        <Stack gap="xs">
          <Legend sessions={sessions} by={by} thresholds={thresholds} />
          {shape === 'grid' ? (
            <SessionGrid sessions={sessions} by={by} thresholds={thresholds} skewMs={skewMs} onOpen={onOpen} />
          ) : (
            <SessionTable sessions={sessions} now={Date.now() + skewMs} onOpen={onOpen} />
          )}
        </Stack>
      )}
    </Paper>
  );
});

function Legend(props: { sessions: readonly SessionView[]; by: ColourBy; thresholds: Thresholds }) {
  const colours = useColours();
  return (
    <Group gap="md" role="list" aria-label="What the colours mean">
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

import { Anchor, Group, Paper, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RunSummary } from '../../api/types';
import { runState } from '../../format/states';
import { dateTime, duration, seconds } from '../../format/format';
import { StateBadge } from '../../parts/StateBadge';
import { texts } from '../../texts/start';

/** A run that goes on, with its stage. */
export function RunningNow({ run }: { run: RunSummary }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return (
    <Paper withBorder p="md" data-run={run.id}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Anchor component={Link} to={`/runs/${encodeURIComponent(run.id)}`} fw={600}>
            {run.title || run.profile}
          </Anchor>
          <Text size="sm" c="dimmed">
            {run.load}
          </Text>
        </div>
        <StateBadge state={run.state} />
      </Group>
      {run.stateTitle === runState(run.state).title ? null : (
        <Text size="sm" mt="xs">
          {run.stateTitle}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="figures">
        {texts.startedRunningFor(dateTime(run.createdAt), duration(seconds(run.createdAt, null, now)))}
      </Text>
    </Paper>
  );
}

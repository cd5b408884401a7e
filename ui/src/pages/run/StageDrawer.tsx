import { Anchor, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import type { StageDetail } from '../../api/types';
import { counted, duration, NONE, number, seconds, time } from '../../format/format';
import { Facts } from '../../parts/Facts';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { StateBadge } from '../../parts/StateBadge';

interface StageDrawerProps {
  /** Its number; null while none is opened. */
  number: number | null;
  stages: readonly StageDetail[] | undefined;
  error: unknown;
  now: number;
  onClose: () => void;
  onSession: (session: number) => void;
}

/** A stage opened: when, how far, what happened in it, what was found of single sessions. */
export function StageDrawer({ number: opened, stages, error, now, onClose, onSession }: StageDrawerProps) {
  const stage = stages?.find(one => one.number === opened);
  return (
    <Drawer
      opened={opened !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={stage ? `Stage ${stage.number}: ${stage.title}` : 'Stage'}
      closeButtonProps={{ 'aria-label': 'Close the stage' }}
    >
      {stage ? (
        <Detail stage={stage} now={now} onSession={onSession} />
      ) : error ? (
        <Failure title="The stages cannot be read" error={error} />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}

function Detail({ stage, now, onSession }: { stage: StageDetail; now: number; onSession: (session: number) => void }) {
  const facts: [string, string][] = [
    ['Began', time(stage.startedAt)],
    ['Ended', stage.endedAt ? time(stage.endedAt) : 'goes on'],
    ['Took', duration(seconds(stage.startedAt, stage.endedAt, now))],
    [
      stage.what === '' ? 'Done' : `Sessions ${stage.what}`,
      stage.of > 0 ? `${number(stage.done)} of ${number(stage.of)}` : NONE,
    ],
  ];
  return (
    <Stack gap="md">
      <Group>
        <StateBadge state={stage.state} />
      </Group>
      <Facts of={facts} />
      <Title order={3} size="h5">
        {counted(stage.messages.length, 'message')}
      </Title>
      {stage.messages.map((message, i) => (
        <Text key={i} size="sm">
          <span className="figures">{time(message.at)}</span> {message.message}
        </Text>
      ))}
      <Title order={3} size="h5">
        {counted(stage.findings.length, 'finding')} of single sessions
      </Title>
      {stage.findings.length === 0 ? <Text size="sm">Nothing was found of any session.</Text> : null}
      {stage.findings.map((finding, i) => (
        <Text key={i} size="sm">
          <span className="figures">{time(finding.at)}</span>{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => onSession(finding.session)}>
            session {finding.session}
          </Anchor>{' '}
          {finding.message}
        </Text>
      ))}
    </Stack>
  );
}

import { Anchor, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import type { StageDetail } from '../../api/types';
import { counted, duration, NONE, number, seconds, time } from '../../format/format';
import { Facts } from '../../parts/Facts';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { StateBadge } from '../../parts/StateBadge';
import { texts } from '../../texts/run';

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
      title={stage ? texts.stageNamed(stage.number, stage.title) : texts.stageTitle}
      closeButtonProps={{ 'aria-label': texts.closeStage }}
    >
      {stage ? (
        <Detail stage={stage} now={now} onSession={onSession} />
      ) : error ? (
        <Failure title={texts.couldNotLoadTheStages} error={error} />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}

function Detail({ stage, now, onSession }: { stage: StageDetail; now: number; onSession: (session: number) => void }) {
  const facts: [string, string][] = [
    [texts.started, time(stage.startedAt)],
    [texts.ended, stage.endedAt ? time(stage.endedAt) : texts.inProgress],
    [texts.duration, duration(seconds(stage.startedAt, stage.endedAt, now))],
    [
      stage.what === '' ? texts.done : texts.sessionsWhat(stage.what),
      stage.of > 0 ? texts.progress(number(stage.done), number(stage.of)) : NONE,
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
        {texts.fromSessions(counted(stage.findings.length, 'finding'))}
      </Title>
      {stage.findings.length === 0 ? <Text size="sm">{texts.noFindingsFromSessions}</Text> : null}
      {stage.findings.map((finding, i) => (
        <Text key={i} size="sm">
          <span className="figures">{time(finding.at)}</span>{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => onSession(finding.session)}>
            {texts.sessionLink(finding.session)}
          </Anchor>{' '}
          {finding.message}
        </Text>
      ))}
    </Stack>
  );
}

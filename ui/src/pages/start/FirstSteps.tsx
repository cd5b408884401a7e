import type { ReactNode } from 'react';
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconListCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Agent, ProfileSummary } from '../../api/types';
import { AgentCommand } from '../../parts/AgentCommand';
import { countAgents, FIRST_PROFILES } from './agents';
import { texts } from '../../texts/start';
import { IfAllowed } from '../../parts/IfAllowed';

interface FirstStepsProps {
  /** No run has ever been begun here. */
  first: boolean;
  agents: Agent[];
  profiles: ProfileSummary[];
  onCheck: (id: string) => void;
}

/** From nothing to a running profile: an agent, a profile, a check. */
export function FirstSteps({ first, agents, profiles, onCheck }: FirstStepsProps) {
  const connected = countAgents(agents).connected > 0;
  const offered = FIRST_PROFILES.flatMap(id => profiles.filter(p => p.id === id));
  if (!first && connected) return null;
  return (
    <Stack gap="md" component="section" aria-labelledby="first" maw={900}>
      <Title order={2} size="h4" id="first">
        {first ? texts.yourFirstRun : texts.noAgentConnected}
      </Title>
      <Step done={connected} title={connected ? texts.agentConnected : texts.startAnAgent}>
        {connected ? texts.theAgentStartsDesktopsDrives : <AgentCommand />}
      </Step>
      {first ? (
        <Step done={false} title={texts.checkAndStartProfile}>
          <Stack gap="sm">
            <Text size="sm">{texts.checkExplained}</Text>
            {(offered.length > 0 ? offered : profiles.slice(0, 2)).map(({ id, title }, i) => (
              <Group key={id} justify="space-between">
                <div>
                  <Anchor component={Link} to={`/profiles/${encodeURIComponent(id)}`} size="sm">
                    {title || id}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {id}
                  </Text>
                </div>
                <IfAllowed calls="POST /api/v1/checks">
                  <Button
                    variant={i === 0 && connected ? 'filled' : 'default'}
                    leftSection={<IconListCheck size={16} aria-hidden />}
                    onClick={() => onCheck(id)}
                    aria-label={texts.checkAndStartNamed(id)}
                  >
                    {texts.checkAndStartButton}
                  </Button>
                </IfAllowed>
              </Group>
            ))}
            {profiles.length === 0 ? (
              <Text size="sm">
                {texts.noRunProfilesYet}
                <Anchor component={Link} to="/profiles/new?template=capacity" inherit>
                  {texts.createOne}
                </Anchor>
              </Text>
            ) : null}
          </Stack>
        </Step>
      ) : null}
    </Stack>
  );
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb={4}>
        {done ? <IconCheck size={18} color="var(--mantine-color-green-8)" aria-label={texts.done} /> : null}
        <Title order={3} size="h5">
          {title}
        </Title>
      </Group>
      <Text component="div" size="sm">
        {children}
      </Text>
    </Paper>
  );
}

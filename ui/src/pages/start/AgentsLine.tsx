import { Anchor, Group, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Agent } from '../../api/types';
import { agentsInWords, countAgents } from './agents';
import { texts } from '../../texts/start';

export function AgentsLine({ agents }: { agents: Agent[] }) {
  return (
    <Group gap="xs">
      <IconDeviceDesktop size={18} aria-hidden />
      <Text size="sm" role="status">
        {agentsInWords(countAgents(agents))}
      </Text>
      <Anchor component={Link} to="/agents" size="sm">
        {texts.agents}
      </Anchor>
    </Group>
  );
}

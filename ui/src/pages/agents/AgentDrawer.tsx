import { Drawer, Stack, Text, Title } from '@mantine/core';
import type { Agent } from '../../api/types';
import { dateTime, NONE, number, percent, time } from '../../format/format';
import { Facts } from '../../parts/Facts';
import { texts } from '../../texts/agents';

const MB_PER_GB = 1024;

/** An agent opened: its machine, what it can do. */
export function AgentDrawer({ agent, onClose }: { agent: Agent | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={agent !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={agent ? texts.agentOn(agent.host) : ''}
      closeButtonProps={{ 'aria-label': texts.closeAgent }}
    >
      {agent ? <Opened agent={agent} /> : null}
    </Drawer>
  );
}

function Opened({ agent }: { agent: Agent }) {
  const { load } = agent;
  const facts: [string, string][] = [
    [texts.id, agent.id],
    [texts.version, agent.version],
    [agent.connected ? texts.connectedSince : texts.disconnectedSince, dateTime(agent.since)],
    [
      texts.sessions,
      `${number(agent.sessions)}${agent.sessionLimit > 0 ? texts.ofLimit(number(agent.sessionLimit)) : texts.noLimit}`,
    ],
    [texts.cpu, load ? texts.cpuUse(percent(load.cpuPct), percent(load.harnessCpuPct)) : NONE],
    [
      texts.memory,
      load
        ? texts.memoryUse(number(load.memUsedMb / MB_PER_GB, 1), number(load.memTotalMb / MB_PER_GB, 1), time(load.at))
        : NONE,
    ],
  ];
  const workloads = Object.entries(agent.workloads).sort(([a], [b]) => a.localeCompare(b));
  return (
    <Stack gap="md">
      <Facts of={facts} />
      <Title order={3} size="h5">
        {texts.machine}
      </Title>
      {Object.keys(agent.facts).length === 0 ? (
        <Text size="sm">{texts.theAgentReportsNoMachine}</Text>
      ) : (
        <Facts of={Object.entries(agent.facts).sort(([a], [b]) => a.localeCompare(b))} />
      )}
      <Title order={3} size="h5">
        {texts.workloads}
      </Title>
      {workloads.length === 0 ? (
        <Text size="sm">{texts.noWorkloadsTheAgentCannot}</Text>
      ) : (
        <Facts of={workloads.map(([id, sum]) => [id, sum.slice(0, 12)])} />
      )}
    </Stack>
  );
}

import { Drawer, Stack, Text, Title } from '@mantine/core';
import type { Agent } from '../../api/types';
import { dateTime, NONE, number, percent, time } from '../../format/format';
import { Facts } from '../../parts/Facts';

const MB_PER_GB = 1024;

/** An agent opened: its machine, what it can do. */
export function AgentDrawer({ agent, onClose }: { agent: Agent | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={agent !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={agent ? `Agent on ${agent.host}` : ''}
      closeButtonProps={{ 'aria-label': 'Close the agent' }}
    >
      {agent ? <Opened agent={agent} /> : null}
    </Drawer>
  );
}

function Opened({ agent }: { agent: Agent }) {
  const { load } = agent;
  const facts: [string, string][] = [
    ['Id', agent.id],
    ['Version', agent.version],
    [agent.connected ? 'Connected since' : 'Away since', dateTime(agent.since)],
    [
      'Sessions',
      `${number(agent.sessions)}${agent.sessionLimit > 0 ? ` of ${number(agent.sessionLimit)}` : ', no limit'}`,
    ],
    ['CPU', load ? `${percent(load.cpuPct)}, of it Deskmeter ${percent(load.harnessCpuPct)}` : NONE],
    [
      'Memory',
      load
        ? `${number(load.memUsedMb / MB_PER_GB, 1)} of ${number(load.memTotalMb / MB_PER_GB, 1)} GB, at ${time(load.at)}`
        : NONE,
    ],
  ];
  const workloads = Object.entries(agent.workloads).sort(([a], [b]) => a.localeCompare(b));
  return (
    <Stack gap="md">
      <Facts of={facts} />
      <Title order={3} size="h5">
        Machine
      </Title>
      {Object.keys(agent.facts).length === 0 ? (
        <Text size="sm">It has told nothing of its machine.</Text>
      ) : (
        <Facts of={Object.entries(agent.facts).sort(([a], [b]) => a.localeCompare(b))} />
      )}
      <Title order={3} size="h5">
        Workloads that it has
      </Title>
      {workloads.length === 0 ? (
        <Text size="sm">None: it cannot take a run.</Text>
      ) : (
        <Facts of={workloads.map(([id, sum]) => [id, sum.slice(0, 12)])} />
      )}
    </Stack>
  );
}

import { Anchor, Badge, Button, Group, Progress, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Agent } from '../../api/types';
import { agentName, agentNames } from '../../format/agentNames';
import { dateTime, NONE, number, percent } from '../../format/format';
import { IfAllowed } from '../../parts/IfAllowed';
import { type Wish, WISHES, wishesFor } from './agents';
import { texts } from '../../texts/agents';

interface AgentsTableProps {
  agents: readonly Agent[];
  /** The usual version; others are marked. */
  version: string | null;
  onOpen: (id: string) => void;
  onWish: (agent: Agent, wish: Wish) => void;
}

export function AgentsTable({ agents, version, onOpen, onWish }: AgentsTableProps) {
  const names = agentNames(agents);
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            {[
              texts.host,
              texts.state,
              texts.role,
              texts.version,
              texts.load,
              texts.sessions,
              texts.run,
              texts.actions,
            ].map(title => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {agents.map(agent => (
            <Table.Tr key={agent.id} data-agent={agent.id}>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  fw={600}
                  ta="left"
                  size="sm"
                  onClick={() => onOpen(agent.id)}
                  aria-haspopup="dialog"
                >
                  {agent.host}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Connection agent={agent} />
              </Table.Td>
              <Table.Td>
                {agent.user ? `${agent.role}, ${agent.user}` : agent.role}
                <Group gap={4}>
                  {agent.labels.map(label => (
                    <Badge key={label} size="xs" variant="default" tt="none" miw="max-content">
                      {label}
                    </Badge>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>
                <div>{agent.version}</div>
                {version !== null && agent.version !== version ? (
                  <Badge
                    size="xs"
                    color="orange"
                    variant="dot"
                    miw="max-content"
                    title={texts.mostConnectedAgentsRunVersion(version)}
                  >
                    {texts.versionDiffers}
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td w={150}>
                <Load agent={agent} />
              </Table.Td>
              <Table.Td>
                {number(agent.sessions)}
                {agent.sessionLimit > 0 ? texts.ofLimit(number(agent.sessionLimit)) : texts.noLimit}
              </Table.Td>
              <Table.Td>
                {agent.run === null ? (
                  NONE
                ) : (
                  <Anchor component={Link} to={`/runs/${encodeURIComponent(agent.run)}`} size="sm">
                    {agent.run}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td>
                <Group gap={4}>
                  {wishesFor(agent).map(wish => (
                    <IfAllowed key={wish} calls={WISHES[wish].calls}>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${WISHES[wish].name} ${agentName(names, agent.id)}`}
                        onClick={() => onWish(agent, wish)}
                      >
                        {WISHES[wish].name}…
                      </Button>
                    </IfAllowed>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Connection({ agent }: { agent: Agent }) {
  return (
    <>
      <Group gap={4}>
        <Badge size="sm" color={agent.connected ? 'green' : 'red'} variant="dot">
          {agent.connected ? texts.stateConnected : texts.stateDisconnected}
        </Badge>
        {agent.draining ? (
          <Badge size="sm" color="orange" variant="dot">
            {texts.stateDraining}
          </Badge>
        ) : null}
      </Group>
      <Text size="xs">{texts.since(dateTime(agent.since))}</Text>
    </>
  );
}

function Load({ agent }: { agent: Agent }) {
  const { load } = agent;
  if (load === null || !agent.connected) return NONE;
  const memory = load.memTotalMb > 0 ? (100 * load.memUsedMb) / load.memTotalMb : 0;
  return (
    <>
      <Meter name={texts.cpu} value={load.cpuPct} />
      <Meter name={texts.memory} value={memory} />
    </>
  );
}

function Meter({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <Group justify="space-between" gap={4}>
        <Text size="xs">{name}</Text>
        <Text size="xs">{percent(value)}</Text>
      </Group>
      <Progress
        size="xs"
        value={Math.min(100, value)}
        color={value > 90 ? 'red' : 'blue'}
        aria-label={`${name} ${percent(value)}`}
      />
    </div>
  );
}

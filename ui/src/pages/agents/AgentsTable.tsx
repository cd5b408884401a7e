import { Anchor, Badge, Button, Group, Progress, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Agent } from '../../api/types';
import { dateTime, NONE, number, percent } from '../../format/format';
import { type Wish, WISHES, wishesFor } from './agents';

interface AgentsTableProps {
  agents: readonly Agent[];
  /** The usual version; others are marked. */
  version: string | null;
  onOpen: (id: string) => void;
  onWish: (agent: Agent, wish: Wish) => void;
}

export function AgentsTable({ agents, version, onOpen, onWish }: AgentsTableProps) {
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            {['Host', 'State', 'Role and labels', 'Version', 'Load', 'Sessions', 'Run', 'Do'].map(title => (
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
                <Text size="xs">{agent.id}</Text>
              </Table.Td>
              <Table.Td>
                <Connection agent={agent} />
              </Table.Td>
              <Table.Td>
                {agent.role}
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
                    title={`Most connected agents have ${version}`}
                  >
                    differs
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td w={150}>
                <Load agent={agent} />
              </Table.Td>
              <Table.Td>
                {number(agent.sessions)}
                {agent.sessionLimit > 0 ? ` of ${number(agent.sessionLimit)}` : ', no limit'}
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
                    <Button
                      key={wish}
                      size="compact-xs"
                      variant="default"
                      aria-label={`${WISHES[wish].name} the agent on ${agent.host}`}
                      onClick={() => onWish(agent, wish)}
                    >
                      {WISHES[wish].name}…
                    </Button>
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
          {agent.connected ? 'connected' : 'away'}
        </Badge>
        {agent.draining ? (
          <Badge size="sm" color="orange" variant="dot">
            draining
          </Badge>
        ) : null}
      </Group>
      <Text size="xs">since {dateTime(agent.since)}</Text>
    </>
  );
}

function Load({ agent }: { agent: Agent }) {
  const { load } = agent;
  if (load === null || !agent.connected) return NONE;
  const memory = load.memTotalMb > 0 ? (100 * load.memUsedMb) / load.memTotalMb : 0;
  return (
    <>
      <Meter name="CPU" value={load.cpuPct} />
      <Meter name="Memory" value={memory} />
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

import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { RunSummary } from '../../api/types';
import { capacity, counted, dateTime, duration, seconds } from '../../format/format';
import { StateBadge } from '../../parts/StateBadge';

/** In the words of a reader: what a run has found. */
export function verdictOf(run: RunSummary): string {
  if (run.capacity === null)
    return run.reasons[0] ?? 'No capacity: the load was not searched for one, or the run did not get there.';
  if (run.capacity.thresholdBroken)
    return `${capacity(run.capacity)} ${run.capacity.sessions === 1 ? 'session' : 'sessions'}`;
  return `${counted(run.capacity.sessions, 'session')} or more: no threshold was broken`;
}

export function LatestRuns({ runs }: { runs: RunSummary[] }) {
  return (
    <Stack gap="xs" component="section" aria-labelledby="latest">
      <Group justify="space-between">
        <Title order={2} size="h4" id="latest">
          Latest runs
        </Title>
        <Anchor component={Link} to="/runs" size="sm">
          All runs
        </Anchor>
      </Group>
      <Table highlightOnHover aria-labelledby="latest">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Capacity</Table.Th>
            <Table.Th>Began</Table.Th>
            <Table.Th>Took</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(run => (
            <Table.Tr key={run.id} data-run={run.id}>
              <Table.Td>
                <Anchor component={Link} to={`/runs/${encodeURIComponent(run.id)}/results`} fw={600} size="sm">
                  {run.title || run.profile}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {run.profile}, {run.load}
                </Text>
              </Table.Td>
              <Table.Td>
                <StateBadge state={run.state} />
              </Table.Td>
              <Table.Td className="figures">{verdictOf(run)}</Table.Td>
              <Table.Td>{dateTime(run.createdAt)}</Table.Td>
              <Table.Td className="figures">{duration(seconds(run.createdAt, run.endedAt))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { RunSummary } from '../../api/types';
import { capacity, counted, dateTime, duration, seconds } from '../../format/format';
import { texts } from '../../texts/start';
import { StateBadge } from '../../parts/StateBadge';

/** In the words of a reader: what a run has found. */
export function verdictOf(run: RunSummary): string {
  if (run.capacity === null) return run.reasons[0] ?? texts.noCapacity;
  return run.capacity.thresholdBroken
    ? texts.failedAbove(counted(run.capacity.sessions, 'session'))
    : texts.noLargerLoadFailed;
}

export function LatestRuns({ runs }: { runs: RunSummary[] }) {
  return (
    <Stack gap="xs" component="section" aria-labelledby="latest">
      <Group justify="space-between">
        <Title order={2} size="h4" id="latest">
          {texts.latestResults}
        </Title>
        <Anchor component={Link} to="/runs" size="sm">
          {texts.allRuns}
        </Anchor>
      </Group>
      <Table highlightOnHover aria-labelledby="latest">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.run}</Table.Th>
            <Table.Th ta="right">{texts.capacity}</Table.Th>
            <Table.Th>{texts.verdict}</Table.Th>
            <Table.Th>{texts.startedAndDuration}</Table.Th>
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
              <Table.Td className="figures" ta="right" style={{ whiteSpace: 'nowrap' }}>
                {capacity(run.capacity)}
              </Table.Td>
              <Table.Td>
                <StateBadge state={run.state} size="sm" />
                <Text size="xs" lineClamp={2} title={verdictOf(run)}>
                  {verdictOf(run)}
                </Text>
              </Table.Td>
              <Table.Td className="figures" style={{ whiteSpace: 'nowrap' }}>
                <Text size="sm">{dateTime(run.createdAt)}</Text>
                <Text size="xs" c="dimmed">
                  {duration(seconds(run.createdAt, run.endedAt))}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

import { Paper, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { Report } from '../../../api/types';

/** What the run was made with: whoever doubts a figure finds here how to make it again. */
export function Appendix({ report }: { report: Report }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Facts title="Configuration" facts={{ Seed: String(report.run.seed), ...report.configuration }} />
      <Facts title="Environment" facts={report.environment} />
      {report.agents.map(agent => (
        <Facts
          key={agent.id}
          title={`Agent on ${agent.host}`}
          facts={{ id: agent.id, version: agent.version, ...agent.facts }}
        />
      ))}
    </SimpleGrid>
  );
}

function Facts({ title, facts }: { title: string; facts: Record<string, string> }) {
  const rows = Object.entries(facts);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is known.
        </Text>
      ) : (
        <Table aria-label={title} verticalSpacing={2} withRowBorders={false}>
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Td c="dimmed" w={180}>
                  {name}
                </Table.Td>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

import { Badge, Paper, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Report } from '../../../api/types';

const STATES: Record<string, string> = { met: 'green', 'not met': 'red' };

/** What was expected of the run and what became of it; whether Deskmeter itself did what it was to do. */
export function Checks({ report }: { report: Report }) {
  const broken = report.validity.filter(check => !check.kept).length;
  const expects = report.expectations.length > 0;
  return (
    <SimpleGrid cols={{ base: 1, lg: expects ? 2 : 1 }}>
      {expects ? (
        <Box title="Expectations" about="What the run profile expects.">
          {report.expectations.map(({ metric, expected, state, words }) => (
            <Line
              key={`${metric} ${expected}`}
              color={STATES[state] ?? 'orange'}
              state={state}
              what={`${metric} ${expected}`}
            >
              {words}
            </Line>
          ))}
        </Box>
      ) : null}
      <Box
        title="Validity"
        about={`${broken === 0 ? 'Deskmeter kept all its own bounds.' : 'Where a bound is broken the run is invalid.'}${expects ? '' : ' The run profile expects nothing; with “expect:” in it a build can rest on such a run.'}`}
      >
        {report.validity.map(({ check, kept, words }) => (
          <Line key={check} color={kept ? 'green' : 'red'} state={kept ? 'kept' : 'broken'} what={check}>
            {words}
          </Line>
        ))}
      </Box>
    </SimpleGrid>
  );
}

function Box({ title, about, children }: { title: string; about: string; children: ReactNode[] }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {about}
      </Text>
      {children.length === 0 ? null : (
        <Table aria-label={title} verticalSpacing={4} className="figures">
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

function Line({ color, state, what, children }: { color: string; state: string; what: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Td w={110}>
        <Badge color={color} variant="light">
          {state}
        </Badge>
      </Table.Td>
      <Table.Td>{what}</Table.Td>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

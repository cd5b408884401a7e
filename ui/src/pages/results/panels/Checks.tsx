import { Accordion, Badge, Box, Paper, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Report } from '../../../api/types';
import { counted } from '../../../format/format';

const STATES: Record<string, string> = { met: 'green', 'not met': 'red' };

/** What was expected of the run and what became of it; whether Deskmeter itself did what it was to do. */
export function Checks({ report }: { report: Report }) {
  const { expectations, validity } = report;
  const broken = validity.filter(check => !check.kept).length;
  const unmet = expectations.filter(({ state }) => state !== 'met').length;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
      <Checklist title="Expectations" about={expected(expectations.length, unmet)} open={unmet > 0}>
        {expectations.map(({ metric, expected, state, words }) => (
          <Line
            key={`${metric} ${expected}`}
            color={STATES[state] ?? 'orange'}
            state={state}
            what={`${metric} ${expected}`}
          >
            {words}
          </Line>
        ))}
      </Checklist>
      <Checklist
        title="Validity"
        about={
          broken === 0
            ? `Deskmeter kept all of its own ${counted(validity.length, 'bound')}.`
            : `${counted(broken, 'bound')} of ${validity.length} broken: the run is invalid.`
        }
        open={broken > 0}
      >
        {validity.map(({ check, kept, words }) => (
          <Line key={check} color={kept ? 'green' : 'red'} state={kept ? 'kept' : 'broken'} what={check}>
            {words}
          </Line>
        ))}
      </Checklist>
    </SimpleGrid>
  );
}

function expected(all: number, unmet: number): string {
  if (all === 0) return 'The run profile expects nothing. With “expect:” in it a build can rest on this run.';
  if (unmet === 0) return `All of ${counted(all, 'expectation')} met.`;
  return `${unmet} of ${counted(all, 'expectation')} not met.`;
}

interface ChecklistProps {
  title: string;
  about: string;
  /** Whether its lines are shown from the start: where all is well its one sentence is enough. */
  open: boolean;
  children: ReactNode[];
}

function Checklist({ title, about, open, children }: ChecklistProps) {
  return (
    <Paper withBorder component="section" aria-label={title}>
      {children.length === 0 ? (
        <Box p="md">
          <Title order={2} size="h5">
            {title}
          </Title>
          <About>{about}</About>
        </Box>
      ) : (
        <Accordion defaultValue={open ? title : null} order={2} transitionDuration={0} variant="filled">
          <Accordion.Item value={title} bg="transparent">
            <Accordion.Control>
              <Text fw={700}>{title}</Text>
              <About>{about}</About>
            </Accordion.Control>
            <Accordion.Panel>
              <Table aria-label={title} verticalSpacing={4} className="figures">
                <Table.Tbody>{children}</Table.Tbody>
              </Table>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Paper>
  );
}

const About = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);

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

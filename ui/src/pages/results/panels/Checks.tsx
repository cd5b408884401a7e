import { Accordion, Badge, Box, Paper, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Report } from '../../../api/types';
import { counted } from '../../../format/format';
import { PanelTitle, usePanelLevel } from '../../../parts/PanelTitle';
import { texts } from '../../../texts/results';

const STATES: Record<string, string> = { met: 'green', 'not met': 'red' };

/** What was expected of the run, and what became of it. */
export function Expectations({ report }: { report: Report }) {
  const { expectations } = report;
  const unmet = expectations.filter(({ state }) => state !== 'met').length;
  return (
    <Checklist title={texts.expectations} about={expected(expectations.length, unmet)} open={unmet > 0}>
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
  );
}

/** Whether Deskmeter itself did what it was to do. */
export function Validity({ report }: { report: Report }) {
  const { validity } = report;
  const broken = validity.filter(check => !check.kept).length;
  return (
    <Checklist
      title={texts.validity}
      about={
        broken === 0
          ? texts.allBoundsMet(counted(validity.length, 'bound'))
          : texts.boundsViolated(counted(broken, 'bound'), validity.length)
      }
      open={broken > 0}
    >
      {validity.map(({ check, kept, words }) => (
        <Line
          key={check}
          color={kept ? 'green' : 'red'}
          state={kept ? texts.boundMet : texts.boundViolated}
          what={check}
        >
          {words}
        </Line>
      ))}
    </Checklist>
  );
}

function expected(all: number, unmet: number): string {
  if (all === 0) return texts.noExpectations;
  if (unmet === 0) return texts.allExpectationsMet(counted(all, 'expectation'));
  return texts.ofNotMet(unmet, counted(all, 'expectation'));
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
          <PanelTitle>{title}</PanelTitle>
          <About>{about}</About>
        </Box>
      ) : (
        <Accordion defaultValue={open ? title : null} order={usePanelLevel()} transitionDuration={0} variant="filled">
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
      <Table.Td w={150}>
        <Badge color={color} variant="light">
          {state}
        </Badge>
      </Table.Td>
      <Table.Td>{what}</Table.Td>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

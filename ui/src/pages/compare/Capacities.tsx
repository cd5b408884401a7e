import { Alert, List, Paper, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ComparedRun, Comparison } from '../../api/types';
import { number } from '../../format/format';
import { intervalText, limitText } from '../results/panels/Verdict';
import type { RunLine } from './overlay';
import { texts } from '../../texts/compare';

/** Why runs must not be compared, and what else differs: before any figure. */
export function Caveats({ comparison, names }: { comparison: Comparison; names: Record<string, string> }) {
  const refused = comparison.runs.filter(run => run.refusals.length > 0);
  const remarked = comparison.runs.filter(run => run.remarks.length > 0);
  return (
    <>
      {refused.map(run => (
        <Alert
          key={run.run}
          color="red"
          variant="light"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={texts.notComparableWithTheBaseline(names[run.run] ?? run.title)}
        >
          <Lines lines={run.refusals} />
        </Alert>
      ))}
      {remarked.map(run => (
        <Alert
          key={run.run}
          color="yellow"
          variant="light"
          icon={<IconInfoCircle aria-hidden />}
          title={texts.otherDifferences(names[run.run] ?? run.title)}
        >
          <Lines lines={run.remarks} />
        </Alert>
      ))}
    </>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <List size="sm">
      {lines.map(line => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}

/** Capacities side by side, with what their intervals allow to say. */
export function Capacities({ runs, compared }: { runs: RunLine[]; compared: ComparedRun[] }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.capacities}>
      <Title order={2} size="h5" mb="xs">
        {texts.capacities}
      </Title>
      <Table aria-label={texts.capacities} className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.run}</Table.Th>
            <Table.Th ta="right">{texts.capacity}</Table.Th>
            <Table.Th>{texts.interval}</Table.Th>
            <Table.Th>{texts.limitedBy}</Table.Th>
            <Table.Th>{texts.comparedWithTheBaseline}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(({ report, name }, n) => {
            const { capacity, valid } = report.verdict;
            const text = capacity === null ? texts.notFound : number(capacity);
            return (
              <Table.Tr key={report.run.id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">
                  <Text fw={700}>{valid || capacity === null ? text : <del>{text}</del>}</Text>
                </Table.Td>
                <Table.Td>{valid ? (capacity === null ? '–' : intervalText(report)) : texts.invalidDoNotUse}</Table.Td>
                <Table.Td>{limitText(report)}</Table.Td>
                <Table.Td>
                  {n === 0 ? texts.baseline : (compared.find(run => run.run === report.run.id)?.capacities ?? '–')}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

import { Paper, Table, Text, Title } from '@mantine/core';
import type { ComparedRun, Comparison } from '../../api/types';
import { texts } from '../../texts/compare';
import { factTitle } from '../../texts/setup';

/** What is known of how much equal runs vary, and what was different around the runs of both sides, the largest likely effect first. */
export function Surroundings({ comparison, names }: { comparison: Comparison; names: Record<string, string> }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.aroundTheRuns}>
      <Title order={2} size="h5">
        {texts.aroundTheRuns}
      </Title>
      {comparison.runs.map(run => (
        <Around key={run.run} run={run} name={names[run.run] ?? run.title} />
      ))}
    </Paper>
  );
}

function Around({ run, name }: { run: ComparedRun; name: string }) {
  return (
    <>
      <Text size="sm" mt="xs">
        {texts.variationBetweenRuns(name, run.variation)}
      </Text>
      {run.setup.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.nothingElseWasDifferent}
        </Text>
      ) : (
        <Table aria-label={texts.differentAround(name)} className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.what}</Table.Th>
              <Table.Th>{texts.baselineColumn}</Table.Th>
              <Table.Th>{name}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {run.setup.map(difference => (
              <Table.Tr key={`${difference.fact} ${difference.name}`}>
                <Table.Td>{factTitle(difference)}</Table.Td>
                <Table.Td>{difference.baseline}</Table.Td>
                <Table.Td>{difference.other}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

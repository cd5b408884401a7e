import { Anchor, Badge, Paper, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { address, read } from '../../api/client';
import type { Operation, StripOfOperation } from '../../api/types';
import { NONE, number } from '../../format/format';
import { GROUP_COLORS } from '../../format/states';
import { Failure } from '../../parts/Failure';
import { GROUP_WORDS, timesByGroup } from './workloads';
import css from './workloads.module.css';
import { texts } from '../../texts/workloads';

interface OperationsProps {
  /** Id of the workload. */
  of: string;
  operations: readonly Operation[];
}

/** The operations of a workload, each with its film strip of the latest run that has one. */
export function Operations({ of, operations }: OperationsProps) {
  const sums = timesByGroup(operations);
  const strips = useQuery({
    queryKey: ['workloads', of, 'film-strips'],
    queryFn: ({ signal }) => read('/workloads/film-strips', {}, { workload: of }, signal),
  });
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        {texts.operations}
      </Title>
      <Table className="figures" maw={720} aria-label={texts.operations}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.operation}</Table.Th>
            <Table.Th>{texts.group}</Table.Th>
            <Table.Th>{texts.countPerIteration}</Table.Th>
            <Table.Th>{texts.latestFilmStrip}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {operations.map(operation => (
            <Table.Tr key={operation.id}>
              <Table.Td>{operation.id}</Table.Td>
              <Table.Td>
                <Badge variant="dot" color={GROUP_COLORS[operation.group] ?? 'gray'}>
                  {operation.group}
                </Badge>
              </Table.Td>
              <Table.Td>{number(operation.times)}</Table.Td>
              <Table.Td>
                <FilmStrip operation={operation.id} of={strips.data?.find(strip => strip.operation === operation.id)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {strips.isError ? (
        <Failure title={texts.couldNotLoadFilmStrips} error={strips.error} again={() => void strips.refetch()} />
      ) : null}
      {strips.data?.length === 0 ? (
        <Text size="xs" mt="xs">
          {texts.noFilmStripsYet}
        </Text>
      ) : null}
      <Text size="xs" mt="xs">
        {texts.operationsPerIteration(
          sums
            .map(({ group, times }) =>
              texts.inGroup(number(times), group, GROUP_WORDS[group] ? ` (${GROUP_WORDS[group]})` : ''),
            )
            .join(', '),
        )}
      </Text>
    </Paper>
  );
}

/** A small picture of it, which leads to its timing. */
function FilmStrip({ operation, of }: { operation: string; of: StripOfOperation | undefined }) {
  if (of === undefined) return NONE;
  const timing = `/runs/${encodeURIComponent(of.run)}/results?tab=timings&timing=${of.session}.${of.sequence}`;
  return (
    <Anchor component={Link} to={timing} size="xs">
      <img
        className={css.strip}
        src={address(['runs', of.run, 'evidence', of.picture])}
        alt={texts.filmStripOf(operation, of.run, of.outcome)}
        loading="lazy"
      />
    </Anchor>
  );
}

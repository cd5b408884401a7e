import { Alert, Badge, Code, Group, List, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getYaml } from '../../api/client';
import type { Landmark, Operation, Workload } from '../../api/types';
import { number } from '../../format/format';
import { GROUP_COLORS } from '../../format/states';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { addressOf, GROUP_WORDS, timesByGroup } from './workloads';
import css from './workloads.module.css';

/** What a workload does. */
export function WorkloadView({ workload }: { workload: Workload }) {
  return (
    <Stack gap="md">
      {workload.description ? <Text style={{ whiteSpace: 'pre-line' }}>{workload.description}</Text> : null}
      {workload.problems.length > 0 ? <Problems of={workload} /> : null}
      {workload.operations.length > 0 ? <Operations operations={workload.operations} /> : null}
      {workload.landmarks.length > 0 ? <Landmarks of={workload.id} landmarks={workload.landmarks} /> : null}
      <Document id={workload.id} />
      {workload.checksum ? (
        <Text size="xs">
          Checksum over all its files: <Code>{workload.checksum}</Code>. Agents take part only with the same one.
        </Text>
      ) : null}
    </Stack>
  );
}

function Problems({ of }: { of: Workload }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="This workload is broken and cannot be run"
    >
      <List size="sm">
        {of.problems.map((problem, i) => (
          <List.Item key={i}>
            line {number(problem.line)}, column {number(problem.column)}: {problem.path ? `${problem.path}: ` : ''}
            {problem.message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Operations({ operations }: { operations: readonly Operation[] }) {
  const sums = timesByGroup(operations);
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        Operations
      </Title>
      <Table className="figures" maw={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Operation</Table.Th>
            <Table.Th>Group</Table.Th>
            <Table.Th>Times per iteration</Table.Th>
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
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" mt="xs">
        An iteration gives{' '}
        {sums
          .map(
            ({ group, times }) =>
              `${number(times)} of group ${group}${GROUP_WORDS[group] ? ` (${GROUP_WORDS[group]})` : ''}`,
          )
          .join(', ')}
        .
      </Text>
    </Paper>
  );
}

function Landmarks({ of, landmarks }: { of: string; landmarks: readonly Landmark[] }) {
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        Landmarks
      </Title>
      <Text size="xs" mb="sm">
        Pictures placed in the content that operations look for, in the size in which they must appear on the screen.
      </Text>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 5 }}>
        {landmarks.map(landmark => (
          <figure key={landmark.name} className={css.landmark}>
            <div className={css.picture}>
              <img
                src={addressOf(of, 'landmarks', landmark.name)}
                width={landmark.width}
                height={landmark.height}
                alt={`Landmark ${landmark.name}`}
                loading="lazy"
              />
            </div>
            <figcaption>
              <Text size="xs">
                {landmark.name}
                <br />
                {number(landmark.width)} × {number(landmark.height)} px
              </Text>
            </figcaption>
          </figure>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

function Document({ id }: { id: string }) {
  const document = useQuery({
    queryKey: ['workloads', id, 'document'],
    queryFn: ({ signal }) => getYaml(addressOf(id, 'document'), signal),
  });
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          workload.yaml
        </Title>
      </Group>
      {document.data ? (
        <Code block className={css.document} tabIndex={0} aria-label={`workload.yaml of ${id}`} role="region">
          {document.data.yaml}
        </Code>
      ) : document.isError ? (
        <Failure title="The document cannot be read" error={document.error} again={() => void document.refetch()} />
      ) : (
        <Loading />
      )}
    </Paper>
  );
}

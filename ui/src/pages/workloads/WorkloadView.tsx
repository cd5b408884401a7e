import { Alert, Code, Group, List, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getYaml } from '../../api/client';
import type { Landmark, Workload, WorkloadCost, WorkloadMetric } from '../../api/types';
import { NONE, number } from '../../format/format';
import { Facts } from '../../parts/Facts';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Operations } from './Operations';
import { documentOf, landmarkOf } from './workloads';
import css from './workloads.module.css';
import { texts } from '../../texts/workloads';

/** What a workload does. */
export function WorkloadView({ workload }: { workload: Workload }) {
  return (
    <Stack gap="md">
      {workload.description ? <Text style={{ whiteSpace: 'pre-line' }}>{workload.description}</Text> : null}
      {workload.problems.length > 0 ? <Problems of={workload} /> : null}
      {workload.problems.length > 0 ? null : <Needs of={workload} />}
      {workload.cost ? <Cost of={workload.cost} /> : null}
      {workload.operations.length > 0 ? <Operations of={workload.id} operations={workload.operations} /> : null}
      {workload.metrics.length > 0 ? <Metrics metrics={workload.metrics} /> : null}
      {workload.landmarks.length > 0 ? <Landmarks of={workload.id} landmarks={workload.landmarks} /> : null}
      <Document id={workload.id} />
      {workload.checksum ? (
        <Text size="xs">
          {texts.checksum}
          <Code>{workload.checksum}</Code>
          {texts.checksumNeeded}
        </Text>
      ) : null}
    </Stack>
  );
}

function Problems({ of }: { of: Workload }) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.workloadInvalid}>
      <List size="sm">
        {of.problems.map((problem, i) => (
          <List.Item key={i}>
            {texts.lineColumn(
              number(problem.line),
              number(problem.column),
              problem.path ? `${problem.path}: ` : '',
              problem.message,
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** What an agent's machine needs to work it. */
function Needs({ of }: { of: Workload }) {
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        {texts.needs}
      </Title>
      <Facts
        of={[
          [texts.platforms, of.platforms.join(', ')],
          [texts.packages, of.packages.join(' ') || texts.noPackages],
        ]}
      />
      {of.packages.length > 0 ? (
        <Text size="xs" mt="xs">
          {texts.installedByTheLauncher}
        </Text>
      ) : null}
    </Paper>
  );
}

/** What an iteration costs the machine of a session. */
function Cost({ of }: { of: WorkloadCost }) {
  const mb = (value: number) => `${number(value, value < 10 ? 1 : 0)} MB`;
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        {texts.costOfAnIteration}
      </Title>
      <Facts
        label={texts.costOfAnIteration}
        of={[
          [texts.cpuTime, `${number(of.cpuSecondsPerIteration, 1)} s`],
          [texts.memoryPerSession, mb(of.mbPerSession)],
          [texts.readFromDisk, mb(of.readMb)],
          [texts.writtenToDisk, mb(of.writtenMb)],
          [texts.displayProtocol, mb(of.wireMb)],
        ]}
      />
      <Text size="xs" mt="xs">
        {texts.measuredByBenchWorkloads(of.machine)}
      </Text>
    </Paper>
  );
}

function Metrics({ metrics }: { metrics: readonly WorkloadMetric[] }) {
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        {texts.metrics}
      </Title>
      <Text size="xs" mb="xs">
        {texts.measuredBesideResponseTimes}
      </Text>
      <Table className="figures" maw={720}>
        <Table.Thead>
          <Table.Tr>
            {[texts.metric, texts.measures, texts.unit, texts.better, texts.judgedBy].map(title => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {metrics.map(metric => (
            <Table.Tr key={metric.id}>
              <Table.Td>{metric.id}</Table.Td>
              <Table.Td>{metric.title}</Table.Td>
              <Table.Td>{metric.unit === '1' ? NONE : metric.unit}</Table.Td>
              <Table.Td>{metric.better}</Table.Td>
              <Table.Td>{metric.statistic}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Landmarks({ of, landmarks }: { of: string; landmarks: readonly Landmark[] }) {
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" mb="xs">
        {texts.landmarks}
      </Title>
      <Text size="xs" mb="sm">
        {texts.landmarksHelp}
      </Text>
      <SimpleGrid cols={{ base: 2, md: 3, xl: 5 }}>
        {landmarks.map(landmark => (
          <figure key={landmark.name} className={css.landmark}>
            <div className={css.picture}>
              <img
                src={landmarkOf(of, landmark.name)}
                width={landmark.width}
                height={landmark.height}
                alt={texts.landmark(landmark.name)}
                loading="lazy"
              />
            </div>
            <figcaption>
              <Text size="xs">
                {landmark.name}
                <br />
                {texts.px(number(landmark.width), number(landmark.height))}
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
    queryFn: ({ signal }) => getYaml(documentOf(id), signal),
  });
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {texts.workloadYaml}
        </Title>
      </Group>
      {document.data ? (
        <Code block className={css.document} tabIndex={0} aria-label={texts.workloadYamlOf(id)} role="region">
          {document.data.yaml}
        </Code>
      ) : document.isError ? (
        <Failure title={texts.couldNotLoadWorkloadYaml} error={document.error} again={() => void document.refetch()} />
      ) : (
        <Loading />
      )}
    </Paper>
  );
}

import { Badge, Group, NavLink, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useWorkloads } from '../../api/queries';
import type { Workload } from '../../api/types';
import { counted } from '../../format/format';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { WorkloadView } from './WorkloadView';
import { suitesOf, titleOf } from './workloads';
import { texts } from '../../texts/workloads';

/** The applications that sessions work with; the one that is looked at is part of the address. */
export default function WorkloadsPage() {
  const workloads = useWorkloads();
  return (
    <Page title={texts.workloads} explained="workloads" about={texts.workloadsPageDescription}>
      {workloads.data ? (
        workloads.data.length === 0 ? (
          <Empty title={texts.noWorkloads}>{texts.aWorkloadIsAFolder}</Empty>
        ) : (
          <Catalog workloads={workloads.data} />
        )
      ) : workloads.isError ? (
        <Failure title={texts.couldNotLoadWorkloads} error={workloads.error} again={() => void workloads.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Catalog({ workloads }: { workloads: readonly Workload[] }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('id');
  const shown =
    asked === null ? suitesOf(workloads)[0]?.workloads[0] : workloads.find(workload => workload.id === asked);
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <Paper withBorder component="nav" aria-label={texts.workloads} w={240} style={{ flexShrink: 0 }}>
        {suitesOf(workloads).map(({ suite, workloads: members }) => (
          <div key={suite} role="group" aria-label={suite === '' ? texts.withoutSuite : texts.suite(suite)}>
            <Text size="xs" fw={600} px="sm" pt="sm" pb={4} aria-hidden>
              {suite === '' ? texts.withoutSuite : `${suite}/`}
            </Text>
            {members.map(workload => (
              <Item
                key={workload.id}
                workload={workload}
                active={workload.id === shown?.id}
                onSelect={() => setQuery({ id: workload.id }, { replace: true })}
              />
            ))}
          </div>
        ))}
      </Paper>
      <Stack gap="md" style={{ flex: 1, minWidth: 0 }}>
        {shown ? (
          <>
            <Group gap="sm">
              <Title order={2} size="h4">
                {titleOf(shown)}
              </Title>
              <Badge variant="default" tt="none">
                {shown.id}
              </Badge>
            </Group>
            <WorkloadView key={shown.id} workload={shown} />
          </>
        ) : (
          <Text>{texts.workloadNotFound(asked)}</Text>
        )}
      </Stack>
    </Group>
  );
}

interface ItemProps {
  workload: Workload;
  active: boolean;
  onSelect: () => void;
}

function Item({ workload, active, onSelect }: ItemProps) {
  const broken = workload.problems.length > 0;
  return (
    <NavLink
      component="button"
      type="button"
      active={active}
      aria-current={active ? 'true' : undefined}
      label={titleOf(workload)}
      styles={{ description: { color: 'var(--mantine-color-text)', opacity: 1 } }}
      description={broken ? texts.invalid : counted(workload.operations.length, 'operation')}
      leftSection={broken ? <IconAlertTriangle size={16} aria-hidden /> : null}
      onClick={onSelect}
    />
  );
}

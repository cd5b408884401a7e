import { Button, Grid, SimpleGrid, Stack, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useAgents, useProfiles, useRuns } from '../../api/queries';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { AgentsLine } from './AgentsLine';
import { CapacityHistory } from './CapacityHistory';
import { FirstSteps } from './FirstSteps';
import { histories } from './history';
import { LatestRuns } from './LatestRuns';
import { RunningNow } from './RunningNow';
import { texts } from '../../texts/start';

const CheckDialog = lazy(() => import('../profiles/CheckDialog'));

/** How many ended runs are shown here; the others are on their own page. */
const LATEST = 8;

/** What runs, what the latest runs found, how capacities have changed; at the very first start, the way to a first run. */
export function StartPage() {
  const runs = useRuns();
  const agents = useAgents();
  const profiles = useProfiles();
  const [checked, check] = useState<string | null>(null);

  const going = (runs.data ?? []).filter(r => !r.ended);
  const ended = (runs.data ?? []).filter(r => r.ended).slice(0, LATEST);
  return (
    <Page
      title={texts.start}
      explained="start"
      about={texts.measureRemoteDesktopResponseTimes}
      actions={
        <Button component={Link} to="/profiles" variant="default">
          {texts.allRunProfiles}
        </Button>
      }
    >
      {agents.data ? <AgentsLine agents={agents.data} /> : null}
      {agents.isError ? (
        <Failure title={texts.couldNotLoadAgents} error={agents.error} again={() => void agents.refetch()} />
      ) : null}
      {runs.isPending ? <Loading /> : null}
      {runs.isError ? (
        <Failure title={texts.couldNotLoadRuns} error={runs.error} again={() => void runs.refetch()} />
      ) : null}
      {going.length > 0 ? (
        <Stack gap="sm" component="section" aria-labelledby="running">
          <Title order={2} size="h4" id="running">
            {texts.runningNow}
          </Title>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {going.map(run => (
              <RunningNow key={run.id} run={run} />
            ))}
          </SimpleGrid>
        </Stack>
      ) : null}
      {ended.length > 0 ? (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <LatestRuns runs={ended} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <CapacityHistory of={histories(runs.data ?? [])} />
          </Grid.Col>
        </Grid>
      ) : null}
      {runs.data && agents.data ? (
        <FirstSteps
          first={runs.data.length === 0}
          agents={agents.data}
          profiles={profiles.data ?? []}
          onCheck={check}
        />
      ) : null}
      {profiles.isError ? (
        <Failure title={texts.couldNotLoadRunProfiles} error={profiles.error} again={() => void profiles.refetch()} />
      ) : null}
      {checked ? (
        <Suspense fallback={null}>
          <CheckDialog id={checked} onClose={() => check(null)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

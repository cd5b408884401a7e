import { Alert, Button, Stack } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { RunSnapshot } from '../../api/types';
import { capacity, dateTime } from '../../format/format';
import { AccountTable } from '../../parts/AccountTable';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { RunAgain } from '../../parts/RunAgain';
import { StateBadge } from '../../parts/StateBadge';
import { Actions } from './Actions';
import { useNameOf } from './agentNames';
import { Counts, Progress, Reasons } from './Head';
import { type LiveRun, useLiveRun, useNow, useSame, useStages } from './live';
import { LiveCharts } from './LiveCharts';
import { LoadPoints } from './LoadPoints';
import { Log } from './Log';
import { thresholdsOf } from './looks';
import { SessionDrawer } from './SessionDrawer';
import { Sessions } from './Sessions';
import { StageDrawer } from './StageDrawer';
import { Stages } from './StageRow';
import { arrange, pointSpans } from './stages';
import { texts } from '../../texts/run';

/** A run while it goes on. */
export default function RunPage() {
  const { id = '' } = useParams();
  const live = useLiveRun(id);
  if (live.run) return <Watched key={id} run={live.run} live={live} />;
  if (live.error) {
    return (
      <Page title={texts.runTitle} explained="run">
        <Failure title={texts.couldNotLoadRun(id)} error={live.error} again={live.again} hint={texts.openRunsHint} />
      </Page>
    );
  }
  return <Loading />;
}

function Watched({ run, live }: { run: RunSnapshot; live: LiveRun }) {
  const [stage, setStage] = useState<number | null>(null);
  const [session, setSession] = useState<number | null>(null);
  const now = useNow(live.skewMs, !run.ended);
  const stages = useStages(run, stage !== null);
  const groups = useMemo(() => arrange(stages.data ?? [], run), [stages.data, run]);
  const spans = useSame(useMemo(() => pointSpans(groups), [groups]));
  const thresholds = useSame(useMemo(() => thresholdsOf(run.groups), [run.groups]));
  const nameOf = useNameOf(run);
  const openSession = useCallback((opened: number) => {
    setStage(null);
    setSession(opened);
  }, []);
  return (
    <Page
      title={run.title}
      explained="run"
      about={
        <>
          <StateBadge state={run.state} />
          {texts.seedStarted(run.profile, run.load, run.seed, dateTime(run.createdAt), run.id)}
        </>
      }
      actions={
        run.ended ? (
          <>
            <RunAgain run={run.id} profile={run.profile} />
            <ToResults run={run.id} />
          </>
        ) : (
          <Actions run={run.id} />
        )
      }
    >
      <Notices run={run} connected={live.line === 'open' || run.ended} />
      <Stages groups={groups} now={now} onOpen={setStage} />
      <Progress run={run} now={now} />
      <Counts counts={run.counts} />
      <Sessions sessions={run.sessions} groups={run.groups} skewMs={live.skewMs} nameOf={nameOf} onOpen={openSession} />
      <LiveCharts
        run={run.id}
        nameOf={nameOf}
        createdAt={run.createdAt}
        endedAt={run.endedAt}
        spans={spans}
        loadPoints={run.loadPoints}
        thresholds={thresholds}
        p95={live.p95}
        live={live.resources}
      />
      <LoadPoints points={run.loadPoints} />
      <AccountTable points={run.loadPoints} />
      <Log notes={run.log} />
      <StageDrawer
        number={stage}
        stages={stages.data}
        error={stages.error}
        now={now}
        onClose={() => setStage(null)}
        onSession={openSession}
      />
      <SessionDrawer
        run={run.id}
        session={session}
        view={session === null ? undefined : run.sessions.find(one => one.session === session)}
        nameOf={nameOf}
        ended={run.ended}
        now={now}
        onClose={() => setSession(null)}
      />
    </Page>
  );
}

const ToResults = ({ run }: { run: string }) => (
  <Button
    component={Link}
    to={`/runs/${encodeURIComponent(run)}/results`}
    leftSection={<IconReportAnalytics size={16} aria-hidden />}
  >
    {texts.openResults}
  </Button>
);

/** How it ended, why, and whether what is shown is the latest. */
function Notices({ run, connected }: { run: RunSnapshot; connected: boolean }) {
  const good = run.state === 'finished';
  return (
    <Stack gap="xs">
      {connected ? null : (
        <Alert color="gray" variant="light" role="status" title={texts.noConnectionToTheController}>
          {texts.thisPageShowsTheLast}
        </Alert>
      )}
      {run.ended ? (
        <Alert
          color={good ? 'green' : 'orange'}
          variant="light"
          role="status"
          title={texts.runEnded(run.stateTitle.toLowerCase())}
        >
          {texts.openTheResultsForDetails(run.capacity ? texts.capacitySessions(capacity(run.capacity)) : '')}
          <Reasons reasons={run.reasons} />
        </Alert>
      ) : (
        <Reasons reasons={run.reasons} />
      )}
    </Stack>
  );
}

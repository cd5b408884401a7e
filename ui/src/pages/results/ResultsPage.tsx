import { Anchor, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/client';
import { useSummary } from '../../api/queries';
import type { Report, RunSummary } from '../../api/types';
import { dateTime, duration, seconds } from '../../format/format';
import { AccountTable } from '../../parts/AccountTable';
import { Empty } from '../../parts/Empty';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { Page } from '../../parts/Page';
import { RunAgain } from '../../parts/RunAgain';
import { StateBadge } from '../../parts/StateBadge';
import { BandPanels } from './bands/BandPanels';
import { Gestures } from './bands/Gestures';
import { CapacityChart } from './charts/CapacityChart';
import { DistributionChart } from './charts/DistributionChart';
import { HeatChart } from './charts/HeatChart';
import { PercentilesChart } from './charts/PercentilesChart';
import { ResourcesChart } from './charts/ResourcesChart';
import { SeriesChart } from './charts/SeriesChart';
import { Metrics } from './metrics/Metrics';
import { Appendix } from './panels/Appendix';
import { Checks } from './panels/Checks';
import { Controls } from './panels/Controls';
import { Downloads } from './panels/Downloads';
import { Verdict } from './panels/Verdict';
import { speakingPoint } from './points';
import { useAhead, useReport } from './queries';
import { type Select, useSelection } from './selection';
import { Tables } from './tables/Tables';
import { TimingDrawer } from './timing/TimingDrawer';
import { texts } from '../../texts/results';

/** What a run has shown, each figure one click from its evidence. */
export default function ResultsPage() {
  const { id = '' } = useParams();
  const { summary, pending } = useSummary(id);
  const going = summary !== undefined && !summary.ended;
  // A report of a run that goes on would be kept as if it were the last word.
  const query = useReport(id, !pending && !going);
  const { selection } = useSelection(id);
  useAhead(id, selection, summary !== undefined && summary.ended);
  if (going) return <StillGoing id={id} title={summary.title} />;
  if (query.isPending) return <Loading />;
  if (query.error) return <NoReport id={id} error={query.error} again={() => void query.refetch()} />;
  return <Results report={query.data} summary={summary} />;
}

function Results({ report, summary }: { report: Report; summary: RunSummary | undefined }) {
  const select = useSelection(report.run.id);
  const { run } = report;
  const live = `/runs/${encodeURIComponent(run.id)}`;
  return (
    <Page
      title={texts.resultsOf(run.title)}
      about={
        <Group gap="xs">
          {summary ? <StateBadge state={summary.state} size="sm" /> : null}
          <span>
            {texts.started(
              run.id,
              run.profile,
              dateTime(run.startedAt),
              run.endedAt === null ? '' : texts.duration(duration(seconds(run.startedAt, run.endedAt))),
            )}
          </span>
          <Anchor component={Link} to={live} size="sm">
            {texts.stagesAndLog}
          </Anchor>
        </Group>
      }
      actions={
        <>
          <Button
            component={Link}
            to={`/compare?runs=${encodeURIComponent(run.id)}`}
            size="xs"
            variant="default"
            leftSection={<IconArrowsDiff size={14} aria-hidden />}
          >
            {texts.compare}
          </Button>
          <RunAgain run={run.id} profile={run.profile} size="xs" />
          <Downloads id={run.id} />
        </>
      }
    >
      <Verdict report={report} summary={summary} />
      <Checks report={report} />
      <Figures report={report} select={select} live={live} />
      <Appendix report={report} />
      <TimingDrawer report={report} select={select} />
    </Page>
  );
}

/** Charts and tables; without any load point there still may be timings, in the table. */
function Figures({ report, select, live }: { report: Report; select: Select; live: string }) {
  const chosen = report.loadPoints.find(point => point.index === select.selection.point);
  const point = chosen ?? speakingPoint(report);
  if (point === null) {
    return (
      <>
        <Empty
          title={texts.noLoadPointMeasured}
          action={
            <Button component={Link} to={live} size="xs" variant="default">
              {texts.openTheRun}
            </Button>
          }
        >
          {texts.theRunEndedBeforeIts}
        </Empty>
        <Tables report={report} select={select} />
      </>
    );
  }
  return (
    <Stack gap="md">
      <CapacityChart report={report} select={select} />
      <Controls report={report} select={select} />
      <SeriesChart report={report} select={select} />
      <SimpleGrid cols={{ base: 1, xl: 2 }}>
        <DistributionChart report={report} select={select} point={point} />
        <PercentilesChart report={report} select={select} point={point} />
      </SimpleGrid>
      <HeatChart report={report} select={select} />
      <BandPanels report={report} select={select} point={point} />
      <Gestures report={report} select={select} />
      <Metrics report={report} select={select} point={point} />
      <ResourcesChart report={report} select={select} />
      <AccountTable points={report.loadPoints} />
      <Tables report={report} select={select} />
    </Stack>
  );
}

function StillGoing({ id, title }: { id: string; title: string }) {
  return (
    <Page title={texts.resultsOf(title)}>
      <Empty
        title={texts.runInProgress}
        action={
          <Button component={Link} to={`/runs/${encodeURIComponent(id)}`} size="xs">
            {texts.openLiveView}
          </Button>
        }
      >
        {texts.resultsAppearHereWhenThe}
      </Empty>
    </Page>
  );
}

/** Why there is no report, and where one is to go instead. */
function NoReport({ id, error, again }: { id: string; error: Error; again: () => void }) {
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <Page title={texts.results}>
      <Failure
        title={unknown ? texts.runNotFound(id) : texts.couldNotLoadTheReport}
        error={error}
        {...(unknown ? { hint: texts.theRunMayHaveBeen } : { again })}
      />
    </Page>
  );
}

import { Anchor, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { address, ApiError } from '../../api/client';
import { useSummary } from '../../api/queries';
import type { Report, ReportPoint, RunSummary } from '../../api/types';
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
import { Criteria, Metrics } from './metrics/Metrics';
import { Appendix } from './panels/Appendix';
import { Expectations, Validity } from './panels/Checks';
import { Controls } from './panels/Controls';
import { Downloads, Files } from './panels/Downloads';
import { Limit } from './panels/Limit';
import { Verdict } from './panels/Verdict';
import { type Part, Parts } from './Parts';
import { speakingPoint } from './points';
import { useAhead, useReport } from './queries';
import { type Select, useSelection } from './selection';
import { LoadPointsTable, OperationsTable, Tables } from './tables/Tables';
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
      explained="results"
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
      <Parts parts={partsOf(report, summary, select, live)} />
      <TimingDrawer report={report} select={select} />
    </Page>
  );
}

/** In the order of a reader's questions. Without any load point there still may be timings, in their table. */
function partsOf(report: Report, summary: RunSummary | undefined, select: Select, live: string): Part[] {
  const chosen = report.loadPoints.find(one => one.index === select.selection.point);
  const point = chosen ?? speakingPoint(report);
  return [
    {
      id: 'outcome',
      title: texts.sectionOutcome,
      explained: 'outcome',
      content: (
        <>
          <Verdict report={report} summary={summary} />
          <Expectations report={report} />
        </>
      ),
    },
    {
      id: 'trust',
      title: texts.sectionTrust,
      explained: 'trust',
      content: (
        <>
          <Validity report={report} />
          <AccountTable points={report.loadPoints} />
        </>
      ),
    },
    ...(point === null ? [nothingMeasured(live)] : measuredParts(report, select, point)),
    {
      id: 'evidence',
      title: texts.sectionEvidence,
      explained: 'evidence',
      content: (
        <>
          <Pictures id={report.run.id} />
          {point === null ? null : <Gestures report={report} select={select} />}
          <Tables report={report} select={select} />
        </>
      ),
    },
    {
      id: 'setup',
      title: texts.sectionSetup,
      explained: 'setup',
      content: <Appendix report={report} />,
    },
    { id: 'files', title: texts.sectionFiles, explained: 'files', content: <Files id={report.run.id} /> },
  ];
}

/** What the load points say; the first of these parts has what all charts and tables from there on look at. */
function measuredParts(report: Report, select: Select, point: ReportPoint): Part[] {
  return [
    {
      id: 'limit',
      title: texts.sectionLimit,
      explained: 'limit',
      filters: <Controls report={report} select={select} />,
      content: (
        <>
          <Limit report={report} />
          <Criteria report={report} />
          <ResourcesChart report={report} select={select} />
        </>
      ),
    },
    {
      id: 'growth',
      title: texts.sectionGrowth,
      explained: 'growth',
      content: (
        <>
          <CapacityChart report={report} select={select} />
          <LoadPointsTable report={report} select={select} />
        </>
      ),
    },
    {
      id: 'time',
      title: texts.sectionTime,
      explained: 'time',
      content: (
        <>
          <SeriesChart report={report} select={select} />
          <SimpleGrid cols={{ base: 1, xl: 2 }}>
            <DistributionChart report={report} select={select} point={point} />
            <PercentilesChart report={report} select={select} point={point} />
          </SimpleGrid>
          <OperationsTable report={report} select={select} />
          <HeatChart report={report} select={select} />
          <BandPanels report={report} select={select} point={point} />
          <Metrics report={report} select={select} point={point} />
        </>
      ),
    },
  ];
}

function nothingMeasured(live: string): Part {
  return {
    id: 'growth',
    title: texts.sectionGrowth,
    explained: 'growth',
    content: (
      <Empty
        title={texts.noLoadPointMeasured}
        action={
          <Button component={Link} to={live} size="xs" variant="default">
            {texts.openTheRun}
          </Button>
        }
      >
        {texts.endedBeforeSteady}
      </Empty>
    ),
  };
}

/** The way to the page of all pictures. */
const Pictures = ({ id }: { id: string }) => (
  <Text size="sm">
    <Anchor underline="always" href={address(['runs', id, 'evidence', 'index.html'])} target="_blank">
      {texts.allPictures}
    </Anchor>
    {`. ${texts.allPicturesHow}`}
  </Text>
);

function StillGoing({ id, title }: { id: string; title: string }) {
  return (
    <Page title={texts.resultsOf(title)} explained="results">
      <Empty
        title={texts.runInProgress}
        action={
          <Button component={Link} to={`/runs/${encodeURIComponent(id)}`} size="xs">
            {texts.openLiveView}
          </Button>
        }
      >
        {texts.resultsAppearAtTheEnd}
      </Empty>
    </Page>
  );
}

/** Why there is no report, and where one is to go instead. */
function NoReport({ id, error, again }: { id: string; error: Error; again: () => void }) {
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <Page title={texts.results} explained="results">
      <Failure
        title={unknown ? texts.runNotFound(id) : texts.couldNotLoadTheReport}
        error={error}
        {...(unknown ? { hint: texts.theRunMayHaveBeen } : { again })}
      />
    </Page>
  );
}

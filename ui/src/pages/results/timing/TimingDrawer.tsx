import { Anchor, Badge, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Report, Timing, TimingDetail } from '../../../api/types';
import { dateTime, number, response, time } from '../../../format/format';
import { Failure } from '../../../parts/Failure';
import { Loading } from '../../../parts/Loading';
import { SLOWEST } from '../filter';
import { useTiming } from '../queries';
import type { Select, TimingRef } from '../selection';
import { Film } from './Film';
import { GesturePathView } from './GesturePathView';
import { InstantLine } from './InstantLine';
import { Neighbours } from './Neighbours';
import { WorstSecondView } from './WorstSecondView';
import { texts } from '../../../texts/results';

interface TimingDrawerProps {
  report: Report;
  select: Select;
}

/** One timing with all that is known of it, at the side of the page. */
export function TimingDrawer({ report, select }: TimingDrawerProps) {
  const { timing } = select.selection;
  return (
    <Drawer
      opened={timing !== null}
      onClose={() => select.openTiming(null)}
      position="right"
      size="xl"
      title={timing ? texts.timingOfSession(timing.sequence, timing.session) : ''}
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ duration: 120 }}
    >
      {timing ? <TimingView report={report} timing={timing} select={select} /> : null}
    </Drawer>
  );
}

function TimingView({ report, timing, select }: TimingDrawerProps & { timing: TimingRef }) {
  const { data, error, isPending, refetch } = useTiming(report.run.id, timing.session, timing.sequence);
  if (isPending) return <Loading />;
  if (error) {
    return (
      <Failure
        title={texts.couldNotLoadTheTiming}
        error={error}
        hint={texts.selectAnotherTiming}
        again={() => void refetch()}
      />
    );
  }
  const threshold = report.thresholds[data.timing.group];
  return (
    <Stack gap="lg">
      <Summary detail={data} threshold={threshold} />
      <section aria-label={texts.timeLine}>
        <Title order={3} size="h5" mb="xs">
          {texts.timeLine}
        </Title>
        <InstantLine detail={data} />
      </section>
      <Film
        run={report.run.id}
        detail={data}
        thresholdMs={threshold}
        setting={report.configuration['Evidence'] ?? report.configuration['evidence']}
      />
      {data.worst ? <WorstSecondView run={report.run.id} second={data.worst} /> : null}
      {data.gesture ? <GesturePathView run={report.run.id} gesture={data.gesture} /> : null}
      <Neighbours run={report.run.id} detail={data} select={select} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        onClick={() =>
          select.showTimings({ ...SLOWEST, session: data.timing.session, sort: 'firedAt', desc: false }, null)
        }
      >
        {texts.allTimingsOfSession(data.timing.session)}
      </Anchor>
      <Anchor component={Link} to={`/runs/${encodeURIComponent(report.run.id)}`} size="sm">
        {texts.stagesOfThisRun}
      </Anchor>
    </Stack>
  );
}

/** What it was and how it ended. */
function Summary({ detail, threshold }: { detail: TimingDetail; threshold: number | undefined }) {
  const { timing } = detail;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>
          {timing.workload}/{timing.operation}
        </Text>
        <OutcomeBadge outcome={timing.outcome} />
        <Badge variant="default">{texts.groupBadge(timing.group)}</Badge>
        {timing.steady ? null : (
          <Badge color="gray" variant="light">
            {texts.notSteadyExcludedFromStatistics}
          </Badge>
        )}
      </Group>
      {timing.detail ? <Text size="sm">{timing.detail}</Text> : null}
      <Table withRowBorders={false} verticalSpacing={2} className="figures" aria-label={texts.detailsOfThisTiming}>
        <Table.Tbody>
          {summaryRows(detail, threshold).map(([what, value]) => (
            <Table.Tr key={what}>
              <Table.Td w={150} c="dimmed">
                {what}
              </Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

/** The response as an interval: it was shown after the last instant that is known to be without it and no later than the frame that showed it. */
export function responseText(timing: Timing): string {
  if (timing.responseMs === null) return 'none';
  if (timing.resolutionMs === null) return response(timing.responseMs);
  return texts.resolutionEarliest(
    response(timing.responseMs),
    response(timing.resolutionMs),
    response(Math.max(0, timing.responseMs - timing.resolutionMs)),
  );
}

function summaryRows({ timing, intendedAt }: TimingDetail, threshold: number | undefined): [string, string][] {
  return [
    [texts.response, responseText(timing)],
    [texts.thresholdTitle, threshold === undefined ? texts.none : response(threshold)],
    [texts.lag, response(timing.lagMs)],
    [texts.precedingThinkTime, response(timing.thinkMs)],
    [texts.loadPointColumn, timing.loadPoint === 0 ? texts.none : number(timing.loadPoint)],
    [texts.iteration, number(timing.iteration + 1)],
    [texts.scheduledFor, intendedAt === null ? '–' : `${dateTime(intendedAt)} (${time(intendedAt)})`],
  ];
}

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const color = outcome === 'ok' ? 'green' : outcome === 'skipped' ? 'gray' : 'red';
  return (
    <Badge color={color} variant="light">
      {outcome}
    </Badge>
  );
}

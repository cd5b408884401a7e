import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { LiveGroup, LiveMetric, RunCounts, RunSnapshot, Share } from '../../api/types';
import { counted, duration, NONE, number, response, seconds } from '../../format/format';
import { measured } from '../../format/measured';
import { texts as metricTexts } from '../../texts/metrics';
import { texts } from '../../texts/run';

/** A figure with its name; one that should not be is marked. */
function Figure({
  name,
  children,
  bad = false,
  about,
}: {
  name: string;
  children: ReactNode;
  bad?: boolean;
  about?: ReactNode;
}) {
  return (
    <div data-figure={name}>
      <Text size="xs">{name}</Text>
      <Group gap={4} wrap="nowrap">
        {bad ? (
          <IconAlertTriangle size={16} color="var(--mantine-color-red-filled)" aria-label={texts.warning} />
        ) : null}
        <Text fw={600} className="figures">
          {children}
        </Text>
      </Group>
      {about ? <Text size="xs">{about}</Text> : null}
    </div>
  );
}

/** How far the run is. */
export const Progress = memo(function Progress({ run, now }: { run: RunSnapshot; now: number }) {
  const { stage } = run;
  const working = run.sessions.reduce((sum, session) => sum + (session.state === 'working' ? 1 : 0), 0);
  return (
    <Paper withBorder p="sm">
      <Group gap="xl" align="flex-start" style={{ rowGap: 8 }}>
        <Figure name={run.ended ? texts.duration : texts.elapsed}>
          {duration(seconds(run.createdAt, run.endedAt, now))}
        </Figure>
        {run.ended ? null : (
          <>
            <Figure name={texts.timeLeft}>
              {stage.remainingSeconds === null ? NONE : texts.about(duration(stage.remainingSeconds))}
            </Figure>
            <Figure
              name={texts.loadPointTitle}
              about={stage.question || texts.judgedCount(number(run.loadPoints.length))}
            >
              {stage.sessions > 0 ? `${stage.loadPoint}: ${counted(stage.sessions, 'session')}` : NONE}
            </Figure>
          </>
        )}
        <Figure name={texts.sessionsTitle} about={texts.startedInTotal(number(run.sessions.length))}>
          {texts.workingSessions(number(working))}
        </Figure>
        {run.shares.map(share => (
          <ShareFigure key={share.workload} share={share} sessions={stage.sessions} />
        ))}
        {run.ended ? null : run.groups.map(group => <GroupFigure key={group.group} group={group} />)}
        {run.ended ? null : run.metrics.map(metric => <MetricFigure key={metric.metric} metric={metric} />)}
      </Group>
    </Paper>
  );
});

/** How many sessions of the load point work a workload that only a share of them works. */
function ShareFigure({ share, sessions }: { share: Share; sessions: number }) {
  const percent = texts.shareOfSessions(number(share.sharePct, 2));
  return (
    <Figure name={share.workload} about={sessions > 0 ? percent : undefined}>
      {sessions > 0 ? texts.ofSessions(number(share.sessions), counted(sessions, 'session')) : percent}
    </Figure>
  );
}

function GroupFigure({ group }: { group: LiveGroup }) {
  const over = group.count > 0 && (group.p95Ms === null || group.p95Ms > group.thresholdMs);
  const value = group.count === 0 ? NONE : group.p95Ms === null ? texts.over5Failed : response(group.p95Ms);
  const interval =
    group.p95Low === null
      ? ''
      : `${response(group.p95Low)} – ${group.p95High === null ? '∞' : response(group.p95High)}, `;
  return (
    <Figure
      name={texts.p95OfGroup(group.group)}
      bad={over}
      about={texts.intervalAndLimit(interval, response(group.thresholdMs))}
    >
      {value}
    </Figure>
  );
}

/** The running statistic of a metric beside its limit, as the groups' p95 beside their thresholds. */
function MetricFigure({ metric }: { metric: LiveMetric }) {
  const { unit, value, low, high, limit } = metric;
  const higher = metric.better === 'higher';
  const failed = metric.count > 0 && value === null;
  const broken = failed || (value !== null && (higher ? value < limit : value > limit));
  const bound = higher ? metricTexts.atLeast(measured(limit, unit)) : metricTexts.atMost(measured(limit, unit));
  const interval = low === null || high === null ? '' : `${measured(low, unit)} – ${measured(high, unit)}, `;
  return (
    <Figure
      name={`${metric.statistic} ${metric.metric}`}
      bad={broken}
      about={
        <>
          {interval}
          {bound}
          <br />
          {metricTexts.soFar(number(metric.count), number(metric.unknown))}
        </>
      }
    >
      {failed ? texts.noValue(metric.statistic) : measured(value, unit)}
    </Figure>
  );
}

const KINDS: [keyof RunCounts, string][] = [
  ['failed', texts.operationsFailed],
  ['discarded', texts.sessionsDiscarded],
  ['harnessErrors', texts.harnessErrors],
  ['skipped', texts.operationsSkipped],
  ['unusable', texts.unusableTimings],
  ['late', texts.lateTimings],
  ['duplicates', texts.duplicateTimings],
  ['unknownEvents', texts.unknownEvents],
  ['unknownSamples', metricTexts.unknownSamples],
  ['lateSamples', metricTexts.lateSamples],
  ['handled', texts.handledWindows],
];
const ALWAYS: (keyof RunCounts)[] = ['failed', 'discarded', 'harnessErrors'];
/** Sent twice is what a line that was cut leads to: counted, no fault. */
const HARMLESS: (keyof RunCounts)[] = ['duplicates', 'unknownSamples', 'handled'];

/** What was counted. Failures, discarded sessions and faults of the harness are there also where they are none. */
export const Counts = memo(function Counts({ counts }: { counts: RunCounts }) {
  return (
    <Paper withBorder p="sm">
      <Group gap="xl" align="flex-start" style={{ rowGap: 8 }}>
        <Figure name={texts.timings}>{number(counts.timings)}</Figure>
        {counts.samples > 0 ? <Figure name={metricTexts.samples}>{number(counts.samples)}</Figure> : null}
        {KINDS.filter(([key]) => counts[key] > 0 || ALWAYS.includes(key)).map(([key, words]) => (
          <Figure key={key} name={words} bad={counts[key] > 0 && !HARMLESS.includes(key)}>
            {number(counts[key])}
          </Figure>
        ))}
      </Group>
    </Paper>
  );
});

/** Why a run did not end as planned, and remarks. */
export const Reasons = memo(function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Stack gap={2} role="note" aria-label={texts.messages}>
      {reasons.map(reason => (
        <Text key={reason} size="sm">
          {reason}
        </Text>
      ))}
    </Stack>
  );
});

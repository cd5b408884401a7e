import { Alert, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Report, RunSummary } from '../../../api/types';
import { number } from '../../../format/format';
import classes from './panels.module.css';

/** The verdict in one sentence, and the capacity with its interval. What must not be used is crossed out, and the reasons come first. */
export function Verdict({ report, summary }: { report: Report; summary: RunSummary | undefined }) {
  const { verdict } = report;
  const { capacity } = verdict;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Verdict">
      <Stack gap="md">
        {verdict.valid ? null : <WhyNot report={report} summary={summary} />}
        <Group align="flex-end" gap={48}>
          <Figure
            title="Capacity"
            value={capacity === null ? 'not found' : number(capacity)}
            crossed={crossed(report)}
            big
          >
            {capacity === null ? 'no load point could be judged' : intervalText(report)}
          </Figure>
          <Figure title="Limited by" value={limitText(report)} crossed={crossed(report)}>
            {verdict.limitedBy === null ? '' : (verdict.limitedByOperation ?? '')}
          </Figure>
          {verdict.sessionsPerCore === null ? null : (
            <Figure title="Sessions per core" value={number(verdict.sessionsPerCore, 2)} crossed={crossed(report)}>
              of the machines that held them
            </Figure>
          )}
        </Group>
        <Title order={2} size="h4" fw={500} className={crossed(report) ? classes.crossed : undefined}>
          {verdict.sentence}
        </Title>
      </Stack>
    </Paper>
  );
}

/** Figures of an invalid run are shown, as they may help to find its fault, but nobody can take them for a result. */
const crossed = (report: Report): boolean => !report.verdict.valid && report.verdict.capacity !== null;

export function intervalText({ verdict }: Report): string {
  if (verdict.capacityInterval === null) return 'its interval is not known';
  const [low, high] = verdict.capacityInterval;
  if (high === null) return `at least ${number(low)}; the platform may hold more`;
  return low === high ? `exactly: ${number(low)} held, one more did not` : `between ${number(low)} and ${number(high)}`;
}

export function limitText({ verdict }: Report): string {
  if (verdict.limitedBy !== null) return `group ${verdict.limitedBy}`;
  if (verdict.failure !== null) return verdict.failure.replaceAll('-', ' ');
  return verdict.capacity === null ? 'not known' : 'no threshold';
}

function WhyNot({ report, summary }: { report: Report; summary: RunSummary | undefined }) {
  const { verdict } = report;
  const reasons = verdict.reasons.length > 0 ? verdict.reasons : (summary?.reasons ?? []);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        verdict.capacity === null ? 'This run has no verdict' : 'This run is invalid: its figures must not be used'
      }
      role="alert"
    >
      {reasons.length > 0 ? (
        <List size="sm">
          {reasons.map(reason => (
            <List.Item key={reason}>{reason}</List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">
          {summary?.state === 'stopped'
            ? 'It was stopped before a load point could be judged. What was measured until then is below.'
            : 'It ended before a load point could be judged. What was measured until then is below.'}
        </Text>
      )}
    </Alert>
  );
}

interface FigureProps {
  title: string;
  value: string;
  crossed: boolean;
  big?: boolean;
  children: ReactNode;
}

function Figure({ title, value, crossed: out, big, children }: FigureProps) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text
        fw={700}
        fz={big ? 44 : 24}
        lh={1.1}
        className={`figures ${out ? classes.crossed : ''}`}
        c={out ? 'dimmed' : undefined}
      >
        {out ? <del>{value}</del> : value}
      </Text>
      <Text size="sm" c="dimmed" mih={20}>
        {children}
      </Text>
    </div>
  );
}

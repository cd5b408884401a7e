import { Alert, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Report, RunSummary } from '../../../api/types';
import { number } from '../../../format/format';
import { usePanelLevel } from '../../../parts/PanelTitle';
import classes from './panels.module.css';
import { texts as accountTexts } from '../../../texts/account';
import { texts } from '../../../texts/results';

/** The verdict in one sentence, and the capacity with its interval. What must not be used is crossed out, and the reasons come first. */
export function Verdict({ report, summary }: { report: Report; summary: RunSummary | undefined }) {
  const { verdict } = report;
  const { capacity } = verdict;
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.verdict}>
      <Stack gap="md">
        {verdict.valid ? <Remarks remarks={verdict.remarks} /> : <WhyNot report={report} summary={summary} />}
        <Group align="flex-end" gap={48}>
          <Figure
            title={texts.capacityTitle}
            value={capacity === null ? texts.notFound : number(capacity)}
            crossed={crossed(report)}
            big
          >
            {capacity === null ? texts.judgedBeforeTheEnd(report.loadPoints.length) : intervalText(report)}
          </Figure>
          <Figure title={texts.limitedBy} value={limitText(report)} crossed={crossed(report)}>
            {verdict.limitedBy === null ? '' : (verdict.limitedByOperation ?? '')}
          </Figure>
          {verdict.sessionsPerCore === null ? null : (
            <Figure title={texts.sessionsPerCore} value={number(verdict.sessionsPerCore, 2)} crossed={crossed(report)}>
              {texts.onSessionHosts}
            </Figure>
          )}
        </Group>
        <Title order={usePanelLevel()} size="h4" fw={500} className={crossed(report) ? classes.crossed : undefined}>
          {verdict.sentence}
        </Title>
      </Stack>
    </Paper>
  );
}

/** What is to be known of a valid run. */
function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <Alert color="gray" variant="light" title={accountTexts.remarks} role="note">
      <List size="sm">
        {remarks.map(remark => (
          <List.Item key={remark}>{remark}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Figures of an invalid run are shown, as they may help to find its fault, but nobody can take them for a result. */
const crossed = (report: Report): boolean => !report.verdict.valid && report.verdict.capacity !== null;

export function intervalText({ verdict }: Report): string {
  if (verdict.capacityInterval === null) return texts.intervalUnknown;
  const [low, high] = verdict.capacityInterval;
  if (high === null) return texts.atLeastNoLargerFailed(number(low));
  return low === high ? texts.exactPassedOneMoreFailed(number(low)) : texts.betweenAnd(number(low), number(high));
}

export function limitText({ verdict, metrics }: Report): string {
  if (verdict.limitedBy !== null) {
    const metric = metrics.find(one => one.id === verdict.limitedBy);
    return metric ? metric.title : texts.limitedByGroup(verdict.limitedBy);
  }
  if (verdict.failure !== null) return verdict.failure.replaceAll('-', ' ');
  return verdict.capacity === null ? texts.unknown : texts.noLoadFailed;
}

function WhyNot({ report, summary }: { report: Report; summary: RunSummary | undefined }) {
  const { verdict } = report;
  const reasons = verdict.reasons.length > 0 ? verdict.reasons : (summary?.reasons ?? []);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={verdict.capacity === null ? texts.noVerdict : texts.invalidRunNotice}
      role="alert"
    >
      {reasons.length > 0 ? (
        <List size="sm">
          {reasons.map(reason => (
            <List.Item key={reason}>{reason}</List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{summary?.state === 'stopped' ? texts.theRunWasStoppedBefore : texts.endedBeforeJudged}</Text>
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

import { Alert, Anchor, Badge, Button, Group, List, Loader, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconArrowRight, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import type { Finding, Severity } from '../../api/types';
import { counted, number } from '../../format/format';
import { Explanation } from '../../parts/Explanation';
import { Failure } from '../../parts/Failure';
import { fieldOfFinding, lineOfFinding } from './fields';
import { type CheckState, mayStart } from './useCheck';
import { texts } from '../../texts/profiles';
import { IfAllowed } from '../../parts/IfAllowed';

const LOOKS: Record<Severity, { color: string; title: string }> = {
  error: { color: 'red', title: texts.error },
  warning: { color: 'yellow', title: texts.warning },
  note: { color: 'blue', title: texts.info },
};

interface CheckPanelProps {
  check: CheckState;
  /** The text as it is now. */
  text: string;
  again: () => void;
  start: () => void;
  starting: boolean;
  startError?: unknown;
  /** Leads to a field of the form, or to a line of the YAML; none where there is no form. */
  show?: (place: { field: string | null; line: number | null }) => void;
}

/** What a check finds, as it is found, and the way on to a run. */
export function CheckPanel({ check, text, again, start, starting, startError, show }: CheckPanelProps) {
  const changed = check.text !== text;
  const startable = mayStart(check, text);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.check}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="md">
            <Title order={2} size="h4">
              {texts.check}
            </Title>
            <Explanation of="checks" about={texts.check} />
          </Group>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={again}
              disabled={check.phase === 'running' && !changed}
            >
              {texts.checkAgain}
            </Button>
            <IfAllowed calls="POST /api/v1/runs">
              <Button
                size="xs"
                color="green"
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                onClick={start}
                disabled={!startable}
                loading={starting}
              >
                {texts.startRun}
              </Button>
            </IfAllowed>
          </Group>
        </Group>
        <Group gap="xs" role="status" aria-live="polite">
          {check.phase === 'running' ? <Loader size="xs" aria-hidden /> : null}
          <Text size="sm">{summary(check, changed)}</Text>
        </Group>
        {check.phase === 'failed' ? (
          <Failure title={texts.theCheckDidNotComplete} error={check.error} again={again} />
        ) : null}
        {startError ? <Failure title={texts.couldNotStartTheRun} error={startError} /> : null}
        {check.findings.length > 0 ? (
          <List listStyleType="none" spacing="xs" aria-label={texts.findings}>
            {check.findings.map((finding, i) => (
              <List.Item key={i}>
                <FindingView finding={finding} {...(show ? { show } : {})} />
              </List.Item>
            ))}
          </List>
        ) : null}
        {check.report ? <Figures figures={check.report.figures} /> : null}
      </Stack>
    </Paper>
  );
}

/** In one sentence: what was found, and whether a run may begin. */
export function summary(check: CheckState, changed: boolean): string {
  const count = (severity: Severity) => check.findings.filter(f => f.severity === severity).length;
  const found = [
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    counted(count('note'), 'note'),
  ].join(', ');
  if (check.phase === 'running') return texts.checkingTheProfileTheAgents(found);
  if (check.phase === 'failed') return texts.checkInterruptedAfterCheckAgain(found);
  const took = number((check.report?.tookMillis ?? 0) / 1000, 1);
  if (changed) return texts.profileChangedAfterCheck(found);
  return count('error') > 0 ? texts.checkedFixErrors(found, took) : texts.checkedReady(found, took);
}

function FindingView({ finding, show }: { finding: Finding; show?: CheckPanelProps['show'] }) {
  const look = LOOKS[finding.severity];
  const place = { field: fieldOfFinding(finding), line: lineOfFinding(finding.where) };
  const leads = show !== undefined && (place.field !== null || place.line !== null);
  return (
    <Alert role="note" color={look.color} variant="light" p="xs" data-severity={finding.severity}>
      <Group gap="xs" align="baseline">
        <Badge color={look.color} variant="filled" size="sm">
          {look.title}
        </Badge>
        <Text size="sm" fw={600}>
          {finding.what}
        </Text>
        {leads ? (
          <Anchor
            component="button"
            type="button"
            size="sm"
            c="inherit"
            underline="always"
            onClick={() => show?.(place)}
          >
            {place.field ?? texts.placeLine(place.line)}
          </Anchor>
        ) : (
          <Text size="sm">{finding.where}</Text>
        )}
      </Group>
      <Text size="sm" mt={4}>
        {finding.value}
        {finding.expected ? texts.expected(finding.expected) : ''}
      </Text>
      {finding.remedy ? (
        <Group gap={4} align="flex-start" wrap="nowrap" mt={2}>
          <IconArrowRight size={16} aria-hidden />
          <Text size="sm">
            <b>{texts.remedy}</b> {finding.remedy}
          </Text>
        </Group>
      ) : null}
    </Alert>
  );
}

function Figures({ figures }: { figures: { what: string; value: string }[] }) {
  if (figures.length === 0) return null;
  return (
    <Table withRowBorders={false} aria-label={texts.runSummary} maw={600} verticalSpacing={2}>
      <Table.Tbody>
        {figures.map(({ what, value }) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={400}>
              {what}
            </Table.Th>
            <Table.Td className="figures" ta="right">
              {value}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

import { Badge, Paper, Table, Text, Title } from '@mantine/core';
import { memo } from 'react';
import type { ReportCriterion, ReportGroup, ReportPoint } from '../../api/types';
import { NONE, number, response } from '../../format/format';
import { measured } from '../../format/measured';
import { limitWords, losses, notDelivered, verdictColor, verdictWords } from '../../format/verdict';
import css from './run.module.css';
import { texts } from '../../texts/run';

/** A p95 with its interval below it. */
function P95({ group }: { group: Pick<ReportGroup, 'count' | 'p95Ms' | 'p95Ci'> | undefined }) {
  if (group === undefined) return NONE;
  if (group.count > 0 && group.p95Ms === null) return texts.over5Failed;
  if (group.p95Ms === null) return NONE;
  const [low, high] = group.p95Ci;
  return (
    <>
      {response(group.p95Ms)}
      <Text size="xs">
        {response(low)} – {high === null ? '∞' : response(high)}
      </Text>
    </>
  );
}

/** Load points as they are judged. */
export const LoadPoints = memo(function LoadPoints({ points }: { points: readonly ReportPoint[] }) {
  const metrics = metricsOf(points);
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h5" mb="xs">
        {texts.loadPointsTitle}
      </Title>
      {points.length === 0 ? (
        <Text size="sm">{texts.noLoadPointJudgedYet}</Text>
      ) : (
        <div className={css.wide} tabIndex={0} role="region" aria-label={texts.judgedLoadPoints}>
          <Table className="figures">
            <Table.Thead>
              <Table.Tr>
                {[
                  texts.no,
                  texts.sessionsTitle,
                  texts.verdict,
                  texts.p95OfA,
                  texts.p95OfB,
                  texts.p95OfLogons,
                  ...metrics.map(({ statistic, criterion }) => `${statistic} ${criterion}`),
                  texts.failed,
                  texts.discarded,
                  texts.workingColumn,
                  texts.withinThresholds,
                  texts.limitedBy,
                ].map(title => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.map(point => (
                <Row key={point.index} point={point} metrics={metrics} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Paper>
  );
});

/** Sessions at work while iterations counted: the smallest number, and the mean where it is another. */
function working({ leastWorking, meanWorking }: ReportPoint): string {
  if (leastWorking === null || meanWorking === null) return NONE;
  return leastWorking === meanWorking ? number(leastWorking) : texts.mean(number(leastWorking), number(meanWorking));
}

/** The limits on metrics that the points were judged by; the criteria of the groups have columns of their own. */
function metricsOf(points: readonly ReportPoint[]): ReportCriterion[] {
  return (points[0]?.criteria ?? []).filter(criterion => !criterion.criterion.includes('.'));
}

/** A metric's statistic with its interval below it; why nothing can be said where that is so. */
function Measured({ of }: { of: ReportCriterion | undefined }) {
  if (of === undefined || !of.judged) return NONE;
  if (of.reason !== '') return <Text size="xs">{of.reason}</Text>;
  if (of.value === null) return texts.noValue(of.statistic);
  return (
    <>
      {measured(of.value, of.unit)}
      <Text size="xs">
        {measured(of.interval[0], of.unit)} – {measured(of.interval[1], of.unit)}
      </Text>
    </>
  );
}

function Row({ point, metrics }: { point: ReportPoint; metrics: readonly ReportCriterion[] }) {
  return (
    <Table.Tr>
      <Table.Td>{number(point.index)}</Table.Td>
      <Table.Td>{number(point.sessions)}</Table.Td>
      <Table.Td>
        <Badge miw="max-content" color={verdictColor(point)} variant="dot">
          {verdictWords(point)}
        </Badge>
        {point.extensions > 0 ? <Text size="xs">{texts.extended(number(point.extensions))}</Text> : null}
        {point.endedEarly === null ? null : (
          <Text size="xs" title={point.endedEarly}>
            {texts.endedEarly}
          </Text>
        )}
        {notDelivered(point) > 0 ? (
          <Text size="xs">{texts.operationsNotDelivered(number(notDelivered(point)))}</Text>
        ) : null}
      </Table.Td>
      <Table.Td className={css.whole}>
        <P95 group={point.groups['A']} />
      </Table.Td>
      <Table.Td className={css.whole}>
        <P95 group={point.groups['B']} />
      </Table.Td>
      <Table.Td className={css.whole}>
        <P95 group={point.logons ?? undefined} />
      </Table.Td>
      {metrics.map(({ criterion }) => (
        <Table.Td key={criterion} className={css.whole}>
          <Measured of={point.criteria.find(one => one.criterion === criterion)} />
        </Table.Td>
      ))}
      <Table.Td>{number(losses(point))}</Table.Td>
      <Table.Td>{number(point.discarded)}</Table.Td>
      <Table.Td>{working(point)}</Table.Td>
      <Table.Td>{number(point.desktopsWithinThresholds)}</Table.Td>
      <Table.Td>{limitWords(point) ?? NONE}</Table.Td>
    </Table.Tr>
  );
}

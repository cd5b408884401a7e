import { Badge, Paper, Table, Text, Title } from '@mantine/core';
import { memo } from 'react';
import type { GroupView, PointView } from '../../api/types';
import { NONE, number, response } from '../../format/format';
import css from './run.module.css';

/** A p95 with its interval below it. */
function P95({ group }: { group: GroupView }) {
  if (group.count > 0 && group.p95Ms === null) return 'over 5 % failed';
  if (group.p95Ms === null) return NONE;
  return (
    <>
      {response(group.p95Ms)}
      <Text size="xs">
        {response(group.p95Low)} – {group.p95High === null ? '∞' : response(group.p95High)}
      </Text>
    </>
  );
}

/** Load points as they are judged. */
export const LoadPoints = memo(function LoadPoints({ points }: { points: readonly PointView[] }) {
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h5" mb="xs">
        Load points
      </Title>
      {points.length === 0 ? (
        <Text size="sm">None is judged yet: each is when its sessions have worked the iterations that count.</Text>
      ) : (
        <div className={css.wide} tabIndex={0} role="region" aria-label="Judged load points">
          <Table className="figures">
            <Table.Thead>
              <Table.Tr>
                {[
                  'No.',
                  'Sessions',
                  'Verdict',
                  'p95 of A',
                  'p95 of B',
                  'Failed',
                  'Discarded',
                  'Working',
                  'Within thresholds',
                  'Limited by',
                ].map(title => (
                  <Table.Th key={title}>{title}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.map(point => (
                <Row key={point.index} point={point} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Paper>
  );
});

/** Sessions at work while iterations counted: the smallest number, and the mean where it is another. */
function working({ leastWorking, meanWorking }: PointView): string {
  if (leastWorking === null || meanWorking === null) return NONE;
  return leastWorking === meanWorking ? number(leastWorking) : `${number(leastWorking)} (mean ${number(meanWorking)})`;
}

function Row({ point }: { point: PointView }) {
  return (
    <Table.Tr>
      <Table.Td>{number(point.index)}</Table.Td>
      <Table.Td>{number(point.sessions)}</Table.Td>
      <Table.Td>
        <Badge color={point.pass ? 'green' : 'red'} variant="dot">
          {point.verdict}
        </Badge>
        {point.extensions > 0 ? <Text size="xs">measured longer {number(point.extensions)} ×</Text> : null}
        {point.missingTimings > 0 ? <Text size="xs">judged without {number(point.missingTimings)} timings</Text> : null}
      </Table.Td>
      <Table.Td className={css.whole}>
        <P95 group={point.a} />
      </Table.Td>
      <Table.Td className={css.whole}>
        <P95 group={point.b} />
      </Table.Td>
      <Table.Td>{number(point.failed)}</Table.Td>
      <Table.Td>{number(point.discarded)}</Table.Td>
      <Table.Td>{working(point)}</Table.Td>
      <Table.Td>{number(point.desktopsWithinThresholds)}</Table.Td>
      <Table.Td>{point.limitedBy ?? NONE}</Table.Td>
    </Table.Tr>
  );
}

import { Anchor, Badge, Paper, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SetupDifference, TrendRun } from '../../api/types';
import { dateTime } from '../../format/format';
import { StateBadge } from '../../parts/StateBadge';
import { PanelTitle } from '../../parts/PanelTitle';
import { factTitle } from '../../texts/setup';
import { texts } from '../../texts/trend';
import { type Apart, comparison, expectedOf, type Figure, figureText, type Mark } from './trend';

/** So many differences have room; the comparison has all. */
const MOST_CHANGES = 4;

const COLORS: Record<string, string> = { met: 'green', 'not met': 'red' };

/** The runs in the line, the newest first. */
export function LineTable({ marks, figure }: { marks: readonly Mark[]; figure: Figure }) {
  const head = [
    texts.started,
    texts.what,
    figure === 'capacity' ? texts.capacity : texts.p95OfGroup(figure),
    texts.expectation,
    texts.versions,
    texts.changes,
  ];
  return (
    <Listed title={texts.inLine} head={head}>
      {marks
        .map((mark, at) => ({ mark, before: marks[at - 1] }))
        .reverse()
        .map(({ mark, before }) => (
          <Table.Tr key={mark.run.run} data-run={mark.run.run}>
            <Started run={mark.run} />
            <Table.Td>{mark.run.title}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{figureText(mark, figure)}</Table.Td>
            <Table.Td>
              <Expectation run={mark.run} figure={figure} />
            </Table.Td>
            <Table.Td>{mark.run.versions}</Table.Td>
            <Table.Td>
              <Changes of={mark.run.changes} />
              {before ? (
                <Anchor component={Link} to={comparison(before.run.run, mark.run.run)} size="sm">
                  {texts.compareWithBefore}
                </Anchor>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
    </Listed>
  );
}

/** The runs apart, the newest first, each with its reasons. */
export function ApartTable({ apart }: { apart: readonly Apart[] }) {
  return (
    <Listed title={texts.apart} head={[texts.started, texts.what, texts.state, texts.reasons]}>
      {[...apart].reverse().map(({ run, reasons }) => (
        <Table.Tr key={run.run} data-run={run.run}>
          <Started run={run} />
          <Table.Td>{run.title}</Table.Td>
          <Table.Td>
            <StateBadge state={run.state} size="sm" />
          </Table.Td>
          <Table.Td>
            {reasons.map(reason => (
              <Text key={reason} size="sm">
                {reason}
              </Text>
            ))}
          </Table.Td>
        </Table.Tr>
      ))}
    </Listed>
  );
}

function Listed({ title, head, children }: { title: string; head: readonly string[]; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <PanelTitle mb="xs">{title}</PanelTitle>
      <div style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={title}>
        <Table className="figures" aria-label={title} miw={860}>
          <Table.Thead>
            <Table.Tr>
              {head.map(one => (
                <Table.Th key={one}>{one}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
}

const Started = ({ run }: { run: TrendRun }) => (
  <Table.Td style={{ whiteSpace: 'nowrap' }}>
    <Anchor
      component={Link}
      to={`/runs/${encodeURIComponent(run.run)}/results`}
      size="sm"
      aria-label={texts.openResults(dateTime(run.startedAt))}
    >
      {dateTime(run.startedAt)}
    </Anchor>
  </Table.Td>
);

function Expectation({ run, figure }: { run: TrendRun; figure: Figure }) {
  const expected = expectedOf(run, figure);
  if (expected === null)
    return (
      <Text size="sm" c="dimmed">
        {texts.noExpectation}
      </Text>
    );
  return (
    <>
      <Badge color={COLORS[expected.state] ?? 'orange'} variant="light">
        {expected.state}
      </Badge>
      <Text size="xs" c="dimmed">
        {expected.words}
      </Text>
    </>
  );
}

function Changes({ of }: { of: readonly SetupDifference[] }) {
  const more = of.length - MOST_CHANGES;
  return (
    <>
      {of.slice(0, MOST_CHANGES).map(change => (
        <Text key={`${change.fact} ${change.name}`} size="sm">
          {texts.changed(factTitle(change), change.baseline, change.other)}
        </Text>
      ))}
      {more > 0 ? <Text size="sm">{texts.moreChanges(more)}</Text> : null}
    </>
  );
}

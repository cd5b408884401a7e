import { Anchor, Checkbox, Table, Text } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { Link } from 'react-router';
import type { RunSummary, RunDiskUsage } from '../../api/types';
import { capacity, dateTime, duration, seconds } from '../../format/format';
import { StateBadge } from '../../parts/StateBadge';
import { COMPARED, runAddress } from './filter';
import { RunDisk } from './RunDisk';
import css from './runs.module.css';
import { texts } from '../../texts/runs';

const ROW_PX = 58;
/** From here on only the rows in view are made. */
const MANY = 100;

interface RunsTableProps {
  runs: readonly RunSummary[];
  chosen: readonly string[];
  onChoose: (id: string) => void;
  uses: ReadonlyMap<string, RunDiskUsage>;
}

export function RunsTable({ runs, chosen, onChoose, uses }: RunsTableProps) {
  const body = useRef<HTMLTableElement>(null);
  const many = runs.length > MANY;
  const virtual = useWindowVirtualizer({
    count: runs.length,
    estimateSize: () => ROW_PX,
    overscan: 10,
    scrollMargin: body.current?.offsetTop ?? 0,
    enabled: many,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = many ? [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1] : [0, runs.length];
  const full = chosen.length >= COMPARED.most;
  return (
    <Table ref={body} highlightOnHover aria-rowcount={runs.length + 1}>
      <Table.Thead>
        <Table.Tr>
          {[
            texts.select,
            texts.run,
            texts.state,
            texts.startedDuration,
            texts.load,
            texts.capacity,
            texts.disk,
            texts.messages,
          ].map(title => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Gap rows={first} />
        {runs.slice(first, last).map((run, i) => {
          const taken = chosen.includes(run.id);
          return (
            <Row
              key={run.id}
              run={run}
              index={first + i}
              taken={taken}
              off={full && !taken}
              onChoose={onChoose}
              use={uses.get(run.id)}
            />
          );
        })}
        <Gap rows={runs.length - last} />
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  run: RunSummary;
  index: number;
  taken: boolean;
  off: boolean;
  onChoose: (id: string) => void;
  use: RunDiskUsage | undefined;
}

const Row = memo(function Row({ run, index, taken, off, onChoose, use }: RowProps) {
  return (
    <Table.Tr h={ROW_PX} aria-rowindex={index + 2} data-run={run.id}>
      <Table.Td w={70}>
        <Checkbox
          aria-label={texts.compareOf(run.title, dateTime(run.createdAt))}
          checked={taken}
          disabled={off}
          onChange={() => onChoose(run.id)}
        />
      </Table.Td>
      <Table.Td miw={160}>
        <Anchor component={Link} to={runAddress(run)} fw={600} size="sm" lineClamp={1} title={run.title}>
          {run.title}
        </Anchor>
        <Text size="xs" lineClamp={1}>
          {run.profile} · {run.id}
        </Text>
      </Table.Td>
      <Table.Td className={css.whole}>
        <StateBadge state={run.state} />
      </Table.Td>
      <Table.Td className={`figures ${css.whole}`}>
        {dateTime(run.createdAt)}
        <Text size="xs">{duration(seconds(run.createdAt, run.endedAt))}</Text>
      </Table.Td>
      <Table.Td className={css.whole}>{run.load}</Table.Td>
      <Table.Td className={`figures ${css.whole}`}>{capacity(run.capacity)}</Table.Td>
      <Table.Td className={`figures ${css.whole}`}>
        <RunDisk run={run} use={use} />
      </Table.Td>
      <Table.Td maw={320}>
        <Text size="xs" lineClamp={2} title={run.reasons.join('\n')}>
          {run.reasons.join(' · ')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
});

/** Keeps the place of rows that are not made. */
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={8} style={{ height: rows * ROW_PX, padding: 0 }} />
    </tr>
  );
}

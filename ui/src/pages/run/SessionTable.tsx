import { Anchor, Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { SessionView } from '../../api/types';
import { number } from '../../format/format';
import { sessionState } from '../../format/states';
import type { NameOf } from './agentNames';
import { lastDone, nowDoing } from './looks';
import css from './run.module.css';
import { texts } from '../../texts/run';

const ROW_PX = 34;
/** From here on only the rows in view are made. */
const MANY = 100;

interface SessionTableProps {
  sessions: readonly SessionView[];
  now: number;
  nameOf: NameOf;
  onOpen: (session: number) => void;
}

/** The grid in words. */
export function SessionTable({ sessions, now, nameOf, onOpen }: SessionTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const many = sessions.length > MANY;
  const virtual = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    enabled: many,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = many ? [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1] : [0, sessions.length];
  return (
    <div ref={scroll} className={css.scroll} tabIndex={0} role="region" aria-label={texts.sessionsTable}>
      <Table stickyHeader className={css.whole} aria-rowcount={sessions.length + 1}>
        <Table.Thead>
          <Table.Tr>
            {[
              texts.sessionColumn,
              texts.agent,
              texts.state,
              texts.iterationColumn,
              texts.current,
              texts.lastColumn,
              texts.detail,
            ].map(title => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap rows={first} />
          {sessions.slice(first, last).map((session, i) => (
            <Table.Tr key={session.session} h={ROW_PX} aria-rowindex={first + i + 2}>
              <Table.Td>
                <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpen(session.session)}>
                  {texts.sessionTitle(session.session)}
                </Anchor>
              </Table.Td>
              <Table.Td>{nameOf(session.agent)}</Table.Td>
              <Table.Td>{sessionState(session.state).title}</Table.Td>
              <Table.Td className="figures">{number(session.iteration + 1)}</Table.Td>
              <Table.Td>{nowDoing(session, now)}</Table.Td>
              <Table.Td>{lastDone(session)}</Table.Td>
              <Table.Td>{session.detail}</Table.Td>
            </Table.Tr>
          ))}
          <Gap rows={sessions.length - last} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Keeps the place of rows that are not made. */
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={7} style={{ height: rows * ROW_PX, padding: 0 }} />
    </tr>
  );
}

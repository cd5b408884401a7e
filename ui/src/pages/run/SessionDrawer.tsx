import { Anchor, Drawer, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '../../api/client';
import type { SessionView, Timing } from '../../api/types';
import { NONE, number, response, time } from '../../format/format';
import { sessionState } from '../../format/states';
import { Facts } from '../../parts/Facts';
import { Failure } from '../../parts/Failure';
import { Loading } from '../../parts/Loading';
import { nowDoing } from './looks';
import { SessionFrame } from './SessionFrame';
import { SessionTimeLine } from './SessionTimeLine';
import css from './run.module.css';

interface SessionDrawerProps {
  run: string;
  /** The session's number; null while none is opened. */
  session: number | null;
  /** What the latest snapshot says of it. */
  view: SessionView | undefined;
  ended: boolean;
  now: number;
  onClose: () => void;
}

const EVERY_MS = 2_000;
const OVER = ['lost', 'failed', 'stopped', 'finished'];

/** A session opened: what it does, what it did, what is on its screen. */
export function SessionDrawer({ run, session, view, ended, now, onClose }: SessionDrawerProps) {
  return (
    <Drawer
      opened={session !== null}
      onClose={onClose}
      position="right"
      size={720}
      title={session === null ? '' : `Session ${session}`}
      closeButtonProps={{ 'aria-label': 'Close the session' }}
    >
      {session === null ? null : (
        <Opened run={run} session={session} view={view} over={ended || OVER.includes(view?.state ?? '')} now={now} />
      )}
    </Drawer>
  );
}

function Opened({
  run,
  session,
  view,
  over,
  now,
}: {
  run: string;
  session: number;
  view: SessionView | undefined;
  over: boolean;
  now: number;
}) {
  const query = useQuery({
    queryKey: ['run', run, 'session', session],
    queryFn: ({ signal }) => read('/runs/{id}/sessions/{session}', { id: run, session }, {}, signal),
    refetchInterval: over ? false : EVERY_MS,
    gcTime: 0,
  });
  const detail = query.data;
  const facts: [string, string][] = [
    ['Agent', [view?.agent ?? detail?.agent, detail?.host].filter(Boolean).join(' on ') || NONE],
    ['State', sessionState(view?.state ?? detail?.state ?? '').title],
    ['Iteration', number((view?.iteration ?? detail?.iteration ?? 0) + (over ? 0 : 1))],
    ['Now', view ? nowDoing(view, now) : NONE],
    ['Logon', response(detail?.logonMs)],
    ['Detail', (view?.detail ?? detail?.detail) || NONE],
  ];
  return (
    <Stack gap="md">
      <Facts of={facts} />
      <Title order={3} size="h5">
        Screen
      </Title>
      <SessionFrame run={run} session={session} over={over} />
      <Title order={3} size="h5">
        Latest operations
      </Title>
      {detail ? (
        <Operations run={run} timings={detail.timings} />
      ) : query.isError ? (
        <Failure title="What this session did cannot be read" error={query.error} again={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </Stack>
  );
}

function Operations({ run, timings }: { run: string; timings: readonly Timing[] }) {
  if (timings.length === 0) return <Text size="sm">No operation has ended yet.</Text>;
  return (
    <>
      <SessionTimeLine timings={timings} />
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Latest operations as a table">
        <Table stickyHeader fz="xs" className="figures">
          <Table.Thead>
            <Table.Tr>
              {['Began', 'Operation', 'Group', 'Outcome', 'Response', 'Lag'].map(title => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {timings.map(timing => (
              <Table.Tr key={timing.sequence}>
                <Table.Td>{time(timing.firedAt)}</Table.Td>
                <Table.Td>
                  <Anchor
                    component={Link}
                    fz="xs"
                    to={`/runs/${run}/results?timing=${timing.session}.${timing.sequence}`}
                  >
                    {timing.workload}/{timing.operation}
                  </Anchor>
                </Table.Td>
                <Table.Td>{timing.group}</Table.Td>
                <Table.Td>{timing.detail === '' ? timing.outcome : `${timing.outcome}: ${timing.detail}`}</Table.Td>
                <Table.Td>{response(timing.responseMs)}</Table.Td>
                <Table.Td>{response(timing.lagMs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}

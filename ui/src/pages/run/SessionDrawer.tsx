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
import type { NameOf } from './agentNames';
import { nowDoing } from './looks';
import { Screenshot } from './Screenshot';
import { SessionTimeLine } from './SessionTimeLine';
import css from './run.module.css';
import { texts } from '../../texts/run';

interface SessionDrawerProps {
  run: string;
  /** The session's number; null while none is opened. */
  session: number | null;
  /** What the latest snapshot says of it. */
  view: SessionView | undefined;
  nameOf: NameOf;
  ended: boolean;
  now: number;
  onClose: () => void;
}

const EVERY_MS = 2_000;
const OVER = ['lost', 'failed', 'faulted', 'unknown', 'stopped', 'finished'];

/** A session opened: what it does, what it did, what is on its screen. */
export function SessionDrawer({ run, session, view, nameOf, ended, now, onClose }: SessionDrawerProps) {
  return (
    <Drawer
      opened={session !== null}
      onClose={onClose}
      position="right"
      size={720}
      title={session === null ? '' : texts.sessionTitle(session)}
      closeButtonProps={{ 'aria-label': texts.closeSession }}
    >
      {session === null ? null : (
        <Opened
          run={run}
          session={session}
          view={view}
          nameOf={nameOf}
          over={ended || OVER.includes(view?.state ?? '')}
          now={now}
        />
      )}
    </Drawer>
  );
}

interface OpenedProps {
  run: string;
  session: number;
  view: SessionView | undefined;
  nameOf: NameOf;
  over: boolean;
  now: number;
}

function Opened({ run, session, view, nameOf, over, now }: OpenedProps) {
  const query = useQuery({
    queryKey: ['run', run, 'session', session],
    queryFn: ({ signal }) => read('/runs/{id}/sessions/{session}', { id: run, session }, {}, signal),
    refetchInterval: over ? false : EVERY_MS,
    gcTime: 0,
  });
  const detail = query.data;
  const agent = view?.agent ?? detail?.agent;
  const facts: [string, string][] = [
    [texts.agent, agent === undefined ? NONE : nameOf(agent)],
    [texts.state, sessionState(view?.state ?? detail?.state ?? '').title],
    [texts.iterationColumn, number((view?.iteration ?? detail?.iteration ?? 0) + (over ? 0 : 1))],
    [texts.workloads, detail?.workloads.join(', ') ?? NONE],
    [texts.current, view ? nowDoing(view, now) : NONE],
    [texts.logon, response(detail?.logonMs)],
    [texts.detail, (view?.detail ?? detail?.detail) || NONE],
  ];
  return (
    <Stack gap="md">
      <Facts of={facts} />
      <Title order={3} size="h5">
        {texts.screen}
      </Title>
      <Screenshot run={run} session={session} over={over} />
      <Title order={3} size="h5">
        {texts.latestOperations}
      </Title>
      {detail ? (
        <Operations run={run} timings={detail.timings} />
      ) : query.isError ? (
        <Failure title={texts.couldNotLoadTheSession} error={query.error} again={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </Stack>
  );
}

function Operations({ run, timings }: { run: string; timings: readonly Timing[] }) {
  if (timings.length === 0) return <Text size="sm">{texts.noCompletedOperationsYet}</Text>;
  return (
    <>
      <SessionTimeLine timings={timings} />
      <div className={css.scroll} tabIndex={0} role="region" aria-label={texts.latestOperationsTable}>
        <Table stickyHeader fz="xs" className="figures">
          <Table.Thead>
            <Table.Tr>
              {[texts.started, texts.operation, texts.group, texts.outcome, texts.response, texts.lag].map(title => (
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

import { Anchor, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TimingDetail } from '../../../api/types';
import { response, time } from '../../../format/format';
import { SLOWEST } from '../filter';
import { timingsQuery } from '../queries';
import type { Select } from '../selection';
import { neighbours } from './instants';
import { texts } from '../../../texts/results';

/** Around a timing; a session works an operation in seconds. */
const WINDOW_MS = 300_000;
const MOST = 500;

/** What the session did before and after. */
export function Neighbours({ run, detail, select }: { run: string; detail: TimingDetail; select: Select }) {
  const { timing } = detail;
  const at = Date.parse(timing.firedAt ?? detail.intendedAt ?? '');
  const around = Number.isFinite(at)
    ? { from: new Date(at - WINDOW_MS).toISOString(), to: new Date(at + WINDOW_MS).toISOString() }
    : {};
  const query = useQuery(
    timingsQuery(run, { ...SLOWEST, session: timing.session, ...around, sort: 'firedAt', desc: false }, MOST),
  );
  const rows = neighbours(query.data?.timings ?? [], timing.sequence);
  if (rows.length < 2) return null;
  return (
    <section aria-label={texts.neighbouringTimings}>
      <Title order={3} size="h5" mb="xs">
        {texts.neighbouringTimingsInSession(timing.session)}
      </Title>
      <Table className="figures" aria-label={texts.neighbouringTimingsTable}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.inputSent}</Table.Th>
            <Table.Th>{texts.operation}</Table.Th>
            <Table.Th>{texts.outcome}</Table.Th>
            <Table.Th ta="right">{texts.response}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.sequence} aria-current={row.sequence === timing.sequence ? 'true' : undefined}>
              <Table.Td>{time(row.firedAt)}</Table.Td>
              <Table.Td>
                {row.sequence === timing.sequence ? (
                  <Text size="sm" fw={700}>
                    {texts.thisOne(row.workload, row.operation)}
                  </Text>
                ) : (
                  <Anchor component="button" type="button" size="sm" onClick={() => select.openTiming(row)}>
                    {row.workload}/{row.operation}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td>{row.outcome}</Table.Td>
              <Table.Td ta="right">{response(row.responseMs)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

import { Paper, Table, Text } from '@mantine/core';
import { memo } from 'react';
import type { ReportAccountLine, ReportPoint } from '../api/types';
import { number } from '../format/format';
import { PanelTitle } from './PanelTitle';
import { texts } from '../texts/account';

const WAYS = [
  'ok',
  'slow',
  'failed',
  'notReached',
  'lost',
  'notDelivered',
  'unknown',
  'endedEarly',
] as const satisfies readonly (keyof ReportAccountLine)[];

/** What each load point planned, and how it ended; ways in which nothing ended have no column. Nothing for reports of earlier versions. */
export const AccountTable = memo(function AccountTable({ points }: { points: readonly ReportPoint[] }) {
  const lines = points.flatMap(point => point.account.map(line => ({ point, line })));
  if (lines.length === 0) return null;
  const ways = WAYS.filter(way => lines.some(({ line }) => line[way] > 0));
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.account}>
      <PanelTitle mb="xs">{texts.account}</PanelTitle>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.accountHow}
      </Text>
      <div style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={texts.account}>
        <Table className="figures">
          <Table.Thead>
            <Table.Tr>
              {[texts.loadPoint, texts.sessions, texts.of, texts.planned, ...ways.map(way => texts[way])].map(title => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ point, line }) => (
              <Table.Tr key={`${point.index} ${line.of}`}>
                <Table.Td>{number(point.index)}</Table.Td>
                <Table.Td>{number(point.sessions)}</Table.Td>
                <Table.Td>{name(line.of)}</Table.Td>
                <Table.Td>{number(line.planned)}</Table.Td>
                {ways.map(way => (
                  <Table.Td key={way}>{number(line[way])}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
});

/** Groups have ids of one letter, metrics longer ones. */
const name = (of: string): string => (of === 'logon' ? texts.logons : of.length === 1 ? texts.group(of) : of);

import { Table, Text } from '@mantine/core';
import type { TimingDetail } from '../../../api/types';
import { useLook } from '../../../charts/look';
import { response } from '../../../format/format';
import { type Instant, instants, type Stretch, stretches } from './instants';
import classes from './timing.module.css';
import { texts } from '../../../texts/results';

const COLORS: Record<Stretch['id'], number> = { lag: 6, waiting: 0, resolution: 1 };

/** The four instants on a line of time, and in words below it. */
export function InstantLine({ detail }: { detail: TimingDetail }) {
  const look = useLook();
  const line = instants(detail);
  const parts = stretches(line);
  return (
    <div>
      <svg className={classes.line} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
        <rect x={0} y={4.5} width={100} height={1} fill={look.faint} />
        {parts.map(part => (
          <rect
            key={part.id}
            x={100 * part.from}
            y={2}
            width={Math.max(0.4, 100 * (part.to - part.from))}
            height={6}
            fill={look.series[COLORS[part.id]]}
          />
        ))}
        {line.map(instant => (
          <rect key={instant.id} x={Math.min(99.6, 100 * instant.at)} y={0} width={0.4} height={10} fill={look.text} />
        ))}
      </svg>
      <Table aria-label={texts.timeLineOfThisTiming} withRowBorders={false} verticalSpacing={2} className="figures">
        <Table.Tbody>
          {line.map(instant => (
            <Table.Tr key={instant.id}>
              <Table.Td>{instant.title}</Table.Td>
              <Table.Td ta="right">{after(instant)}</Table.Td>
              <Table.Td>
                <PartOf part={endingAt(parts, instant)} color={colorOf(parts, instant, look.series)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const after = (instant: Instant): string => (instant.id === 'intended' ? '0 ms' : response(instant.ms));

const endingAt = (parts: Stretch[], instant: Instant): Stretch | undefined =>
  parts.find(
    part => part.id === { intended: '', fired: 'lag', lastWithout: 'waiting', shown: 'resolution' }[instant.id],
  );

function colorOf(parts: Stretch[], instant: Instant, series: readonly string[]): string | undefined {
  const part = endingAt(parts, instant);
  return part && series[COLORS[part.id]];
}

function PartOf({ part, color }: { part: Stretch | undefined; color: string | undefined }) {
  if (!part) return null;
  return (
    <Text size="sm" component="span">
      <span className={classes.swatch} style={{ background: color }} aria-hidden /> {part.title} {response(part.ms)}
    </Text>
  );
}

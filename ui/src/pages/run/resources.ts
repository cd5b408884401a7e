import type { ResourceFact, ResourcePoint, ResourceSeries } from '../../api/types';
import { highest, Kind, mean, oldest, Rows } from './rows';

/** The use of a machine at an instant; rates in MB of 2^20 bytes per second. Several become their means, but the highest of the highest. */
export const USE = new Kind({
  at: oldest,
  cpuPct: mean,
  cpuMaxPct: highest,
  harnessCpuPct: mean,
  memPct: mean,
  diskRead: mean,
  diskWritten: mean,
  received: mean,
  sent: mean,
});

export type UseColumn = (typeof USE.columns)[number];
type ResourceAt = Record<UseColumn, number>;

const MEGA = 2 ** 20;

const share = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0);

export function ofFact(fact: ResourceFact): ResourceAt {
  return {
    at: Date.parse(fact.at),
    cpuPct: fact.hostCpuPercent,
    cpuMaxPct: fact.hostCpuPercent,
    harnessCpuPct: fact.harnessCpuPercent,
    memPct: share(fact.memoryUsedBytes, fact.memoryTotalBytes),
    diskRead: fact.diskReadBytesPerSecond / MEGA,
    diskWritten: fact.diskWrittenBytesPerSecond / MEGA,
    received: fact.networkReceivedBytesPerSecond / MEGA,
    sent: fact.networkSentBytesPerSecond / MEGA,
  };
}

function ofPoint(point: ResourcePoint): ResourceAt {
  return {
    at: Date.parse(point.at),
    cpuPct: point.cpuPct,
    cpuMaxPct: point.cpuMaxPct,
    harnessCpuPct: point.harnessCpuPct,
    memPct: share(point.memUsedMb, point.memTotalMb),
    diskRead: point.diskReadMbPerS,
    diskWritten: point.diskWrittenMbPerS,
    received: point.networkReceivedMbPerS,
    sent: point.networkSentMbPerS,
  };
}

/** What the controller has stored: which machines there are, and the use of one of them. */
export interface Stored {
  machines: { agent: string; host: string }[];
  past: Rows<UseColumn>;
}

/** The use of the chosen machine, or of the first; that of the others is let go, for there may be many. */
export function storedOf(series: ResourceSeries, agent: string | null): Stored {
  const shown = series.agents.find(one => one.agent === agent) ?? series.agents[0];
  return {
    machines: series.agents.map(one => ({ agent: one.agent, host: one.host })),
    past: Rows.of(USE, shown?.points.map(ofPoint) ?? []),
  };
}

/**
 * The use of one machine from the beginning of the run: what the controller has stored, then what snapshots have told since. A snapshot's sample
 * says not of which machine it is, so with several machines only the stored ones count.
 */
export function lineOf(stored: Stored | undefined, live: Rows<UseColumn>): Rows<UseColumn> {
  if (stored === undefined) return live;
  const { machines, past } = stored;
  return machines.length > 1 ? past : past.with(live.part(live.until(past.end)));
}

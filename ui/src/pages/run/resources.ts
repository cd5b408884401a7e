import type { ResourceFact, ResourcePoint, ResourceSeries } from '../../api/types';

/** The use of a machine at an instant; rates in MB of 2^20 bytes per second. */
export interface ResourceAt {
  at: number;
  cpuPct: number;
  cpuMaxPct: number;
  harnessCpuPct: number;
  memPct: number;
  diskRead: number;
  diskWritten: number;
  received: number;
  sent: number;
}

/** Two neighbours as one: means, but the higher of the highest. */
export function merged(a: ResourceAt, b: ResourceAt): ResourceAt {
  const middle = (key: keyof ResourceAt) => (a[key] + b[key]) / 2;
  return {
    at: a.at,
    cpuPct: middle('cpuPct'),
    cpuMaxPct: Math.max(a.cpuMaxPct, b.cpuMaxPct),
    harnessCpuPct: middle('harnessCpuPct'),
    memPct: middle('memPct'),
    diskRead: middle('diskRead'),
    diskWritten: middle('diskWritten'),
    received: middle('received'),
    sent: middle('sent'),
  };
}

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
  past: ResourceAt[];
}

/** The use of the chosen machine, or of the first; that of the others is let go, for there may be many. */
export function storedOf(series: ResourceSeries, agent: string | null): Stored {
  const shown = series.agents.find(one => one.agent === agent) ?? series.agents[0];
  return {
    machines: series.agents.map(one => ({ agent: one.agent, host: one.host })),
    past: shown?.points.map(ofPoint) ?? [],
  };
}

/**
 * The use of one machine from the beginning of the run: what the controller has stored, then what snapshots have told since. A snapshot's sample
 * says not of which machine it is, so with several machines only the stored ones count.
 */
export function lineOf(stored: Stored | undefined, live: readonly ResourceAt[]): readonly ResourceAt[] {
  const { machines, past } = stored ?? { machines: [], past: [] };
  if (machines.length > 1) return past;
  const end = past.at(-1)?.at ?? -Infinity;
  return [...past, ...live.filter(point => point.at > end)];
}

import { Group, Paper, SegmentedControl, Select, Text, Title, useComputedColorScheme } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState } from 'react';
import { read } from '../../api/client';
import type { ReportPoint } from '../../api/types';
import { Chart } from '../../charts/Chart';
import { connect } from '../../charts/echarts';
import { dark, light } from '../../charts/themes';
import { Failure } from '../../parts/Failure';
import type { NameOf } from './agentNames';
import { flowOption, machineOption, p95Option, type PointMark } from './liveCharts';
import type { Thresholds } from './looks';
import type { P95Column } from './past';
import { lineOf, storedOf, type UseColumn } from './resources';
import type { Rows } from './rows';
import { texts } from '../../texts/run';

interface LiveChartsProps {
  run: string;
  nameOf: NameOf;
  createdAt: string;
  endedAt: string | null;
  spans: readonly { point: number; sessions: number; from: string; to: string | null }[];
  loadPoints: readonly ReportPoint[];
  thresholds: Thresholds;
  p95: Rows<P95Column>;
  live: Rows<UseColumn>;
}

const GROUP = 'run-live';
const SPANS: Record<string, number> = { '5': 5, '30': 30, all: Infinity };
/** With several machines snapshots do not say whose sample they hold, so the stored ones are read again. */
const READ_AGAIN_MS = 15_000;

/** Responses and machines on one time line. */
export const LiveCharts = memo(function LiveCharts(props: LiveChartsProps) {
  const { run, nameOf, endedAt, loadPoints, thresholds, p95, live } = props;
  const colors = useComputedColorScheme('light') === 'dark' ? dark.color : light.color;
  const [range, setRange] = useState('all');
  const [agent, setAgent] = useState<string | null>(null);
  const stored = useQuery({
    queryKey: ['run', run, 'resources', 'of', agent],
    queryFn: async ({ signal }) =>
      storedOf(await read('/runs/{id}/resources', { id: run }, { buckets: 300 }, signal), agent),
    refetchInterval: query =>
      endedAt === null && (query.state.data?.machines.length ?? 0) !== 1 ? READ_AGAIN_MS : false,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  useEffect(() => {
    connect(GROUP);
  }, []);

  const marks: PointMark[] = useMemo(
    () => props.spans.map(span => ({ ...span, judged: loadPoints[span.point - 1] })),
    [props.spans, loadPoints],
  );
  // The span moves when there is a new point, not with every second.
  const span = useMemo(() => {
    const begun = Date.parse(props.createdAt);
    const to = endedAt ? Date.parse(endedAt) : Math.max(begun + 60_000, p95.end, live.end);
    return { from: Math.max(begun, to - (SPANS[range] ?? Infinity) * 60_000), to };
  }, [props.createdAt, endedAt, range, p95, live]);
  const machine = useMemo(() => lineOf(stored.data, live), [stored.data, live]);
  const responses = useMemo(
    () => p95Option(p95, marks, thresholds, span, colors),
    [p95, marks, thresholds, span, colors],
  );
  const load = useMemo(() => machineOption(machine, marks, span, colors), [machine, marks, span, colors]);
  const flow = useMemo(() => flowOption(machine, span, colors), [machine, span, colors]);
  const machines = stored.data?.machines ?? [];

  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {texts.responseTimesAndResources}
        </Title>
        <Group gap="sm">
          {machines.length > 1 ? (
            <Select
              size="xs"
              aria-label={texts.machine}
              value={agent ?? machines[0]?.agent ?? null}
              onChange={setAgent}
              allowDeselect={false}
              data={machines.map(one => ({ value: one.agent, label: nameOf(one.agent, one.host) }))}
            />
          ) : null}
          <SegmentedControl
            size="xs"
            aria-label={texts.timeRange}
            value={range}
            onChange={setRange}
            data={[
              { value: '5', label: texts.last5Minutes },
              { value: '30', label: texts.last30Minutes },
              { value: 'all', label: texts.wholeRun },
            ]}
          />
        </Group>
      </Group>
      <Text size="xs">{texts.liveChartHelp}</Text>
      <Chart group={GROUP} height={250} option={responses} label={texts.liveChartLabel} />
      {stored.isError && machine.length === 0 ? (
        <Failure title={texts.couldNotLoadTheResource} error={stored.error} again={() => void stored.refetch()} />
      ) : (
        <>
          <Chart group={GROUP} height={180} option={load} label={texts.cpuAndMemoryLabel} />
          <Chart group={GROUP} height={150} option={flow} label={texts.diskAndNetworkLabel} />
        </>
      )}
    </Paper>
  );
});

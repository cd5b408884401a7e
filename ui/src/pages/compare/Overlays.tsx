import { SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../../charts/Chart';
import { ChartBox } from '../../charts/ChartBox';
import { useLook } from '../../charts/look';
import { counted } from '../../format/format';
import { Loading } from '../../parts/Loading';
import { ScaleSwitch } from '../results/charts/CapacityChart';
import { judgedGroups, workedGroups } from '../results/points';
import { pointOfSize } from './choice';
import {
  ecdfOverlayOption,
  ecdfOverlaySheet,
  overlayOption,
  overlaySheet,
  type RunDistribution,
  type RunLine,
} from './overlay';
import { useDistributions } from './queries';

/** The runs in one picture: how they grow with the sessions, and how they are distributed at one number of sessions. */
export function Overlays({ runs, sessions }: { runs: RunLine[]; sessions: number }) {
  return (
    <SimpleGrid cols={{ base: 1, xl: 2 }}>
      <P95Overlay runs={runs} />
      <EcdfOverlay runs={runs} sessions={sessions} />
    </SimpleGrid>
  );
}

function GroupSwitch({
  groups,
  value,
  onChange,
  of,
}: {
  groups: string[];
  value: string;
  onChange: (g: string) => void;
  of: string;
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={`Group: ${of}`}
      data={groups.map(group => ({ value: group, label: `Group ${group}` }))}
      value={value}
      onChange={onChange}
    />
  );
}

function P95Overlay({ runs }: { runs: RunLine[] }) {
  const look = useLook();
  const groups = runs[0] ? judgedGroups(runs[0].report) : [];
  const [group, setGroup] = useState('A');
  const [log, setLog] = useState(true);
  const option = useMemo(() => overlayOption(runs, group, log, look), [runs, group, log, look]);
  return (
    <ChartBox
      title="p95 over sessions"
      how="A mark is a load point with the 95 % interval of its p95; a cross failed, a triangle at the top had no p95. Dashed: the baseline's threshold."
      sheet={() => overlaySheet(runs, group)}
      file="p95-over-sessions-compared"
      controls={
        <>
          <GroupSwitch groups={groups} value={group} onChange={setGroup} of="p95 over sessions" />
          <ScaleSwitch log={log} onChange={setLog} of="p95 over sessions" />
        </>
      }
    >
      <Chart
        option={option}
        height={320}
        label={`p95 of group ${group} over sessions in ${runs.length} runs; the same figures are in its table.`}
      />
    </ChartBox>
  );
}

function EcdfOverlay({ runs, sessions }: { runs: RunLine[]; sessions: number }) {
  const look = useLook();
  const groups = runs[0] ? workedGroups(runs[0].report) : [];
  const [group, setGroup] = useState('A');
  const points = runs.flatMap(({ report, name }, place) => {
    const point = pointOfSize(report, sessions);
    return point === null ? [] : [{ run: report.run.id, name, place, point }];
  });
  const queries = useDistributions(points);
  const lines = points.flatMap(({ run, name, place }, n): RunDistribution[] => {
    const line = queries[n]?.data?.lines.find(one => one.key === group);
    return line ? [{ run, name, place, line }] : [];
  });
  const missing = queries.filter(query => query.error).length;
  // The queries are new objects each time, their answers are not.
  const key = lines.map(({ run, line }) => `${run} ${line.count}`).join();
  const option = useMemo(() => ecdfOverlayOption(lines, look), [key, group, sessions, look]);
  return (
    <ChartBox
      title="Distribution"
      how={`At ${counted(sessions, 'session')}: the share of steady operations that was answered within a time. A line further left is faster; one that ends below 100 % had failures.`}
      sheet={() => ecdfOverlaySheet(lines)}
      file={`distribution-compared-${sessions}`}
      controls={<GroupSwitch groups={groups} value={group} onChange={setGroup} of="distribution" />}
    >
      {queries.some(query => query.isPending) ? (
        <Loading />
      ) : (
        <Chart
          option={option}
          height={320}
          label={`Distribution of group ${group} in ${lines.length} runs; the same figures are in its table.`}
        />
      )}
      {missing > 0 ? (
        <Text size="xs" c="red">
          The distribution of {counted(missing, 'run')} is missing: the controller did not give it. Load the page again.
        </Text>
      ) : null}
    </ChartBox>
  );
}

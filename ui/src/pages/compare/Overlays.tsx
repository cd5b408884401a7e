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
import { texts } from '../../texts/compare';

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
      aria-label={texts.groupOf(of)}
      data={groups.map(group => ({ value: group, label: texts.groupNamed(group) }))}
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
      title={texts.p95OverSessions}
      how={texts.eachMarkIsTheP95}
      sheet={() => overlaySheet(runs, group)}
      file="p95-over-sessions-compared"
      controls={
        <>
          <GroupSwitch groups={groups} value={group} onChange={setGroup} of={texts.p95OverSessions} />
          <ScaleSwitch log={log} onChange={setLog} of={texts.p95OverSessions} />
        </>
      }
    >
      <Chart option={option} height={320} label={texts.p95OfGroupByNumber(group, runs.length)} />
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
      title={texts.distribution}
      how={texts.distributionChartHelp(counted(sessions, 'session'))}
      sheet={() => ecdfOverlaySheet(lines)}
      file={`distribution-compared-${sessions}`}
      controls={<GroupSwitch groups={groups} value={group} onChange={setGroup} of={texts.ofDistribution} />}
    >
      {queries.some(query => query.isPending) ? (
        <Loading />
      ) : (
        <Chart option={option} height={320} label={texts.distributionChartLabel(group, lines.length)} />
      )}
      {missing > 0 ? (
        <Text size="xs" c="red">
          {texts.couldNotLoadTheDistribution(counted(missing, 'run'))}
        </Text>
      ) : null}
    </ChartBox>
  );
}

import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ResourceSeries } from '../../../api/types';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { fileName } from '../../../parts/table/sheet';
import { namesOf } from '../names';
import { useResources } from '../queries';
import { type ChartProps, TIME_GROUP, viewSpan } from './common';
import { type Resource, resourceOption, RESOURCES, resourceSheet } from './resources';
import { Waiting } from './Waiting';
import { texts } from '../../../texts/results';

/** What the machines of the agents were busy with; what Deskmeter itself took is apart. */
export function ResourcesChart({ report, select }: ChartProps) {
  const [id, setId] = useState('cpu');
  const query = useResources(report.run.id);
  const resource = RESOURCES.find(one => one.id === id);
  return (
    <ChartBox
      title={texts.resourcesOverTime}
      how={texts.resourceUsageOfTheAgents}
      sheet={() => (query.data ? resourceSheet(query.data, namesOf(report)) : { head: [], rows: [] })}
      file={fileName(report.run.id, 'machines-over-time')}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={texts.resource}
          data={RESOURCES.map(one => ({ value: one.id, label: one.title }))}
          value={id}
          onChange={setId}
        />
      }
    >
      <Waiting
        query={query}
        empty={series => (series.agents.some(agent => agent.points.length > 0) ? null : texts.noResourceSamples)}
      >
        {series =>
          resource ? (
            <Machines report={report} point={select.selection.point} series={series} resource={resource} />
          ) : null
        }
      </Waiting>
    </ChartBox>
  );
}

interface MachinesProps {
  report: ChartProps['report'];
  point: number | null;
  series: ResourceSeries;
  resource: Resource;
}

function Machines({ report, point, series, resource }: MachinesProps) {
  const look = useLook();
  const option = useMemo(
    () => resourceOption(series, resource, report.loadPoints, viewSpan(report, point), namesOf(report), look),
    [report, point, series, resource, look],
  );
  return (
    <Chart
      option={option}
      height={300}
      group={TIME_GROUP}
      label={texts.ofMachinesOverTimeSelect(resource.title, series.agents.length)}
    />
  );
}

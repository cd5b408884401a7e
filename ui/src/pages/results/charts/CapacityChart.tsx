import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../../../charts/Chart';
import { ChartBox } from '../../../charts/ChartBox';
import { useLook } from '../../../charts/look';
import { fileName } from '../../../parts/table/sheet';
import { capacityOption, capacitySheet } from './capacity';
import { type ChartProps, unusable } from './common';

/** How the p95 of the judged groups grows with the sessions; a click chooses the load point. */
export function CapacityChart({ report, select }: ChartProps) {
  const look = useLook();
  const [log, setLog] = useState(true);
  const { point } = select.selection;
  const option = useMemo(() => capacityOption(report, look, log, point), [report, look, log, point]);
  return (
    <ChartBox
      title="p95 over sessions"
      how="Each mark is a load point: the response that 95 % of its steady operations kept, with its 95 % interval as a bar. A cross failed, an open circle is undecided, a triangle at the top had no p95 as too many failed. Dashed: thresholds. Vertical: the capacity, its interval shaded. Click a mark to look at its load point."
      sheet={() => capacitySheet(report)}
      file={fileName(report.run.id, 'p95-over-sessions')}
      unusable={unusable(report)}
      controls={<ScaleSwitch log={log} onChange={setLog} of="p95 over sessions" />}
    >
      <Chart
        option={option}
        height={340}
        label={`p95 over sessions. ${report.verdict.sentence}`}
        onPoint={({ data }) => {
          const index = (data as { value?: number[] }).value?.[2];
          if (index !== undefined) select.set({ point: index });
        }}
      />
    </ChartBox>
  );
}

/** Logarithmic shows groups of different size side by side, linear shows the knee. */
export function ScaleSwitch({ log, onChange, of }: { log: boolean; onChange: (log: boolean) => void; of: string }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={`Scale: ${of}`}
      data={[
        { value: 'log', label: 'Logarithmic' },
        { value: 'linear', label: 'Linear' },
      ]}
      value={log ? 'log' : 'linear'}
      onChange={value => onChange(value === 'log')}
    />
  );
}

import { Box, useComputedColorScheme } from '@mantine/core';
import { useResizeObserver } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { type ChartOption, connect, type ECharts, init } from './echarts';

interface ChartProps {
  option: ChartOption;
  height: number;
  /** What the chart shows, for those who cannot see it. */
  label: string;
  /** A click on a point: its series, its index there, and its value. */
  onPoint?: (point: { series: string; index: number; value: unknown; data: unknown }) => void;
  /** Charts of one group show the same span of time and the same pointer. */
  group?: string;
}

/** A chart that is further away from what is seen is not drawn again until somebody comes near. */
const NEAR = '200px';

/** A chart on a canvas. Options replace each other wholly but for animation: live charts change in place. */
export function Chart({ option, height, label, onPoint, group }: ChartProps) {
  const [sizeRef, size] = useResizeObserver<HTMLDivElement>();
  const holder = useRef<HTMLDivElement | null>(null);
  const chart = useRef<ECharts | null>(null);
  const handler = useRef(onPoint);
  handler.current = onPoint;
  const scheme = useComputedColorScheme('light');
  const near = useRef(true);
  const fresh = useRef(true);
  const late = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (holder.current === null) return undefined;
    const made = init(holder.current, scheme === 'dark' ? 'deskmeter-dark' : 'deskmeter-light');
    chart.current = made;
    fresh.current = true;
    if (group) {
      made.group = group;
      connect(group);
    }
    made.on('click', event =>
      handler.current?.({
        series: String(event.seriesId ?? event.seriesName ?? ''),
        index: event.dataIndex ?? -1,
        value: event.value,
        data: event.data,
      }),
    );
    return () => {
      chart.current = null;
      made.dispose();
    };
  }, [scheme, group]);

  useEffect(() => {
    const draw = () =>
      chart.current?.setOption(
        { animation: false, aria: { enabled: true, label: { description: label } }, ...option },
        { notMerge: true, lazyUpdate: true },
      );
    late.current = null;
    if (near.current || fresh.current) draw();
    else late.current = draw;
    fresh.current = false;
  }, [option, label, scheme]);

  useEffect(() => {
    // Where nothing observes, as in tests, every chart counts as seen.
    if (holder.current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      entries => {
        near.current = entries.at(-1)?.isIntersecting ?? true;
        if (!near.current) return;
        late.current?.();
        late.current = null;
      },
      { rootMargin: NEAR },
    );
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const made = chart.current;
    // A chart is made in its right size; to be told of it once more would have it drawn once more.
    if (made === null || size.width <= 0 || (made.getWidth() === size.width && made.getHeight() === height)) return;
    made.resize({ width: size.width, height });
  }, [size.width, height, scheme]);

  return (
    <Box ref={sizeRef} role="img" aria-label={label} h={height}>
      <div ref={holder} style={{ height }} />
    </Box>
  );
}

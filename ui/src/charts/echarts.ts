import { BarChart, CustomChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { EChartsOption } from 'echarts';
import { dark, light } from './themes';

// Only what the pages use, so that the bundle stays small. Tooltips are drawn as rich text: those of HTML would need inline styles, which the policy
// of the pages forbids.
core.use([
  BarChart,
  CustomChart,
  HeatmapChart,
  LineChart,
  ScatterChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);
core.registerTheme('deskmeter-light', light);
core.registerTheme('deskmeter-dark', dark);

export type ChartOption = EChartsOption;
export type ECharts = core.ECharts;
export const { init, connect } = core;

import { createTheme } from '@mantine/core';

/** Calm: one accent, small radii, dense tables. Shades are chosen so that text on filled and light variants has a contrast of 4.5 at least. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  autoContrast: true,
  // Above it black letters have the greater contrast, below it white ones.
  luminanceThreshold: 0.179,
  defaultRadius: 'sm',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  components: {
    Table: { defaultProps: { verticalSpacing: 6 } },
    Tooltip: { defaultProps: { openDelay: 200, events: { hover: true, focus: true, touch: true } } },
  },
});

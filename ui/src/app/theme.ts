import { createTheme } from '@mantine/core';

/** The library renders the header of a dialog as a `header` element, which would be a second banner landmark of the page. */
const dialog = { defaultProps: { attributes: { header: { role: 'presentation' } } } };

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
    Modal: dialog,
    Drawer: dialog,
    Table: { defaultProps: { verticalSpacing: 6 } },
    Tooltip: { defaultProps: { openDelay: 200, events: { hover: true, focus: true, touch: true } } },
  },
});

/** The colours of charts: distinguishable for the colour-blind (Okabe and Ito's palette, darkened or lightened for contrast), calm lines, no frames. */

const LIGHT = ['#0066a8', '#c25700', '#00805c', '#a8467f', '#7a6a00', '#2f93c8', '#555555'];
const DARK = ['#5cb3ec', '#f0a35e', '#4fc9a3', '#e08fbc', '#d9c64a', '#9bd0f0', '#b5b5b5'];

function theme(color: string[], text: string, faint: string, ground: string) {
  const axis = {
    axisLine: { lineStyle: { color: faint } },
    axisTick: { lineStyle: { color: faint } },
    axisLabel: { color: text },
    nameTextStyle: { color: text },
    splitLine: { lineStyle: { color: faint, opacity: 0.5 } },
  };
  return {
    color,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: "'Inter Variable', system-ui, sans-serif", color: text },
    legend: { textStyle: { color: text } },
    tooltip: {
      renderMode: 'richText',
      backgroundColor: ground,
      borderColor: faint,
      textStyle: { color: text, fontSize: 12 },
      axisPointer: { lineStyle: { color: text, opacity: 0.5 }, crossStyle: { color: text } },
    },
    categoryAxis: axis,
    valueAxis: axis,
    logAxis: axis,
    timeAxis: axis,
    line: { symbol: 'none', lineStyle: { width: 1.5 } },
    visualMap: { textStyle: { color: text } },
  };
}

/** The same colours for those who choose one for a meaning: `bad` is what failed or must not be used. */
export interface Look {
  series: readonly string[];
  text: string;
  faint: string;
  ground: string;
  bad: string;
}

export const looks: Record<'light' | 'dark', Look> = {
  light: { series: LIGHT, text: '#343a40', faint: '#ced4da', ground: '#ffffff', bad: '#c92a2a' },
  dark: { series: DARK, text: '#c9c9c9', faint: '#4d4d4d', ground: '#2e2e2e', bad: '#ff8787' },
};

export const light = theme(LIGHT, looks.light.text, looks.light.faint, looks.light.ground);
export const dark = theme(DARK, looks.dark.text, looks.dark.faint, looks.dark.ground);

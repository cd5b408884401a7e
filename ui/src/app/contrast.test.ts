import { readFileSync } from 'node:fs';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { runState, sessionState, STATES } from '../format/states';
import { theme } from './theme';

type Scheme = 'light' | 'dark';

const resolved: Record<Scheme | 'variables', Record<string, string>> = defaultCssVariablesResolver(
  mergeMantineTheme(DEFAULT_THEME, theme),
);
const css = readFileSync('src/app/app.css', 'utf8');

/** What `app.css` says in place of the library. */
function own(scheme: Scheme): Record<string, string> {
  const block = new RegExp(`:root\\[data-mantine-color-scheme='${scheme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(m => [m[1], m[2]]));
}

function colour(name: string, scheme: Scheme): number[] {
  const text = own(scheme)[name] ?? resolved[scheme][name] ?? resolved.variables[name];
  const reference = /^var\((--[\w-]+)\)$/.exec(text ?? '')?.[1];
  if (reference) return colour(reference, scheme);
  const hex = /^#([0-9a-f]{3,6})$/i.exec(text ?? '')?.[1];
  if (hex) {
    const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map(i => Number.parseInt(long.slice(i, i + 2), 16));
  }
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, 1)?\)$/.exec(text ?? '');
  if (!parts) throw new Error(`${name}: ${text} (expected: an opaque colour)`);
  return parts.slice(1, 4).map(Number);
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(rgb: number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map(c =>
    c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number[], b: number[]): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

describe.each<Scheme>(['light', 'dark'])('in %s colours', scheme => {
  const looks = [...STATES.run.map(runState), ...STATES.session.map(sessionState)];
  it.each([...new Set(looks.map(look => look.color))])('a badge in %s can be read', color => {
    const text = colour(`--mantine-color-${color}-light-color`, scheme);
    expect(contrast(text, colour(`--mantine-color-${color}-light`, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it('the words on a filled button can be read', () => {
    const text = colour('--mantine-primary-color-contrast', scheme);
    expect(contrast(text, colour('--mantine-primary-color-filled', scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['dimmed', 'placeholder', 'error', 'text', 'anchor'])('%s text can be read', name => {
    const text = colour(`--mantine-color-${name}`, scheme);
    expect(contrast(text, colour('--mantine-color-body', scheme))).toBeGreaterThanOrEqual(4.5);
  });
});

import { expect, it } from 'vitest';
import { measured } from './measured';

it('writes a value with its unit, and plain numbers without one', () => {
  expect(measured(0.97314, '1')).toBe('0.9731');
  expect(measured(0, '1')).toBe('0');
  expect(measured(-31.257, 'dB')).toBe('-31.26 dB');
  expect(measured(1250, 'px')).toBe('1,250 px');
  expect(measured(0.000012345, 'mm')).toBe('0.00001235 mm');
  expect(measured(1250, 'ms')).toBe('1.25 s');
});

it('writes what is not known as nothing, never as zero', () => {
  expect(measured(null, 'ms')).toBe('–');
  expect(measured(Number.POSITIVE_INFINITY, '1')).toBe('–');
});

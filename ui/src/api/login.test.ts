import { expect, it } from 'vitest';
import { goal, loginAddress } from './login';

it('opens pages of this controller only', () => {
  expect(goal('/runs/run-7?tab=log')).toBe('/runs/run-7?tab=log');
  for (const hostile of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil',
    'javascript:alert(1)',
    '/a b',
  ]) {
    expect(goal(hostile)).toBe('/');
  }
});

it('does not come back to the log-in itself', () => {
  expect(goal('/login?to=/login')).toBe('/');
  expect(loginAddress('/login')).toBe('/login');
  expect(loginAddress('/runs')).toBe('/login?to=%2Fruns');
});

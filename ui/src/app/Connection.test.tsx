import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Line } from '../api/events';
import { Connection } from './Connection';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (line: Line) => (
  <MantineProvider env="test">
    <Connection line={line} />
  </MantineProvider>
);
const message = () => screen.queryByText('No connection to the controller');
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('is silent while the first connection is made', () => {
  const { rerender } = render(at('connecting'));
  pass(1_900);
  expect(message()).toBeNull();
  rerender(at('open'));
  pass(10_000);
  expect(message()).toBeNull();
});

it('tells a loss that lasts, in a place that was there before, until it is over', () => {
  const { rerender } = render(at('open'));
  const place = screen.getByRole('status');
  rerender(at('connecting'));
  pass(1_900);
  expect(message()).toBeNull();
  pass(200);
  expect(place).toHaveTextContent('No connection to the controller');
  rerender(at('open'));
  expect(message()).toBeNull();
});

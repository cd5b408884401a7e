import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { report } from '../fixture';
import { SLOWEST } from '../filter';

// Before anything asks in which language the reader reads.
vi.hoisted(() => Object.defineProperty(navigator, 'languages', { value: ['de-DE'] }));

import { response } from '../../../format/format';
import { TimingFilters } from './TimingFilters';

it('a bound is typed, and shown, with a decimal comma', async () => {
  const change = vi.fn();
  const show = (minMs?: number) => (
    <MantineProvider env="test">
      <TimingFilters report={report()} filter={{ ...SLOWEST, ...(minMs ? { minMs } : {}) }} onChange={change} />
    </MantineProvider>
  );
  expect(response(1500)).toBe('1,50 s');
  const { rerender } = render(show());
  const field = screen.getByLabelText('Minimum response, ms');
  await userEvent.type(field, '1,5');
  expect(field).toHaveValue('1,5');
  await waitFor(() => expect(change).toHaveBeenCalledWith(expect.objectContaining({ minMs: 1.5 })));
  rerender(show(2.25));
  expect(field).toHaveValue('2,25');
});

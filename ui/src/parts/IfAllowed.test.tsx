import { Button, MantineProvider, Menu } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { IfAllowed } from './IfAllowed';

function show(may: string[] | null, children: ReactNode) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  const client = new QueryClient();
  if (may) client.setQueryData(['me'], { name: 'vera', role: 'viewer', kind: 'session', listener: 'https', may });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}

const button = (clicked: () => void) => (
  <IfAllowed calls="POST /api/v1/runs">
    <Button onClick={clicked}>Start</Button>
  </IfAllowed>
);

it('lets a button be what it is for who may call its endpoint', async () => {
  const clicked = vi.fn();
  show(['POST /api/v1/runs'], button(clicked));
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(clicked).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Start' })).not.toHaveAttribute('aria-disabled');
});

it('says why a button does nothing, also to who uses the keyboard', async () => {
  const clicked = vi.fn();
  show(['POST /api/v1/logout'], button(clicked));
  const start = screen.getByRole('button', { name: 'Start' });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  expect(start).toHaveAccessibleDescription(/Your role, viewer, does not allow this/);
  await userEvent.tab();
  expect(start).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(start);
  expect(clicked).not.toHaveBeenCalled();
  expect(await screen.findByText(/Your role, viewer, does not allow this/)).toBeInTheDocument();
});

it('keeps nothing from anybody before the controller has said what they may', async () => {
  const clicked = vi.fn();
  show(null, button(clicked));
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(clicked).toHaveBeenCalledOnce();
});

it('holds for entries of menus', async () => {
  const clicked = vi.fn();
  show(
    [],
    <Menu opened>
      <Menu.Target>
        <Button>More</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <IfAllowed calls="DELETE /api/v1/runs/{id}">
          <Menu.Item onClick={clicked}>Delete</Menu.Item>
        </IfAllowed>
      </Menu.Dropdown>
    </Menu>,
  );
  const entry = await screen.findByRole('menuitem', { name: 'Delete' });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(entry);
  expect(clicked).not.toHaveBeenCalled();
});

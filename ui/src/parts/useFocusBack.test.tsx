import { Button, MantineProvider, Menu, Modal } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusBack } from './useFocusBack';

function Dialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Asked" closeButtonProps={{ 'aria-label': 'Close' }}>
      text
    </Modal>
  );
}

function Page() {
  const [asked, ask] = useState(false);
  return (
    <MantineProvider env="test">
      <Button onClick={() => ask(true)}>Check</Button>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ask(true)}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked ? <Dialog onClose={() => ask(false)} /> : null}
    </MantineProvider>
  );
}

async function closed() {
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('gives the focus back to the button that opened the dialog', async () => {
  render(<Page />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await closed();
  expect(screen.getByRole('button', { name: 'Check' })).toHaveFocus();
});

it('gives the focus to the button of the menu that it was opened from', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await closed();
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
});

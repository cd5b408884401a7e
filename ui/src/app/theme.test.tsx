import { Drawer, MantineProvider, Modal } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { theme } from './theme';

it.each([
  ['dialog', Modal],
  ['drawer', Drawer],
])('the header of a %s is no banner landmark', (title, Dialog) => {
  render(
    <MantineProvider theme={theme} env="test">
      <Dialog opened onClose={() => undefined} title={title}>
        Content
      </Dialog>
    </MantineProvider>,
  );
  expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

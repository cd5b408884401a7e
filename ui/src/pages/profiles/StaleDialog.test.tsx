import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { StaleDialog } from './StaleDialog';

function show(version: number) {
  const done = { onTheirs: vi.fn(), onMine: vi.fn(), onEdit: vi.fn() };
  render(
    <MantineProvider env="test">
      <StaleDialog
        id="office-a"
        stale={{ version, yaml: version ? 'id: office-a\ntitle: theirs\n' : '' }}
        mine={'id: office-a\ntitle: mine\n'}
        {...done}
      />
    </MantineProvider>,
  );
  return done;
}

describe('StaleDialog', () => {
  it('shows both texts and names the newer version', async () => {
    const done = show(4);
    const cells = screen.getAllByRole('cell').map(cell => cell.textContent);
    expect(cells).toEqual(['  id: office-a', '  id: office-a', '- title: theirs', '+ title: mine']);
    await userEvent.click(screen.getByRole('button', { name: 'Discard mine' }));
    expect(done.onTheirs).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite version 4' }));
    expect(done.onMine).toHaveBeenCalledOnce();
  });

  it('goes on editing when it is closed', async () => {
    const done = show(4);
    await userEvent.keyboard('{Escape}');
    expect(done.onEdit).toHaveBeenCalledOnce();
    expect(done.onMine).not.toHaveBeenCalled();
  });

  it('tells a removed profile apart', () => {
    show(0);
    expect(screen.queryByRole('button', { name: 'Discard mine' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save mine' })).toBeInTheDocument();
  });
});

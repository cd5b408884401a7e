import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { smallest, YamlEditor } from './YamlEditor';

describe('YamlEditor', () => {
  it('shows the text and follows it without telling it back', () => {
    const told = vi.fn();
    const problems = [{ path: 'id', line: 9, column: 3, message: 'gone' }];
    const { rerender } = render(<YamlEditor label="YAML" value={'id: a\n'} onChange={told} problems={problems} />);
    expect(screen.getByRole('textbox', { name: 'YAML' })).toHaveTextContent('id: a');
    rerender(<YamlEditor label="YAML" value={'id: b\nmode: local\n'} onChange={told} problems={problems} />);
    expect(screen.getByRole('textbox', { name: 'YAML' })).toHaveTextContent('id: bmode: local');
    expect(told).not.toHaveBeenCalled();
  });

  it('can be read and not written', () => {
    render(<YamlEditor label="Old" value="id: a" readOnly />);
    expect(screen.getByRole('textbox', { name: 'Old' })).toHaveAttribute('aria-readonly', 'true');
  });
});

describe('smallest', () => {
  it.each([
    ['abc', 'abc'],
    ['abc', 'axc'],
    ['aaa', 'aa'],
    ['', 'x'],
    ['ab', 'ba'],
  ])('%s → %s', (now, next) => {
    const { from, to, insert } = smallest(now, next);
    expect(now.slice(0, from) + insert + now.slice(to)).toBe(next);
  });
});

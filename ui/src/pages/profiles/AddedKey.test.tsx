import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Edit } from './document';
import { type Form, FormProvider } from './FormContext';
import type { Schema } from './grammar';
import { ProfileForm, SECTIONS } from './ProfileForm';

// A copy of the schema with three keys that no field is listed for.
vi.mock(
  '../../../../src/workload/src/main/resources/io/deskmeter/workload/schema/run-profile.schema.json',
  async original => {
    const schema = structuredClone(((await original()) as { default: Schema }).default);
    const map = (of: Schema, key: string) => of.properties?.[key] as Schema;
    const add = (of: Schema, key: string, added: Schema) => Object.assign(of.properties ?? {}, { [key]: added });
    add(schema, 'coolDown', { type: 'string', description: 'How long the desktops rest.', default: '30s' });
    add(map(schema, 'validity'), 'drift', { type: 'integer', description: 'How far clocks may be off.' });
    add(map(map(schema, 'target'), 'vnc'), 'colours', {
      enum: ['all', 'few'],
      description: 'How many.',
      default: 'all',
    });
    return { default: schema };
  },
);

const values = {
  id: 'mine',
  workloads: 'office',
  target: { vnc: { hosts: ['a'] } },
  load: { fixed: { sessions: 1n } },
};

function show(): Edit[] {
  const edits: Edit[] = [];
  const form: Form = {
    values,
    problems: new Map(),
    apply: more => edits.push(...more),
    disabled: false,
    suggestions: { workloads: [], profiles: [], labels: [] },
  };
  render(
    <MantineProvider>
      <FormProvider value={form}>
        <ProfileForm open={[...SECTIONS]} onOpen={() => undefined} />
      </FormProvider>
    </MantineProvider>,
  );
  return edits;
}

describe('a key that the grammar has and the form does not list', () => {
  it('has a field with its name, its help and its default', async () => {
    const edits = show();
    const field = screen.getByRole('textbox', { name: 'coolDown' });
    expect(field).toHaveAttribute('placeholder', '30s');
    expect(field).toHaveAccessibleDescription('How long the desktops rest.');
    await userEvent.type(field, '5');
    expect(edits).toEqual([{ path: ['coolDown'], value: expect.anything() as unknown }]);
  });

  it('stands in the section of its map, and chooses among its words', () => {
    show();
    expect(screen.getByRole('textbox', { name: 'drift' })).toHaveAccessibleDescription('How far clocks may be off.');
    const colours = screen.getByRole('combobox', { name: 'colours' });
    expect([...colours.querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'all', 'few']);
  });
});

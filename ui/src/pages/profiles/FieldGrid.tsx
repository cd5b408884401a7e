import { SimpleGrid, Stack } from '@mantine/core';
import { type FieldSpec, nameOf } from './fields';
import { FieldInput } from './FieldInput';

/** Fields in the room that they need: lists over the whole width, others two in a row. */
export function Fields({ specs }: { specs: readonly FieldSpec[] }) {
  const wide = (spec: FieldSpec) => spec.kind === 'lines' || spec.kind === 'words' || nameOf(spec.path) === 'title';
  return (
    <Stack gap="sm">
      {specs.filter(wide).map(spec => (
        <FieldInput key={nameOf(spec.path)} spec={spec} />
      ))}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
        {specs
          .filter(spec => !wide(spec))
          .map(spec => (
            <FieldInput key={nameOf(spec.path)} spec={spec} />
          ))}
      </SimpleGrid>
    </Stack>
  );
}

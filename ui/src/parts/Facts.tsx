import { Table } from '@mantine/core';

interface FactsProps {
  /** Name and value of each. */
  of: readonly (readonly [string, string])[];
  /** What they are of, where no heading beside them says it. */
  label?: string;
}

/** Single facts of a thing, a line each. */
export function Facts({ of, label }: FactsProps) {
  return (
    <Table
      withRowBorders={false}
      className="figures"
      verticalSpacing={4}
      fz="sm"
      {...(label ? { 'aria-label': label } : {})}
    >
      <Table.Tbody>
        {of.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={170}>
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

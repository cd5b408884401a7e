import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { diff, type DiffLine, sideBySide } from './diff';
import './profiles.css';
import { texts } from '../../texts/profiles';

/** Two texts side by side, line by line; what differs is marked by a sign as well as by a colour. */
export function DiffView({
  left,
  right,
  leftTitle,
  rightTitle,
}: {
  left: string;
  right: string;
  leftTitle: string;
  rightTitle: string;
}) {
  const rows = useMemo(() => sideBySide(diff(left, right)), [left, right]);
  if (left === right) return <Text size="sm">{texts.noDifferences}</Text>;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">{leftTitle}</th>
          <th scope="col">{rightTitle}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            <Cell line={row.left} />
            <Cell line={row.right} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ line }: { line: DiffLine | null }) {
  if (line === null) return <td />;
  const kind = line.sign === '-' ? 'removed' : line.sign === '+' ? 'added' : '';
  return (
    <td className={kind}>
      {line.sign} {line.text}
    </td>
  );
}

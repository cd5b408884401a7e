import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './table.module.css';

interface SortHeaderProps {
  title: string;
  numeric: boolean;
  direction: 'ascending' | 'descending' | 'none';
  onSort: () => void;
}

/** The head of a column by which one can sort. */
export function SortHeader({ title, numeric, direction, onSort }: SortHeaderProps) {
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={direction} className={numeric ? classes.numeric : undefined}>
      <button type="button" className={classes.sort} onClick={onSort}>
        {title}
        <Arrow size={12} aria-hidden style={{ visibility: direction === 'none' ? 'hidden' : 'visible' }} />
      </button>
    </th>
  );
}

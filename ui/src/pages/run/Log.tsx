import { Paper, Table, Title } from '@mantine/core';
import { memo } from 'react';
import type { NoteView } from '../../api/types';
import { time } from '../../format/format';
import { runState } from '../../format/states';
import css from './run.module.css';
import { texts } from '../../texts/run';

/** The line that marks the start of a state has the state's title as its message. */
const message = (note: NoteView): string => (note.message === runState(note.state).title ? '' : note.message);

/** The latest notes, newest first. */
export const Log = memo(function Log({ notes }: { notes: readonly NoteView[] }) {
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h5" mb="xs">
        {texts.log}
      </Title>
      <div className={css.log} tabIndex={0} role="region" aria-label={texts.logNewestFirst}>
        <Table fz="xs" verticalSpacing={2} withRowBorders={false} className="figures">
          <Table.Tbody>
            {[...notes].reverse().map((note, i) => (
              <Table.Tr key={notes.length - i}>
                <Table.Td w={110}>{time(note.at)}</Table.Td>
                <Table.Td w={110}>{runState(note.state).title}</Table.Td>
                <Table.Td>{message(note)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  );
});

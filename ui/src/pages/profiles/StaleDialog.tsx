import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { DiffView } from './DiffView';
import { useFocusBack } from '../../parts/useFocusBack';

export interface Stale {
  /** What was saved meanwhile; 0 where the profile was removed. */
  version: number;
  yaml: string;
}

interface StaleDialogProps {
  id: string;
  stale: Stale;
  mine: string;
  onTheirs: () => void;
  onMine: () => void;
  onEdit: () => void;
}

/** Somebody saved first: both texts, and what can be done. Nothing is lost by any of it: theirs stays a version, mine comes back with undo. */
export function StaleDialog({ id, stale, mine, onTheirs, onMine, onEdit }: StaleDialogProps) {
  useFocusBack();
  const removed = stale.version === 0;
  return (
    <Modal
      opened
      onClose={onEdit}
      size="90%"
      title={removed ? `${id} was removed meanwhile` : `${id} was saved by somebody else meanwhile`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {removed
            ? 'Your text is not saved. Save it as a new version, or go on editing.'
            : `Version ${stale.version} is newer than the one that you began with. Your text is not saved yet; it is kept until you decide.`}
        </Text>
        {removed ? null : (
          <ScrollArea.Autosize
            mah="55vh"
            type="auto"
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Differences' }}
          >
            <DiffView
              left={stale.yaml}
              right={mine}
              leftTitle={`Theirs, version ${stale.version}`}
              rightTitle="Mine, not saved"
            />
          </ScrollArea.Autosize>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onEdit} data-autofocus>
            Go on editing
          </Button>
          {removed ? null : (
            <Button variant="default" onClick={onTheirs}>
              Take theirs
            </Button>
          )}
          <Button color="orange" onClick={onMine}>
            {removed ? 'Save mine again' : `Keep mine, over version ${stale.version}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { DiffView } from './DiffView';
import { useFocusBack } from '../../parts/useFocusBack';
import { texts } from '../../texts/profiles';

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
      title={removed ? texts.wasDeletedBySomeoneElse(id) : texts.wasChangedBySomeoneElse(id)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack gap="sm">
        <Text size="sm">{removed ? texts.yourChangesAreNotSaved : texts.newerVersionExists(stale.version)}</Text>
        {removed ? null : (
          <ScrollArea.Autosize
            mah="55vh"
            type="auto"
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': texts.differences }}
          >
            <DiffView
              left={stale.yaml}
              right={mine}
              leftTitle={texts.savedVersion(stale.version)}
              rightTitle={texts.yourUnsavedChanges}
            />
          </ScrollArea.Autosize>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onEdit} data-autofocus>
            {texts.continueEditing}
          </Button>
          {removed ? null : (
            <Button variant="default" onClick={onTheirs}>
              {texts.discardMine}
            </Button>
          )}
          <Button color="orange" onClick={onMine}>
            {removed ? texts.saveMine : texts.overwriteVersion(stale.version)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { texts } from '../../texts/profiles';

/** Asks before a page with unsaved text is left: by a link of the program, by closing or reloading the tab. */
export function LeaveGuard({ active }: { active: boolean }) {
  const [wanted, want] = useState<string | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    if (!active) return undefined;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    // The router of these pages cannot hold a navigation back, so its links are caught before it sees them.
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.target || link.download || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const to = new URL(link.href);
      if (to.origin !== window.location.origin || (to.pathname === window.location.pathname && to.hash !== '')) return;
      event.preventDefault();
      event.stopPropagation();
      want(to.pathname + to.search);
    };
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, true);
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, true);
    };
  }, [active]);

  const leave = () => {
    if (wanted !== null) void navigate(wanted);
    want(null);
  };
  return (
    <Modal
      opened={wanted !== null}
      onClose={() => want(null)}
      title={texts.leaveWithoutSaving}
      closeButtonProps={{ 'aria-label': texts.stay }}
    >
      <Text size="sm">{texts.unsavedChangesKept}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => want(null)} data-autofocus>
          {texts.stay}
        </Button>
        <Button onClick={leave}>{texts.leave}</Button>
      </Group>
    </Modal>
  );
}

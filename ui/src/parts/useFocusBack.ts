import { useEffect, useState } from 'react';

/**
 * For a dialog that is taken away whole when it closes: what had the focus before it came has it again. Of an entry of a menu, which is gone by
 * then, the button that opened the menu.
 */
export function useFocusBack(): void {
  const [before] = useState(opener);
  useEffect(
    () => () => {
      if (before?.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role=menu]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

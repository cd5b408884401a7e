import { Tooltip } from '@mantine/core';
import { cloneElement, type MouseEvent, type ReactElement } from 'react';
import { type Endpoint, useRights } from '../api/rights';

interface Clickable {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'data-disabled'?: boolean;
  'aria-disabled'?: boolean;
  'aria-description'?: string;
}

/** A button or an entry of a menu; without the right to what it calls it does nothing, and says why. It can still be reached with the keyboard. */
export function IfAllowed({ calls, children }: { calls: Endpoint; children: ReactElement }) {
  const { may, reason } = useRights();
  if (may(calls)) return children;
  const button = cloneElement(children as ReactElement<Clickable>, {
    onClick: event => event.preventDefault(),
    'data-disabled': true,
    'aria-disabled': true,
    'aria-description': reason,
  });
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}

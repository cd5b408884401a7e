import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { texts } from '../texts/common';
import { explanation, type Explained } from './documentation';

/** The way to the page of the documentation that explains something; in a tab of its own, as one reads it beside what one does. */
export function Explanation({ of, about }: { of: Explained; about: string }) {
  return (
    <Anchor
      href={explanation(of)}
      target="_blank"
      size="sm"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}
    >
      <IconBook2 size={16} stroke={1.5} aria-hidden />
      {texts.documentation}
      <VisuallyHidden component="span">{texts.documentationOf(about)}</VisuallyHidden>
    </Anchor>
  );
}

import { Button, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { texts } from '../texts/common';

/** A command to copy. */
export function Command({ text }: { text: string }) {
  return (
    <Group gap="xs">
      <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            onClick={copy}
            aria-label={texts.copyOf(text)}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? texts.copied : texts.copyButton}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

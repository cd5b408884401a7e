import { Center, Loader } from '@mantine/core';

export function Loading() {
  return (
    <Center mih={200} role="status" aria-label="Loading">
      <Loader type="dots" />
    </Center>
  );
}

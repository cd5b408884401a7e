import { Title } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

type Order = 2 | 3;

const Level = createContext<Order>(2);

/** The level of the headings of panels here: below the heading of the page, or of a part of it. */
export const usePanelLevel = (): Order => useContext(Level);

/** Panels within a part of a page that has a heading of its own. */
export const PanelsOfPart = ({ children }: { children: ReactNode }) => (
  <Level.Provider value={3}>{children}</Level.Provider>
);

/** The heading of a panel. */
export function PanelTitle({ children, mb }: { children: ReactNode; mb?: string }) {
  return (
    <Title order={usePanelLevel()} size="h5" {...(mb === undefined ? {} : { mb })}>
      {children}
    </Title>
  );
}

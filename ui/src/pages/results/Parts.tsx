import { Anchor, Stack, Title } from '@mantine/core';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Explained } from '../../parts/documentation';
import { Explanation } from '../../parts/Explanation';
import { PanelsOfPart } from '../../parts/PanelTitle';
import { texts } from '../../texts/results';
import classes from './parts.module.css';

/** A part of the page: the answer to one question of its reader. */
export interface Part {
  /** In the address, after `#`. */
  id: string;
  title: string;
  explained: Explained;
  content: ReactNode;
  /** Above it, and in view from there on: what all that follows looks at. */
  filters?: ReactNode;
}

/** The parts one below another, and the list of them: beside them where there is room, else above. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  const { hash } = useLocation();
  // What an address names is on the page only when the report is there.
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <div className={classes.columns}>
      <nav className={classes.contents} aria-label={texts.contents}>
        <ol>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Anchor href={`#${id}`} size="sm">
                {title}
              </Anchor>
            </li>
          ))}
        </ol>
      </nav>
      <Stack gap={40} className={classes.parts ?? ''}>
        {parts.map(({ id, title, explained, content, filters }) => (
          <Fragment key={id}>
            {filters}
            <Stack gap="md" component="section" id={id} aria-labelledby={`${id}-title`} className={classes.part ?? ''}>
              <div className={classes.title}>
                <Title order={2} size="h4" id={`${id}-title`}>
                  {title}
                </Title>
                <Explanation of={explained} about={title} />
              </div>
              <PanelsOfPart>{content}</PanelsOfPart>
            </Stack>
          </Fragment>
        ))}
      </Stack>
    </div>
  );
}

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DOCUMENTS, explanation, type Explained } from './documentation';

/** The headings of a document as links name them. */
const headings = (text: string): string[] =>
  text
    .replace(/^```[^]*?^```/gm, '')
    .split('\n')
    .filter(line => /^#+ /.test(line))
    .map(line =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

it.each(Object.entries(DOCUMENTS))('explains %s on a page that there is', (_, place) => {
  const [document = '', heading] = place.split('#');
  const file = `../docs/${document === '' ? 'README' : document}.md`;
  expect(existsSync(file), file).toBe(true);
  if (heading !== undefined) expect(headings(readFileSync(file, 'utf8'))).toContain(heading);
});

it('has addresses of the controller', () => {
  expect(explanation('index')).toBe('/documentation');
  expect(explanation('access')).toBe('/documentation/guides/people-and-rights');
  expect((Object.keys(DOCUMENTS) as Explained[]).every(of => explanation(of).startsWith('/documentation'))).toBe(true);
});

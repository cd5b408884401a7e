import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { Problem } from '../../api/types';
import { nonce } from '../../app/nonce';
import './profiles.css';

interface YamlEditorProps {
  label: string;
  value: string;
  onChange?: (text: string) => void;
  problems?: readonly Problem[];
  readOnly?: boolean;
  /** A line to show, from 1; a new object shows it again. */
  reveal?: { line: number } | null;
  height?: string;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** Marks changes that come from outside, so that they are not told back. */
const fromOutside = Annotation.define<boolean>();

// Colours of the theme by name, so that they follow light and dark.
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--dm-code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--dm-code-string)' },
  { tag: tags.comment, color: 'var(--dm-code-comment)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--dm-code-mark)' },
]);

const looks = EditorView.theme({
  '&': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    color: 'var(--mantine-color-text)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-gutters': {
    backgroundColor: 'var(--dm-code-gutter)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--dm-code-active)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--dm-code-selected)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
  },
});

const basics = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  // Tab is not among them: it leads on to the next element, as everywhere.
  keymap.of([...defaultKeymap, ...historyKeymap]),
];

/** A document's text with line numbers and marks at what is wrong. */
export function YamlEditor({
  label,
  value,
  onChange,
  problems = NO_PROBLEMS,
  readOnly = false,
  reveal,
  height,
}: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const told = useRef(onChange);
  told.current = onChange;
  const first = useRef(value);
  const may = useRef(new Compartment());

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          basics,
          yaml(),
          syntaxHighlighting(colours),
          looks,
          lintGutter(),
          may.current.of([]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(update => {
            if (update.docChanged && !update.transactions.some(t => t.annotation(fromOutside))) {
              told.current?.(update.state.doc.toString());
            }
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label]);

  useEffect(() => {
    view.current?.dispatch({
      // Still editable for the browser, so that the keyboard reaches and scrolls it.
      effects: may.current.reconfigure(EditorState.readOnly.of(readOnly)),
    });
  }, [readOnly]);

  useEffect(() => {
    const now = view.current?.state.doc.toString();
    if (now === undefined || now === value) return;
    // The smallest change, so that the cursor stays and undo takes back one thing at a time.
    view.current?.dispatch({ changes: smallest(now, value), annotations: fromOutside.of(true) });
  }, [value]);

  useEffect(() => {
    const state = view.current?.state;
    if (state)
      view.current?.dispatch(
        setDiagnostics(
          state,
          problems.map(p => diagnostic(state.doc, p)),
        ),
      );
  }, [problems, value]);

  useEffect(() => {
    const editor = view.current;
    if (!reveal || editor === null) return;
    const at = editor.state.doc.line(Math.min(Math.max(reveal.line, 1), editor.state.doc.lines)).from;
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    editor.focus();
  }, [reveal]);

  return <div ref={host} className="yaml-editor" style={{ ['--dm-code-height' as string]: height ?? '70vh' }} />;
}

export function smallest(now: string, next: string): { from: number; to: number; insert: string } {
  let head = 0;
  while (head < now.length && head < next.length && now[head] === next[head]) head++;
  let tail = 0;
  const most = Math.min(now.length, next.length) - head;
  while (tail < most && now[now.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  return { from: head, to: now.length - tail, insert: next.slice(head, next.length - tail) };
}

/** From where the problem stands to the end of its line; a place that is not there any more is the end of the text. */
function diagnostic(doc: Text, problem: Problem): Diagnostic {
  const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
  const from = Math.min(line.from + Math.max(problem.column, 1) - 1, line.to);
  return { from, to: line.to, severity: 'error', message: problem.message };
}

import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, loadDraft } from './drafts';

export interface Base {
  text: string;
  /** Of the version that the text was made from; null for a profile that is not saved yet. */
  etag: string | null;
}

export interface Edited {
  text: string;
  setText: (text: string) => void;
  base: Base;
  /** This is the text now, and it is stored so. */
  rebase: (base: Base) => void;
  /** This was stored; what has been typed since stays. */
  stored: (base: Base) => void;
  dirty: boolean;
  /** When the unsaved text was kept that stands here again; null for none. */
  restoredAt: number | null;
}

/** The text that is edited, and what it was made from. Until it is saved the tab keeps it. */
export function useText(key: string, first: Base): Edited {
  const [draft] = useState(() => loadDraft(key));
  const [text, setText] = useState(draft?.text ?? first.text);
  // A draft stays one of the version that it was made from, so that a newer one is not overwritten unseen.
  const [base, setBase] = useState<Base>(draft && draft.etag !== first.etag ? { ...first, etag: draft.etag } : first);
  const [restoredAt, setRestoredAt] = useState(draft && draft.text !== first.text ? draft.keptAt : null);
  const dirty = text !== base.text;

  const kept = useRef(key);
  useEffect(() => {
    // Saved under another name while one went on typing: the draft goes with it.
    if (kept.current !== key) dropDraft(kept.current);
    kept.current = key;
    if (dirty) keepDraft(key, { text, etag: base.etag, keptAt: Date.now() });
    else dropDraft(key);
  }, [key, text, base.etag, dirty]);

  const stored = (next: Base) => {
    // At once: the page may be gone before the effect above runs.
    dropDraft(key);
    setBase(next);
    setRestoredAt(null);
  };
  const rebase = (next: Base) => {
    stored(next);
    setText(next.text);
  };
  return { text, setText, base, rebase, stored, dirty, restoredAt };
}

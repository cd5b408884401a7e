import { useCallback, useEffect, useRef, useState } from 'react';
import { address } from '../../api/client';
import type { CheckReport, Finding, Severity } from '../../api/types';
import { postForEvents } from './stream';

export interface CheckState {
  phase: 'none' | 'running' | 'done' | 'failed';
  /** The text that was or is looked at. */
  text: string;
  findings: Finding[];
  report: CheckReport | null;
  error: unknown;
}

const NONE: CheckState = { phase: 'none', text: '', findings: [], report: null, error: null };
const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Worst first; of equal ones the one that was found first. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
}

/** A run may begin when a check of this very text has ended and left no error. */
export function mayStart(check: CheckState, text: string): boolean {
  return (
    check.phase === 'done' &&
    check.text === text &&
    check.report !== null &&
    !check.findings.some(f => f.severity === 'error')
  );
}

/** Checks a profile and every party to its run; what is found is told as it is found. */
export function useCheck(): { check: CheckState; begin: (text: string, name: string) => void; cancel: () => void } {
  const [check, setCheck] = useState<CheckState>(NONE);
  const going = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    going.current?.abort();
    going.current = null;
    setCheck(NONE);
  }, []);

  const begin = useCallback((text: string, name: string) => {
    going.current?.abort();
    const mine = new AbortController();
    going.current = mine;
    setCheck({ ...NONE, phase: 'running', text });
    const tell = (change: (before: CheckState) => CheckState) => {
      if (going.current === mine) setCheck(change);
    };
    postForEvents(address(['checks'], { name: `${name || 'profile'}.yaml` }), text, mine.signal, event => {
      if (event.name === 'finding') {
        const finding = JSON.parse(event.data) as Finding;
        tell(before => ({ ...before, findings: worstFirst([...before.findings, finding]) }));
      } else if (event.name === 'done' || event.name === 'whole') {
        const report = JSON.parse(event.data) as CheckReport;
        tell(before => ({ ...before, phase: 'done', report, findings: worstFirst(report.findings) }));
      }
    }).then(
      // A stream that ends without its last event has broken off: nothing may be believed of it.
      () => tell(before => (before.phase === 'done' ? before : { ...before, phase: 'failed', error: BROKEN })),
      (error: unknown) => tell(before => ({ ...before, phase: 'failed', error })),
    );
  }, []);

  useEffect(() => () => going.current?.abort(), []);
  return { check, begin, cancel };
}

const BROKEN = new Error('The answer broke off before its end.');

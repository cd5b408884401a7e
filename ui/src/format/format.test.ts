import { describe, expect, it } from 'vitest';
import {
  bytes,
  capacity,
  counted,
  dateTime,
  decimalSign,
  duration,
  NONE,
  number,
  percent,
  plainQuantity,
  response,
  time,
  withInterval,
} from './format';

/** Blanks of all kinds are one: which kind a language takes changes with its tables. */
const blank = (text: string) => text.replace(/\s/g, ' ');
const afternoon = new Date(2026, 10, 21, 15, 4, 5).getTime();

describe('in German', () => {
  it('decimals stand after a comma', () => {
    expect(number(1234.56, 1, 'de-DE')).toBe('1.234,6');
    expect(blank(percent(12.5, 1, 'de-DE'))).toBe('12,5 %');
    expect(response(1234, 'de-DE')).toBe('1,23 s');
    expect(response(59.94, 'de-DE')).toBe('59,9 ms');
    expect(withInterval(1500, 1250, null, 'de-DE')).toBe('1,50 s (1,25 s – ∞)');
    expect(bytes(1.5 * 2 ** 30, 'de-DE')).toBe('1,5 GB');
    expect(counted(1000, 'session', 'de-DE')).toBe('1.000 sessions');
    expect(capacity({ sessions: 1200, low: 1100, high: null }, 'de-DE')).toBe('1.200 (1.100 or more)');
    expect(capacity({ sessions: 1200, low: 1200, high: null }, 'de-DE')).toBe('1.200 or more');
    expect(decimalSign('de-DE')).toBe(',');
  });

  it('clocks go to 24', () => {
    expect(time(afternoon, 'de-DE')).toBe('15:04:05');
    expect(dateTime(afternoon, 'de-DE')).toBe('21.11.2026, 15:04');
  });

  it('a quantity may be typed with a comma, and is written as documents know it', () => {
    expect(plainQuantity('1,5s', 'de-DE')).toBe('1500ms');
    expect(plainQuantity('< 0,25 s', 'de-DE')).toBe('< 250ms');
    expect(plainQuantity('0,5m', 'de-DE')).toBe('30000ms');
    expect(plainQuantity('<= 2,5 %', 'de-DE')).toBe('<= 2.5%');
    expect(plainQuantity('0,0001s', 'de-DE')).toBe('0,0001s');
    expect(plainQuantity('1.500s', 'de-DE')).toBe('1.500s');
    expect(plainQuantity('Office, 1,5 s', 'de-DE')).toBe('Office, 1,5 s');
    expect(plainQuantity('1,5', 'de-DE')).toBe('1,5');
  });
});

describe('in American English', () => {
  it('decimals stand after a dot, and clocks go to 12', () => {
    expect(number(1234.56, 1, 'en-US')).toBe('1,234.6');
    expect(response(1234, 'en-US')).toBe('1.23 s');
    expect(blank(time(afternoon, 'en-US'))).toBe('3:04:05 PM');
    expect(blank(dateTime(afternoon, 'en-US'))).toBe('Nov 21, 2026, 3:04 PM');
  });

  it('a quantity may be typed with a dot; a comma stays one between thousands', () => {
    expect(plainQuantity('1.5s', 'en-US')).toBe('1500ms');
    expect(plainQuantity('1.005s', 'en-US')).toBe('1005ms');
    expect(plainQuantity('2s', 'en-US')).toBe('2s');
    expect(plainQuantity('1,500s', 'en-US')).toBe('1,500s');
  });
});

it('what is not known is a dash, in every language', () => {
  for (const say of [number, response, percent, bytes]) {
    expect(say(null)).toBe(NONE);
    expect(say(Number.NaN)).toBe(NONE);
    expect(say(Number.POSITIVE_INFINITY)).toBe(NONE);
  }
  expect(time(null)).toBe(NONE);
  expect(withInterval(null, null, null)).toBe(NONE);
  expect(capacity(null)).toBe(NONE);
});

it('spans are told in their own unit', () => {
  expect(duration(45.4)).toBe('45 s');
  expect(duration(185)).toBe('3:05 min');
  expect(duration(3727)).toBe('1:02:07 h');
  expect(duration(-3)).toBe('0 s');
});

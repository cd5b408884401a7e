package io.deskmeter.screen;

/**
 * Where a character is on a keyboard.
 *
 * @param scancode of the PC/XT ("set 1")
 * @param shift whether Shift is held for it
 * @param altGr whether AltGr is held for it
 */
public record KeyPosition(int scancode, boolean shift, boolean altGr) {}

package io.deskmeter.screen;

/** What the keys of a display's keyboard type at the moment. */
@FunctionalInterface
public interface KeyboardTable {
    /** The character of a key; 0 if it has none. */
    int character(KeyPosition key);
}
